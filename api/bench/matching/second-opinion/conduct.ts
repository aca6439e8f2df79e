// How payers behave, day by day, before any label is written: who pays which invoices, how much, when.
import { addDays, type CivilDate, isoWeekday } from "@bobine/contract/civil-date";
import type { Chance } from "../chance.ts";
import type { Share } from "../payment.ts";
import type { Bill, Company, Trade } from "../trade.ts";

export interface Transfer {
  readonly date: CivilDate;
  /** Who sends it; the companies of a chain may share one. */
  readonly sender: Sender;
  readonly shares: readonly Share[];
  /** Cents. */
  readonly amount: number;
  /** What happened, for the tables. */
  readonly kind: string;
  readonly isCheque: boolean;
}

export interface Sender {
  readonly companies: readonly Company[];
  /** What its bank calls it. */
  readonly name: string;
  readonly isHeadOffice: boolean;
  readonly habit: Habit;
}

const HABITS = {
  /** Each invoice for itself. */
  each: 44,
  /** All that is due, once a week, in one transfer. */
  weekly: 12,
  /** All of last month's invoices. */
  month: 8,
  /** All that is open on the statement of the day. */
  balance: 4,
  /** The oldest two or three. */
  oldest: 6,
  /** What one film brought, when it has left the screen. */
  film: 5,
  /** All that is due but one that is disputed. */
  disputed: 3,
  /** Round sums on account, oldest first. */
  account: 3,
  /** Half, then the rest. */
  halves: 3,
};
export type Habit = keyof typeof HABITS;

