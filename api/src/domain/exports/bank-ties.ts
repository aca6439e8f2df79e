import { addDays, type CivilDate, endOfMonth } from "@bobine/contract/civil-date";
import { type Cents, cents } from "@bobine/contract/money";
import type { OpeningBalance } from "../bank-account.ts";
import { endOfDayOf, type StatementBalance } from "../parsing/statement-balances.ts";
import { must } from "../must.ts";

/** What of one bank account a year is made of. */
export interface BankFacts {
  readonly opening: OpeningBalance | null;
  /** Its lines in euros, by day in order, from the first one to the end of the year. */
  readonly days: readonly DaySum[];
  /** What statements and people say is on it, until the end of the year. */
  readonly stated: readonly Pick<StatementBalance, "kind" | "date" | "amount">[];
  /** By month of the year (`2026-10`), what its account in the books moves in the exports, opening balance included. */
  readonly ledger: ReadonlyMap<string, Cents>;
  /** What the exports have on a later day than its own, from before the end of the year until its first day or later. */
  readonly late: readonly LateMovement[];
}

/** What moves the account in the books on the first day that was open when it came in, or was taken back (EXP-11). */
export interface LateMovement {
  /** Of the bank. */
  readonly date: CivilDate;
  readonly entered_on: CivilDate;
  readonly label: string;
  readonly amount: Cents;
}

interface DaySum {
  readonly date: CivilDate;
  readonly amount: Cents;
  readonly count: number;
}

/** A month of a bank account. Balances are null while no opening balance is known before it. */
export interface TiedMonth {
  readonly month: string;
  readonly opening: Cents | null;
  readonly line_count: number;
  readonly movements: Cents;
  readonly closing: Cents | null;
  /** The last balance that the bank gives in the month, and how far it is from what lines make on that day. */
  readonly stated: { readonly date: CivilDate; readonly amount: Cents; readonly gap: Cents | null } | null;
  /** What its account in the books has at the end of the month in the exports. */
  readonly ledger: Cents | null;
  readonly state: "tied" | "gap" | "open";
}

/** What keeps an account from being tied, beside what its months tell. */
export type TieRemark =
  /** `proposed`: what its first balance and the lines before it come to. */
  | { readonly kind: "no_opening"; readonly proposed: OpeningBalance | null }
  | { readonly kind: "before_opening"; readonly count: number; readonly amount: Cents }
  /** Months without a line and without a balance, both included. */
  | { readonly kind: "no_statement"; readonly from: string; readonly to: string }
  /** Between the ends of two days, balances and lines differ: lines are missing or too many. */
  | { readonly kind: "gap"; readonly from: CivilDate; readonly to: CivilDate; readonly amount: Cents }
  /** Two balances of the end of one day. */
  | { readonly kind: "contradiction"; readonly date: CivilDate; readonly amounts: readonly Cents[] };

/** What is on the account at the end of a day, as the bank says. */
interface Point {
  readonly date: CivilDate;
  readonly amount: Cents;
}

/**
 * Ties a bank account for a year: opening balance + lines = closing balance of the bank = its account in the books (EXP-15).
 * @param today no month after it is expected
 */
