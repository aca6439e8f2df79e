// Lines of accounting entries: those that must come out, and those of a file A.
import { type Cents, cents, centsToWire, sumCents } from "@bobine/contract/money";
import { monthFile } from "./expected.ts";
import type { VatDue } from "./month.ts";

export interface EntryLine {
  readonly journal: string;
  /** YYYYMMDD */
  readonly date: string;
  readonly number: string;
  readonly piece: string;
  readonly account: string;
  readonly auxiliary: string;
  /** Debit less credit. */
  readonly amount: Cents;
}

const FILES = { collection: "ecritures-tva-encaissements.csv", debits: "ecritures-tva-debits.csv" } as const;

export const expectedEntries = (vat_due: VatDue): EntryLine[] =>
  rowsOf(monthFile(FILES[vat_due])).map(
    ([journal = "", date = "", piece = "", account = "", auxiliary = "", , debit = "", credit = ""]) => ({
      journal,
      date: date.split("/").toReversed().join(""),
      number: "",
      piece,
      account,
      auxiliary,
      amount: amountOf(debit, credit),
    }),
  );

export const entriesOf = (fileA: Buffer): EntryLine[] =>
  rowsOf(fileA).map((row) => {
    const at = (column: number): string => row[column] ?? "";
    return {
      journal: at(0),
      date: at(3),
      number: at(2),
      piece: at(8),
      account: at(4),
      auxiliary: at(6),
      amount: amountOf(at(11), at(12)),
    };
  });

/** As texts in an order of their own. Numbers are left out, and pieces where each software names them in its way. */
export const comparable = (entries: readonly EntryLine[]): string[] =>
  entries
    .map(({ journal, date, piece, account, auxiliary, amount }) =>
      [journal, date, NAMED.has(journal) ? piece : "", account, auxiliary, centsToWire(amount)].join(" "),
    )
    .toSorted();
const NAMED: ReadonlySet<string> = new Set(["VE", "AN"]);

/** Sum of the lines by what `key` makes of each; what is zero is left out. */
export function balances(
  entries: readonly EntryLine[],
  key: (entry: EntryLine) => string,
): Record<string, string> {
  const sums = [...Map.groupBy(entries, key)].map(
    ([name, lines]) => [name, sumCents(lines.map(({ amount }) => amount))] as const,
  );
  return Object.fromEntries(
    sums.filter(([, sum]) => sum !== 0).map(([name, sum]) => [name, centsToWire(sum)]),
  );
}

const amountOf = (debit: string, credit: string): Cents => cents(centsOf(debit) - centsOf(credit));
const centsOf = (text: string): number => Math.round(Number(text.replace(",", ".") || 0) * 100);

/** The cells of a list with `;`, without its header. */
export const rowsOf = (csv: Buffer): string[][] =>
  csv
    .toString()
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(";"));