/** All payments of the market, in time. */
export function makeTransfers(chance: Chance, trade: Trade, until: CivilDate): Transfer[] {
  const byCompany = Map.groupBy(trade.bills, (bill) => bill.cinema.company);
  return makeSenders(chance, trade.companies)
    .flatMap((sender) => {
      const bills = sender.companies.flatMap((company) => byCompany.get(company) ?? []);
      return transfersOf(chance, sender, bills, trade.firstDay, until);
    })
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

function makeSenders(chance: Chance, companies: readonly Company[]): Sender[] {
  const senders: Sender[] = [];
  const taken = new Set<Company>();
  companies.forEach((company, at) => {
    if (taken.has(company)) return;
    const { circuit } = company;
    const sisters = companies.slice(at).filter((one) => circuit !== null && one.circuit === circuit);
    const isHeadOffice = sisters.length > 1 && chance.yes(0.55);
    const members = isHeadOffice ? sisters : [company];
    for (const member of members) taken.add(member);
    const names = {
      own: company.name,
      sign: `${company.cinemas[0]?.name ?? company.name} ${company.cinemas[0]?.town ?? ""}`,
      treasury: `${chance.one(["Trésorerie", "SGC", "DDFiP", "Trésor public"])} ${company.cinemas[0]?.town ?? ""}`,
      head: `${circuit} ${chance.one(["SA", "Gestion", "Siège", "Holding"])}`,
      person: chance.one([
        "M. Hervé Caumont",
        "Mme Nadia Perrin",
        "Régie municipale",
        "OGEC",
        "Filmotel Services",
      ]),
    };
    const name = isHeadOffice
      ? names.head
      : company.behind === "town hall" && chance.yes(0.6)
        ? names.treasury
        : names[chance.weighted({ own: 74, sign: 20, person: 4 })];
    const habit =
      isHeadOffice && chance.yes(0.7) ? chance.weighted({ weekly: 3, month: 1 }) : chance.weighted(HABITS);
    senders.push({ companies: members, name, isHeadOffice, habit });
  });
  return senders;
}

/** Cents that nobody sends a transfer for. */
const TRIFLE = 1_500;

function transfersOf(
  chance: Chance,
  sender: Sender,
  bills: readonly Bill[],
  from: CivilDate,
  until: CivilDate,
): Transfer[] {
  const due = new Map(bills.map((bill) => [bill, bill.total - bill.credited]));
  const byCheque = !sender.isHeadOffice && chance.yes(0.07);
  const made: Transfer[] = [];
  const pay = (date: CivilDate, chosen: readonly Bill[], kind: string): void => {
    const open = chosen.filter((bill) => (due.get(bill) ?? 0) > 0);
    if (open.length === 0) return;
    const transfer = slipped(chance, date, sender, open, due, kind, byCheque);
    for (const { bill, cents } of transfer.shares) due.set(bill, (due.get(bill) ?? 0) - cents);
    made.push(transfer);
    if (chance.yes(0.006))
      made.push({ ...transfer, date: addDays(date, chance.whole(1, 9)), shares: [], kind: "sent twice" });
  };
  const openOn = (day: CivilDate, isIn: (bill: Bill) => boolean): Bill[] =>
    bills.filter((bill) => bill.date <= day && (due.get(bill) ?? 0) > TRIFLE && isIn(bill));
  const payDay = chance.whole(1, 5);
  const dayOfMonth = chance.one([5, 10, 15, 25]);
  const patience = Math.round(chance.one([-8, -2, 0, 1, 3, 8, 20]) + 3 * chance.normal());
  const shelved = new Set<Bill>();
  for (let day = from; day <= until; day = addDays(day, 1)) {
    const isRun = isoWeekday(day) === payDay;
    const isMonthly = Number(day.slice(8)) === dayOfMonth;
    const isDue = (bill: Bill): boolean => addDays(bill.due, patience) <= day;
    const { habit } = sender;
    if (habit === "each" && isoWeekday(day) < 6) {
      for (const bill of openOn(day, isDue)) if (chance.yes(0.6)) pay(day, [bill], "each");
    } else if (habit === "weekly" && isRun) pay(day, openOn(day, isDue).slice(0, 16), "weekly run");
    else if (habit === "month" && isMonthly)
      pay(day, openOn(day, (bill) => bill.date.slice(0, 7) < day.slice(0, 7)).slice(0, 20), "last month");
    else if (habit === "balance" && isMonthly)
      pay(day, openOn(day, () => true).slice(0, 20), "whole statement");
    else if (habit === "oldest" && isRun && chance.yes(0.6)) {
      const old = openOn(day, isDue).slice(0, chance.whole(2, 3));
      pay(day, old, "oldest first");
    } else if (habit === "film" && isRun) {
      const [first] = openOn(day, isDue);
      const title = first?.films[0];
      if (title !== undefined)
        pay(
          day,
          openOn(day, (bill) => bill.films[0] === title),
          "by film",
        );
    } else if (habit === "disputed" && isRun && chance.yes(0.5)) {
      const open = openOn(day, (bill) => isDue(bill) && !shelved.has(bill));
      if (open.length > 2 && chance.yes(0.5)) shelved.add(chance.one(open));
      pay(
        day,
        open.filter((bill) => !shelved.has(bill)),
        "all but one",
      );
    } else if (habit === "account" && isRun && chance.yes(0.4)) onAccount(day);
    else if (habit === "halves" && isRun)
      for (const bill of openOn(day, isDue).slice(0, 2)) {
        const left = due.get(bill) ?? 0;
        const isFirst = left === bill.total - bill.credited;
        const cents = isFirst ? Math.round(left / 2) : left;
        made.push({
          date: day,
          sender,
          shares: [{ bill, cents }],
          amount: cents,
          kind: isFirst ? "first half" : "second half",
          isCheque: byCheque,
        });
        due.set(bill, left - cents);
      }
  }
  return made;

  function onAccount(day: CivilDate): void {
    const open = openOn(day, isDueNow(day));
    const owed = open.reduce((sum, bill) => sum + (due.get(bill) ?? 0), 0);
    const amount = Math.min(
      chance.one([20_000, 30_000, 50_000, 100_000]),
      Math.floor(owed / 10_000) * 10_000,
    );
    const shares: Share[] = [];
    let left = amount;
    for (const bill of open) {
      const cents = Math.min(left, due.get(bill) ?? 0);
      if (cents <= 0) break;
      shares.push({ bill, cents });
      due.set(bill, (due.get(bill) ?? 0) - cents);
      left -= cents;
    }
    if (shares.length > 0)
      made.push({ date: day, sender, shares, amount, kind: "on account", isCheque: byCheque });
  }
  function isDueNow(day: CivilDate): (bill: Bill) => boolean {
    return (bill) => addDays(bill.due, patience) <= day;
  }
}

const SLIPS = {
  none: 900,
  "whole euros": 14,
  "cents dropped": 10,
  "a few cents": 12,
  "bank charges": 8,
  "without tax": 5,
  "digits swapped": 8,
  "something kept back": 10,
  "too much": 8,
};

/** The payment of these bills as it really leaves the bank. */
function slipped(
  chance: Chance,
  date: CivilDate,
  sender: Sender,
  open: readonly Bill[],
  due: ReadonlyMap<Bill, number>,
  kind: string,
  isCheque: boolean,
): Transfer {
  const owed = open.reduce((sum, bill) => sum + (due.get(bill) ?? 0), 0);
  const forgotten = open.reduce(
    (sum, bill) => sum + (due.get(bill) === bill.total - bill.credited ? bill.credited : 0),
    0,
  );
  const isForgotten = forgotten > 0 && chance.yes(0.35);
  const slip = isForgotten ? "credit note forgotten" : chance.weighted(SLIPS);
  const swap = (amount: number): number => {
    const digits = String(amount);
    const at = chance.whole(0, digits.length - 2);
    return Number(digits.slice(0, at) + digits[at + 1] + digits[at] + digits.slice(at + 2));
  };
  const amount = {
    none: owed,
    "credit note forgotten": owed + forgotten,
    "whole euros": Math.round(owed / 100) * 100,
    "cents dropped": Math.floor(owed / 100) * 100,
    "a few cents": owed + chance.one([-9, -5, -2, -1, 1, 2, 3, 10]),
    "bank charges": owed - chance.whole(150, 1_200),
    "without tax": Math.round(owed / 1.1),
    "digits swapped": swap(owed),
    "something kept back":
      owed - Math.min(Math.round(owed / 2), chance.one([1_500, 2_400, 5_000, 7_320, 12_000])),
    "too much": owed + chance.one([1_000, 5_000, 10_000, 2_345]),
  }[slip];
  // The last of them is short when less came than was owed.
  let left = Math.max(100, amount);
  const shares: Share[] = [];
  for (const bill of open) {
    const whole = due.get(bill) ?? 0;
    const cents = Math.min(left, slip === "without tax" ? Math.round(whole / 1.1) : whole);
    if (cents > 0) shares.push({ bill, cents });
    left -= cents;
  }
  const size = open.length === 1 ? "one" : kind;
  return {
    date,
    sender,
    shares,
    amount: Math.max(100, amount),
    kind: amount === owed ? size : `${open.length === 1 ? "one" : "several"}, ${slip}`,
    isCheque,
  };
}