export function tieOf(
  facts: BankFacts,
  year: number,
  today: CivilDate,
): { readonly months: TiedMonth[]; readonly remarks: TieRemark[]; readonly late: LateMovement[] } {
  const { opening, days } = facts;
  const { points, contradictions } = pointsOf(facts.stated);
  const own = opening === null ? days : days.filter(({ date }) => date >= opening.date);
  const sums = runningSums(own);
  /** What opening balance and lines make at the end of a day. */
  const balanceAt = (day: CivilDate): Cents | null =>
    opening === null || addDays(day, 1) < opening.date ? null : cents(opening.amount + sums(day));
  const carried = carriedInBooks(facts, `${year - 1}-12-31` as CivilDate, balanceAt);
  const months = monthsOf(facts, points, year, today).map((month): TiedMonth => {
    const from = `${month}-01` as CivilDate;
    const to = endOfMonth(from);
    const within = own.filter(({ date }) => date >= from && date <= to);
    const movements = sumOf(within);
    const before = balanceAt(addDays(from, -1)) ?? (opening && opening.date <= to ? opening.amount : null);
    const closing = balanceAt(to);
    const point = points.findLast(({ date }) => date >= from && date <= to);
    const computed = point ? balanceAt(point.date) : null;
    const stated = point
      ? { ...point, gap: computed === null ? null : cents(point.amount - computed) }
      : null;
    const ledger = ledgerAt(facts, month, carried);
    const isWhole = point !== undefined && !within.some(({ date }) => date > point.date);
    const hasGap = (stated?.gap ?? 0) !== 0 || (closing !== null && ledger !== null && ledger !== closing);
    return {
      month,
      opening: before,
      line_count: within.reduce((count, day) => count + day.count, 0),
      movements,
      closing,
      stated,
      ledger,
      state: hasGap ? "gap" : closing !== null && isWhole ? "tied" : "open",
    };
  });
  return {
    months,
    remarks: [
      ...openingRemarks(facts, points, own),
      ...silentMonths(months),
      ...contradictions,
      ...gapsOf(opening, points, sums, year),
    ],
    late: withoutOpposites(
      facts.late.filter((one) => months.some(({ month }) => isMissingAt(one, endOfMonthOf(month)))),
    ),
  };
}

const endOfMonthOf = (month: string): CivilDate => endOfMonth(`${month}-01` as CivilDate);

/** Whether the bank has it at the end of a day, and the books have it later. */
const isMissingAt = ({ date, entered_on }: LateMovement, day: CivilDate): boolean =>
  date <= day && day < entered_on;

/** A line that was taken back and came again has moved nothing. */
function withoutOpposites(late: readonly LateMovement[]): LateMovement[] {
  /** By days and amount, the places of those that nothing has taken back yet. */
  const open = new Map<string, number[]>();
  const gone = new Set<number>();
  for (const [place, one] of late.entries()) {
    const opposite = open.get(keyOf(one, 0 - one.amount))?.pop();
    if (opposite !== undefined) gone.add(opposite).add(place);
    else {
      const same = open.get(keyOf(one, one.amount)) ?? [];
      open.set(keyOf(one, one.amount), same);
      same.push(place);
    }
  }
  return late.filter((_one, place) => !gone.has(place));
}

const keyOf = ({ date, entered_on }: LateMovement, amount: number): string =>
  `${date} ${entered_on} ${amount}`;

/** What the books have at the end of the year before: what lines make, without what is entered since. */
function carriedInBooks(
  { opening, late }: BankFacts,
  day: CivilDate,
  balanceAt: (day: CivilDate) => Cents | null,
): Cents | null {
  const balance = balanceAt(day);
  if (opening === null || balance === null) return null;
  const missing = late.filter((one) => one.date >= opening.date && isMissingAt(one, day));
  return cents(balance - missing.reduce((sum, { amount }) => sum + amount, 0));
}

function pointsOf(stated: BankFacts["stated"]): { points: Point[]; contradictions: TieRemark[] } {
  const byDay = new Map<CivilDate, Cents[]>();
  for (const one of stated) {
    const amounts = byDay.get(endOfDayOf(one)) ?? [];
    byDay.set(endOfDayOf(one), amounts.includes(one.amount) ? amounts : [...amounts, one.amount]);
  }
  const all = [...byDay].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    points: all.flatMap(([date, amounts]) =>
      amounts.length === 1 ? amounts.map((amount) => ({ date, amount })) : [],
    ),
    contradictions: all.flatMap(([date, amounts]) =>
      amounts.length === 1 ? [] : [{ kind: "contradiction" as const, date, amounts }],
    ),
  };
}

const sumOf = (days: readonly DaySum[]): Cents => cents(days.reduce((sum, { amount }) => sum + amount, 0));

/** Of days in order: the sum of those until a day. */
function runningSums(days: readonly DaySum[]): (day: CivilDate) => Cents {
  const sums: number[] = [];
  for (const { amount } of days) sums.push((sums.at(-1) ?? 0) + amount);
  return (day) => cents(sums[days.findLastIndex(({ date }) => date <= day)] ?? 0);
}

