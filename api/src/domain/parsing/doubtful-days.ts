import { type CivilDate, frenchDate } from "@bobine/contract/civil-date";
import { counted } from "@bobine/contract/french";
import type { OpeningBalance } from "../bank-account.ts";
import type { StatementLine } from "./statement-line.ts";

const NBSP = "\u00a0";

/** An operation with what is known of its account; null while nobody has said it. */
type DatedLine = Pick<StatementLine, "transaction_date"> & {
  readonly openedOn: CivilDate | null;
  readonly opening: Pick<OpeningBalance, "date"> | null;
};

/** Sentences about operations of days that are to come, or before their account existed (BANK-33): mostly a slip of a year. */
export function doubtfulDays(lines: readonly DatedLine[], today: CivilDate): string[] {
  const toCome = lines.filter((line) => line.transaction_date > today);
  const before = Map.groupBy(lines, beginningMissed);
  return [
    ...(toCome.length > 0
      ? [
          `${datedAs(toCome)} après aujourd’hui${spanOf(toCome)}${NBSP}: vérifiez l’année et l’ordre du jour et du mois.`,
        ]
      : []),
    ...[...before].flatMap(([beginning, own]) =>
      beginning === undefined ? [] : [`${datedAs(own)} avant le ${beginning}${spanOf(own)}.`],
    ),
  ];
}

/** What the operation is older than: the account itself, else its opening balance. */
function beginningMissed({ transaction_date: day, openedOn, opening }: DatedLine): string | undefined {
  if (openedOn !== null && day < openedOn) return `${frenchDate(openedOn)}, jour où le compte a été ouvert`;
  if (opening !== null && day < opening.date)
    return `${frenchDate(opening.date)}, jour du solde d’ouverture du compte`;
  return undefined;
}

const datedAs = (lines: readonly DatedLine[]): string =>
  `${counted(lines.length, "opération est datée", "opérations sont datées")}`;

function spanOf(lines: readonly DatedLine[]): string {
  const days = lines.map((line) => line.transaction_date).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return "";
  return first === last ? ` (${frenchDate(first)})` : ` (du ${frenchDate(first)} au ${frenchDate(last)})`;
}
