// Who pays what, when and how. The truth is settled here, before a word of any label is written.
import { addDays, type CivilDate, daysBetween } from "@bobine/contract/civil-date";
import type { Axes } from "./axes.ts";
import type { Chance } from "./chance.ts";
import type { NameHabit, Payment, Wording } from "./payment.ts";
import { withQuirk } from "./quirks.ts";
import type { Bill, Company, Trade } from "./trade.ts";

type Rhythm = "each" | "run" | "balance";

interface Habits {
  readonly telling: Wording;
  readonly rhythm: Rhythm;
  readonly name: NameHabit;
  readonly strangerName: string;
  /** Days after (or before) the due date. */
  readonly delay: number;
}

/** Most bills that one order of payment settles. */
const AT_MOST = 12;

export function makePayments(chance: Chance, axes: Axes, trade: Trade): Payment[] {
  const billsOf = Map.groupBy(trade.bills, (bill) => bill.cinema.company.id);
  const payments: Payment[] = [];
  const joint = new Map<string, { company: Company; bills: Bill[]; habits: Habits }>();
  for (const company of trade.companies) {
    const habits = habitsOf(chance, axes, company);
    const bills = (billsOf.get(company.id) ?? []).filter(() => chance.yes(0.975));
    // Half of the circuits of several companies pay from one account.
    const head = company.circuit !== null && company.cinemas.length === 1 ? company.circuit : null;
    if (head !== null && chance.yes(0.5)) {
      const together = joint.get(head) ?? {
        company,
        bills: [],
        habits: { ...habits, name: "stranger", strangerName: `${head} Gestion` },
      };
      together.bills.push(...bills);
      joint.set(head, together);
    } else payments.push(...settle(chance, axes, company, habits, bills));
  }
  for (const { company, bills, habits } of joint.values())
    payments.push(...settle(chance, axes, company, { ...habits, rhythm: "run" }, bills));
  return payments.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

function habitsOf(chance: Chance, axes: Axes, company: Company): Habits {
  const written = axes.references;
  const rest = 1 - written - axes.weekLabels;
  const telling = chance.weighted<Wording>({
    numbers: written * 0.8,
    tails: written * 0.15,
    range: 0,
    first: written * 0.05,
    weeks: axes.weekLabels * 0.7,
    films: axes.weekLabels * 0.3,
    nothing: Math.max(0.02, rest) * 0.75,
    own: Math.max(0.02, rest) * 0.25,
  });
  const isStranger = chance.yes(axes.strangers);
  const name: NameHabit = isStranger
    ? "stranger"
    : company.behind === "town hall"
      ? chance.weighted({ treasury: 8, company: 2 })
      : chance.weighted({ company: 58, "company and site": 10, "site and town": 16, site: 11, initials: 5 });
  return {
    telling,
    rhythm: chance.yes(axes.grouped) ? chance.weighted({ run: 70, balance: 30 }) : "each",
    name,
    strangerName: chance.one([
      "SCI Les Marronniers",
      "M et Mme Garnier",
      "Holding JPB",
      "Gestion Spectacles",
      "Cabinet Aubert Mandats",
      "SARL GFC",
    ]),
    delay:
      chance.weighted({ "-18": 6, "-4": 20, "1": 40, "9": 18, "28": 12, "55": 4 }) === "1"
        ? 1
        : chance.one([-20, -5, -2, 4, 8, 12, 30, 60]),
  };
}

/** One company's orders of payment, in time. */
function settle(
  chance: Chance,
  axes: Axes,
  company: Company,
  habits: Habits,
  bills: readonly Bill[],
): Payment[] {
  const wants = bills
    .map((bill) => {
      const requested = addDays(bill.due, habits.delay + chance.whole(-2, 3));
      return {
        bill,
        day: daysBetween(bill.date, requested) < 0 ? addDays(bill.date, chance.whole(0, 3)) : requested,
      };
    })
    .sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  const groups: { day: CivilDate; bills: Bill[] }[] = [];
  if (habits.rhythm === "each") for (const { bill, day } of wants) groups.push({ day, bills: [bill] });
  else {
    const gap = chance.one([10, 14, 14, 30, 30]);
    let pending = wants;
    while (pending.length > 0) {
      const first = pending[0];
      if (!first) break;
      const day = addDays(first.day, chance.whole(0, gap));
      const isReady = (want: (typeof wants)[number]): boolean =>
        habits.rhythm === "balance" ? want.bill.date <= day : want.day <= day;
      const ready = pending.filter(isReady).slice(0, AT_MOST);
      pending = pending.filter((want) => !ready.includes(want));
      groups.push({ day: onAWorkingDay(day), bills: ready.map(({ bill }) => bill) });
    }
  }
  const past: Bill[] = [];
  return groups.flatMap(({ day, bills: chosen }) => {
    const inOrder = chosen.toSorted((a, b) => (a.number < b.number ? -1 : 1));
    const telling = chosen.length === 1 && habits.telling === "first" ? "numbers" : habits.telling;
    const plain: Payment = {
      date: onAWorkingDay(day),
      payer: company,
      name: habits.name,
      strangerName: habits.strangerName,
      shares: inOrder.map((bill) => ({ bill, cents: bill.total - bill.credited })),
      amount: inOrder.reduce((sum, bill) => sum + bill.total - bill.credited, 0),
      telling:
        telling === "numbers" && inOrder.length >= 3 && areNeighbours(inOrder) && chance.yes(0.6)
          ? "range"
          : telling,
      quirk: "none",
      alsoNamed: [],
    };
    const made = withQuirk(chance, axes, plain, past);
    past.push(...inOrder);
    return made;
  });
}

const areNeighbours = (bills: readonly Bill[]): boolean =>
  bills.every((bill, at) => {
    const before = bills[at - 1];
    return !before || Number(bill.number.slice(-5)) === Number(before.number.slice(-5)) + 1;
  });

function onAWorkingDay(day: CivilDate): CivilDate {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  return weekday === 0 ? addDays(day, 1) : weekday === 6 ? addDays(day, 2) : day;
}
