// Who pays what, when, and what kind of words go with it. Nothing is worded yet: this is the truth.
import { addDays, type CivilDate, isoWeekday } from "@bobine/contract/civil-date";
import type { Chance } from "../chance.ts";
import type { Share } from "../payment.ts";
import type { Bill } from "../trade.ts";
import type { Market, Payer } from "./market.ts";

/** What the words of an order name. */
export type Naming =
  | "full"
  | "full and amount"
  | "full and own order"
  | "full and one paid"
  | "full and a stranger's"
  | "short"
  | "first of many"
  | "range"
  | "weeks"
  | "films"
  | "month"
  | "own order"
  | "nothing"
  | "somebody else's"
  | "contrary"
  | "another distributor";

export interface Order {
  readonly date: CivilDate;
  readonly payer: Payer;
  readonly shares: readonly Share[];
  /** Cents; under zero when it comes back. */
  readonly amount: number;
  readonly naming: Naming;
  readonly kind: string;
  /** What else the words name: an invoice paid before, or somebody else's. */
  readonly also: readonly Bill[];
  readonly isCheque: boolean;
}

const NAMINGS: Readonly<Record<Naming, number>> = {
  full: 40,
  "full and amount": 4,
  "full and own order": 4,
  "full and one paid": 1.5,
  "full and a stranger's": 1.5,
  short: 12,
  "first of many": 3,
  range: 2,
  weeks: 7,
  films: 4,
  month: 3,
  "own order": 6,
  nothing: 17,
  "somebody else's": 0,
  contrary: 0,
  "another distributor": 0,
};

/** How who pays several writes their full numbers. */
const OF_MANY = { full: 72, range: 16, "first of many": 12 };

export function makeOrders(chance: Chance, { trade, payers }: Market, until: CivilDate): Order[] {
  const byCompany = Map.groupBy(trade.bills, ({ cinema }) => cinema.company);
  return payers
    .flatMap((payer) => {
      const bills = payer.companies.flatMap((company) => byCompany.get(company) ?? []);
      return ordersOf(chance, payer, bills, trade.bills, until);
    })
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

const QUIRKS = {
  none: 880,
  part: 14,
  "in two": 26,
  over: 12,
  cents: 16,
  deducted: 22,
  twice: 8,
  returned: 8,
  "somebody else's": 14,
};

function ordersOf(
  chance: Chance,
  payer: Payer,
  bills: readonly Bill[],
  all: readonly Bill[],
  until: CivilDate,
): Order[] {
  const orders: Order[] = [];
  const usual = chance.weighted(NAMINGS);
  const rhythm =
    payer.kind === "head"
      ? "weekly"
      : payer.kind === "treasury"
        ? chance.weighted({ each: 6, weekly: 4, monthly: 0 })
        : chance.weighted({ each: 70, weekly: 14, monthly: 16 });
  const isCheque = payer.kind === "own" && chance.yes(0.04);
  const patience = chance.one([-12, -3, 0, 1, 2, 5, 9, 20]);
  const payDay = chance.whole(1, 5);
  const wants = bills
    .map((bill) => {
      const late = chance.yes(0.06) ? chance.whole(45, 120) : chance.whole(-2, 3);
      const on = addDays(bill.due, patience + late);
      return { bill, on: on <= bill.date ? addDays(bill.date, 1) : on };
    })
    .toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0));
  const groups = Map.groupBy(wants, ({ bill, on }) => {
    if (rhythm === "each") return bill.id;
    if (rhythm === "monthly") return `${on.slice(0, 7)}`;
    return addDays(on, (payDay - isoWeekday(on) + 7) % 7);
  });
  const paid: Bill[] = [];
  for (const group of groups.values()) {
    // A treasury office pays each commune's mandate for itself, now and then several in one.
    const parts =
      payer.kind === "treasury" && chance.yes(0.8)
        ? [...Map.groupBy(group, ({ bill }) => bill.cinema.company).values()]
        : [group];
    for (const part of parts) {
      const date = onAWeekday(part.at(-1)?.on ?? until);
      if (date > until) continue;
      const chosen = part.map(({ bill }) => bill).slice(0, 14);
      orders.push(...settled(chance, payer, date, chosen, usual, { isCheque, paid, all }));
      paid.push(...chosen);
    }
  }
  return orders;
}

interface Around {
  readonly isCheque: boolean;
  readonly paid: readonly Bill[];
  readonly all: readonly Bill[];
}