/** From the first month of the year that has something to the last one that is due. */
function monthsOf(
  { opening, days, stated, ledger }: BankFacts,
  points: readonly Point[],
  year: number,
  today: CivilDate,
): string[] {
  const all = Array.from({ length: 12 }, (_, place) => `${year}-${String(place + 1).padStart(2, "0")}`);
  const begins = [opening?.date, days[0]?.date, points[0]?.date]
    .flatMap((date) => (date === undefined ? [] : [date.slice(0, 7)]))
    .toSorted()[0];
  const known = [
    days.at(-1)?.date ?? "",
    ...stated.map((one) => one.date),
    ...[...ledger].flatMap(([month, amount]) => (amount === 0 ? [] : [month])),
  ].map((date) => date.slice(0, 7));
  const last = must([today.slice(0, 7), ...known].toSorted().at(-1), "last month");
  return begins === undefined ? [] : all.filter((month) => month >= begins && month <= last);
}

/** The books go on from what the year before left, and hold the opening balance when it is of this year. */
function ledgerAt({ opening, ledger }: BankFacts, month: string, carried: Cents | null): Cents | null {
  if (opening === null || opening.date.slice(0, 7) > month) return null;
  const isOpened = opening.date.slice(0, 4) === month.slice(0, 4);
  let sum: number = isOpened ? 0 : (carried ?? 0);
  for (const [of, amount] of ledger) if (of <= month) sum += amount;
  return cents(sum);
}

function openingRemarks(
  { opening, days }: BankFacts,
  points: readonly Point[],
  own: readonly DaySum[],
): TieRemark[] {
  if (opening !== null) {
    const before = days.slice(0, days.length - own.length);
    const count = before.reduce((sum, day) => sum + day.count, 0);
    return count === 0 ? [] : [{ kind: "before_opening", count, amount: sumOf(before) }];
  }
  const [point] = points;
  const [first] = days;
  if (!point && !first) return [];
  if (!point) return [{ kind: "no_opening", proposed: null }];
  const until = days.filter(({ date }) => date <= point.date);
  const date = until[0]?.date ?? addDays(point.date, 1);
  return [{ kind: "no_opening", proposed: { date, amount: cents(point.amount - sumOf(until)) } }];
}

/** Between months that have lines or a balance: a month is over before it is missed. */
function silentMonths(months: readonly TiedMonth[]): TieRemark[] {
  const remarks: TieRemark[] = [];
  const isSilent = (month: TiedMonth | undefined): month is TiedMonth =>
    month !== undefined && month.line_count === 0 && month.stated === null;
  for (let place = 0; place < months.length - 1; place += 1) {
    const from = months[place];
    if (!isSilent(from)) continue;
    let to = from;
    for (
      let next = months[place + 1];
      isSilent(next) && place + 2 < months.length;
      next = months[place + 1]
    ) {
      to = next;
      place += 1;
    }
    remarks.push({ kind: "no_statement", from: from.month, to: to.month });
  }
  return remarks;
}

/** Where balances of the bank and lines part: from one balance to the next, so that each difference is told once. */
function gapsOf(
  opening: OpeningBalance | null,
  points: readonly Point[],
  sums: (day: CivilDate) => Cents,
  year: number,
): TieRemark[] {
  const start = opening ? { date: addDays(opening.date, -1), amount: opening.amount } : undefined;
  const known = [...(start ? [start] : []), ...points.filter(({ date }) => !start || date > start.date)];
  const atStart = points.find(({ date }) => date === start?.date);
  const gaps = known.slice(1).flatMap((to, place): TieRemark[] => {
    const from = known[place];
    if (!from || Number(to.date.slice(0, 4)) !== year) return [];
    const amount = cents(to.amount - from.amount - (sums(to.date) - sums(from.date)));
    return amount === 0 ? [] : [{ kind: "gap", from: from.date, to: to.date, amount }];
  });
  if (!start || !atStart || atStart.amount === start.amount) return gaps;
  return [{ kind: "contradiction", date: start.date, amounts: [start.amount, atStart.amount] }, ...gaps];
}
