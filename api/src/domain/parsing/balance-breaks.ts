import { addDays, type CivilDate, frenchDate } from "@bobine/contract/civil-date";
import { euros } from "@bobine/contract/french";
import { type Cents, cents } from "@bobine/contract/money";
import { endOfDayOf, type StatementBalance } from "./statement-balances.ts";
import type { StatementLine } from "./statement-line.ts";

const NBSP = "\u00a0";

export type SaidBalance = Pick<StatementBalance, "kind" | "date" | "amount">;
export type DatedAmount = Pick<StatementLine, "transaction_date" | "amount">;

/** A bank account as it would be with a file. */
export interface AccountWithFile {
  readonly label: string;
  /** What earlier statements and people say is on it, its opening balance among them. */
  readonly known: readonly SaidBalance[];
  /** What the file says. */
  readonly told: readonly SaidBalance[];
  /** Its operations in euros that are here, and those that the file brings. */
  readonly lines: readonly DatedAmount[];
  readonly fresh: readonly DatedAmount[];
}

/** What is on the account at the end of a day. */
interface Point {
  readonly date: CivilDate;
  readonly amount: Cents;
}

/**
 * Sentences about a file whose balances do not go on from those that are known, do not lead to them, or say something else of one day
 * (BANK-36). How the balances of the file go together is told by whoever reads it.
 */
export function balanceBreaks({ label, known, told, lines, fresh }: AccountWithFile): string[] {
  const own = pointsOf(told);
  const others = pointsOf(known);
  const [first, last] = [own[0], own.at(-1)];
  const all = [...lines, ...fresh];
  const gap = (from: Point | undefined, to: Point | undefined): string[] => {
    if (!from || !to) return [];
    const moved = sumBetween(all, from.date, to.date);
    const missing = cents(to.amount - from.amount - moved);
    return missing === 0 ? [] : [gapText(from, to, moved, missing)];
  };
  const isTouched = (from: Point, to: Point): boolean =>
    fresh.some((line) => line.transaction_date > from.date && line.transaction_date <= to.date);
  const gapsIn = (points: readonly Point[]): string[] =>
    points.slice(1).flatMap((to, place) => {
      const from = points[place];
      return from && isTouched(from, to) ? gap(from, to) : [];
    });
  if (!first || !last) return gapsIn(others).map((text) => named(label, text));
  const before = others.filter(({ date }) => date < first.date);
  const after = others.filter(({ date }) => date > last.date);
  const within = others.filter(({ date }) => date >= first.date && date <= last.date);
  // Where both tell of one day, that is the difference.
  const isKnown = ({ date }: Point): boolean => within.some((point) => point.date === date);
  return [
    ...gapsIn(before),
    ...(isKnown(first) ? [] : gap(before.at(-1), first)),
    ...within.flatMap((point) => {
      const from = own.findLast(({ date }) => date <= point.date) ?? first;
      const amount = cents(from.amount + sumBetween(all, from.date, point.date));
      return amount === point.amount ? [] : [contradictionText(point, amount)];
    }),
    ...(isKnown(last) ? [] : gap(last, after[0])),
    ...gapsIn(after),
  ].map((text) => named(label, text));
}

/** In the order of days. Of one day that has several amounts the last one counts. */
const pointsOf = (balances: readonly SaidBalance[]): Point[] =>
  [...new Map(balances.map((balance) => [endOfDayOf(balance), balance.amount]))]
    .map(([date, amount]) => ({ date, amount }))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1));

const sumBetween = (lines: readonly DatedAmount[], after: CivilDate, until: CivilDate): Cents =>
  cents(
    lines.reduce(
      (sum, line) =>
        line.transaction_date > after && line.transaction_date <= until ? sum + line.amount : sum,
      0,
    ),
  );

const size = (amount: Cents): string => euros(cents(Math.abs(amount)));

function gapText(from: Point, to: Point, moved: Cents, missing: Cents): string {
  const first = addDays(from.date, 1);
  const days =
    first === to.date ? `le ${frenchDate(first)}` : `du ${frenchDate(first)} au ${frenchDate(to.date)}`;
  return (
    `de ${euros(from.amount)} au ${frenchDate(from.date)} à ${euros(to.amount)} au ${frenchDate(to.date)}, ` +
    `les opérations font ${euros(moved)}. Écart de ${size(missing)}${NBSP}: il en manque ${days}, ou il y en a en double.`
  );
}

const contradictionText = ({ date, amount }: Point, told: Cents): string =>
  `au ${frenchDate(date)}, ce relevé donne ${euros(told)}, et ${euros(amount)} étaient déjà connus. ` +
  `Écart de ${size(cents(told - amount))}.`;

/** An account without a name is the only one. */
const named = (label: string, text: string): string =>
  label === "" ? text.replace(/^./, (letter) => letter.toUpperCase()) : `${label}${NBSP}: ${text}`;