function settled(
  chance: Chance,
  payer: Payer,
  date: CivilDate,
  bills: readonly Bill[],
  usual: Naming,
  { isCheque, paid, all }: Around,
): Order[] {
  const shares = bills.map((bill) => ({ bill, cents: bill.total - bill.credited }));
  const owed = shares.reduce((sum, { cents }) => sum + cents, 0);
  const drawn = chance.yes(0.88) ? usual : chance.weighted(NAMINGS);
  const many = bills.length > 1 && drawn === "full" ? chance.weighted(OF_MANY) : drawn;
  const naming = fitting(many, bills.length, paid.length);
  const also =
    naming === "full and one paid"
      ? paid.slice(-1)
      : naming === "full and a stranger's"
        ? [chance.one(all)]
        : [];
  const who = { own: "", site: "", head: "head, ", treasury: "treasury, ", relative: "relative, " }[
    payer.kind
  ];
  const size = bills.length === 1 ? "one" : "several";
  const plain: Order = {
    date,
    payer,
    shares,
    amount: owed,
    naming,
    kind: `${who}${size}, ${naming}`,
    also,
    isCheque,
  };
  const last = shares.at(-1);
  if (!last) return [];
  const others = chance.yes(0.05) ? [contrary(chance, plain, all)] : [];
  const quirk = chance.weighted(payer.kind === "head" ? { ...QUIRKS, deducted: 200 } : QUIRKS);
  const lastLess = (less: number): Share[] => [
    ...shares.slice(0, -1),
    { bill: last.bill, cents: last.cents - less },
  ];
  switch (quirk) {
    case "none":
      return [plain, ...others];
    case "part":
    case "deducted": {
      const less =
        quirk === "part"
          ? Math.round(last.cents * 0.4)
          : Math.min(Math.round(last.cents / 2), chance.one([1_500, 2_750, 4_400, 6_000]));
      return [{ ...plain, kind: quirk, amount: owed - less, shares: lastLess(less) }, ...others];
    }
    case "in two": {
      if (bills.length > 1) return [plain, ...others];
      const first = chance.yes(0.5) ? Math.round(owed / 2) : Math.round(owed / 3);
      const half = (cents: number, days: number): Order => ({
        ...plain,
        date: onAWeekday(addDays(date, days)),
        kind: "in two",
        amount: cents,
        shares: [{ bill: last.bill, cents }],
      });
      return [half(first, 0), half(owed - first, chance.one([0, 1, 7, 14, 30])), ...others];
    }
    case "over":
      return [{ ...plain, kind: "over", amount: owed + chance.one([1_000, 2_000, 5_000, last.cents]) }];
    case "cents": {
      // No invoice paid before is quoted: a few cents may be what was left of it.
      const off = chance.one([-90, -9, -2, -1, 1, 2, 20]);
      return [
        { ...plain, kind: "cents", also: [], amount: owed + off, shares: off < 0 ? lastLess(-off) : shares },
      ];
    }
    case "twice":
      return [
        plain,
        { ...plain, kind: "twice", shares: [], date: onAWeekday(addDays(date, chance.whole(1, 12))) },
      ];
    case "returned": {
      const back = onAWeekday(addDays(date, chance.whole(1, 5)));
      return [plain, { ...plain, kind: "returned", shares: [], amount: -owed, date: back }];
    }
    case "somebody else's": {
      // The payer's own money, and a stranger's number: of the same amount when there is one.
      const strangers = all.filter(({ cinema }) => !payer.companies.includes(cinema.company));
      const twins = strangers.filter((bill) => bill.total - bill.credited === owed && bill.date <= date);
      const other = chance.one(twins.length > 0 ? twins : strangers);
      return [
        { ...plain, naming: "somebody else's", kind: "somebody else's number", also: [other] },
        ...others,
      ];
    }
  }
}

/** Nobody writes a range of one, or quotes what was paid before when nothing was. */
function fitting(naming: Naming, count: number, paid: number): Naming {
  if (count === 1 && (naming === "first of many" || naming === "range")) return "full";
  if (naming === "full and one paid" && paid === 0) return "full";
  return naming;
}

/** The amount of an open invoice of this payer to the cent, and words that say it is for something else. */
function contrary(chance: Chance, plain: Order, all: readonly Bill[]): Order {
  const mine = all.filter(
    (bill) =>
      plain.payer.companies.includes(bill.cinema.company) && bill.date <= plain.date && bill.due > plain.date,
  );
  const twin = mine.length > 0 && chance.yes(0.85) ? chance.one(mine) : undefined;
  return {
    ...plain,
    naming: chance.yes(0.7) ? "contrary" : "another distributor",
    kind: twin ? "contrary, amount of an invoice" : "contrary",
    amount: twin ? twin.total - twin.credited : chance.whole(1_500, 60_000),
    shares: [],
    also: [],
    isCheque: false,
  };
}

function onAWeekday(day: CivilDate): CivilDate {
  const weekday = isoWeekday(day);
  return weekday > 5 ? addDays(day, 8 - weekday) : day;
}
