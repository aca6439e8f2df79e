import type { ColumnChoice } from "@bobine/contract/statement-columns";
import { frenchAmount } from "./french-number.ts";
import { frenchDate } from "./french-date.ts";
import { currencyInName } from "./currency-names.ts";
import { normaliseText } from "./normalise-name.ts";
import { EVIDENCE_COLUMN_NAMES as BESIDE } from "./evidence-column-names.ts";
import { AMOUNT_WITH_FEE_NAMES, COLUMN_NAMES as NAMES, FEE_NAMES } from "./statement-column-names.ts";
import type { FileRow } from "./tables/file-row.ts";

/** Columns that tell something beside the label (BANK-29), each the one to prefer first. */
export interface ColumnsBeside {
  readonly parties: readonly number[];
  readonly ibans: readonly number[];
  readonly endToEndIds: readonly number[];
  readonly references: readonly number[];
  readonly paymentTypes: readonly number[];
  /** All of them. */
  readonly more: readonly number[];
}

/** How the amounts of a table are read. `any`: each by itself; `mixed`: both marks stand before decimals, so that `12,500` is none. */
export type TableMark = "any" | "comma" | "dot" | "mixed";

/** Where each thing stands in a row; columns from 0. */
export interface Layout {
  /** Index in `rows` of the first row after the header. */
  readonly first: number;
  readonly bank: string | null;
  readonly date: number;
  readonly valueDate: number | undefined;
  /** The main label first, then what may complete it. */
  readonly labels: readonly number[];
  readonly amount: number | undefined;
  /** The amounts without their fees, beside the whole ones. */
  readonly beforeFee?: number;
  readonly debit: number | undefined;
  readonly credit: number | undefined;
  readonly sense: number | undefined;
  readonly currency: number | undefined;
  /** What the name of its column of amounts says, whatever the row says. */
  readonly inCurrency?: string;
  /** What the rows above the operations say, where a row says nothing. */
  readonly currencyAbove?: string;
  readonly status: number | undefined;
  readonly account: number | undefined;
  readonly reference: number | undefined;
  /** What is on the account after the line. */
  readonly balance: number | undefined;
  /** Undefined when there is none. */
  readonly beside: ColumnsBeside | undefined;
  /** How many columns have a meaning: the best of several ways to cut a file is the one with the most. */
  readonly score: number;
  /** The names of its columns where they stand in two rows, « Montant » above « Débit » and « Crédit ». */
  readonly names?: readonly string[];
  /** What tells of an operation that has no label. */
  readonly insteadOfLabel?: readonly number[];
  /** How a person says that its cells are written; else as banks mostly write them (BANK-5, BANK-6). */
  readonly cells?: Pick<ColumnChoice, "debit_word" | "decimal_mark" | "date_order" | "sign">;
  /** Its rows have said which column is the sense: its layout is the one that it has without. */
  readonly isSenseFound?: true;
  /** How its amounts are read, once they have said it themselves (`MarksOfAmounts`). */
  readonly mark?: TableMark;
  /** A person chose it. */
  readonly choice?: ColumnsOfPerson;
}

export type NamedColumns = Omit<
  Layout,
  | "first"
  | "bank"
  | "date"
  | "beside"
  | "score"
  | "cells"
  | "choice"
  | "isSenseFound"
  | "inCurrency"
  | "currencyAbove"
  | "names"
  | "insteadOfLabel"
> & {
  readonly date: number | undefined;
};

/** Which choice of columns a table was read by (BANK-30). */
export interface ColumnsOfPerson {
  readonly header_key: string;
  /** Names of the columns, as the file writes them; none of a table without. */
  readonly header: readonly string[];
  readonly origin: "chosen" | "remembered";
}

export const HEADER_WITHIN = 40;

const CURRENCY_AFTER = / (en )?(euros?|eur)$/;
export const columnName = (cell: string): string =>
  normaliseText(cell.slice(0, 100)).replace(CURRENCY_AFTER, "");

/** Banks by columns that only they write (BANK-8). */
const BANKS: readonly { readonly bank: string; readonly columns: readonly string[] }[] = [
  { bank: "BNP Paribas", columns: ["libelle court", "type operation", "libelle operation"] },
  { bank: "Société Générale", columns: ["date comptabilisation", "libelle complet operation"] },
  { bank: "Société Générale", columns: ["detail de l ecriture", "montant de l operation"] },
  { bank: "BoursoBank", columns: ["dateop", "dateval", "supplierfound"] },
  { bank: "Qonto", columns: ["settlement date utc", "transaction id"] },
  { bank: "Qonto", columns: ["date de la valeur utc", "identifiant de transaction"] },
  {
    bank: "Caisse d’Épargne / Banque Populaire",
    columns: ["libelle simplifie", "pointage operation"],
  },
  { bank: "Revolut", columns: ["date completed utc", "orig currency"] },
  { bank: "Crédit Mutuel / CIC", columns: ["date", "date de valeur", "debit", "credit", "libelle", "solde"] },
  {
    bank: "Crédit Mutuel / CIC",
    columns: ["date d operation", "date de valeur", "montant", "libelle", "solde"],
  },
];

/** The layout told by a header within the first 40 rows, if there is one (BANK-3). */
export function layoutByHeader(rows: readonly FileRow[]): Layout | undefined {
  let best: Layout | undefined;
  for (const [index, row] of rows.slice(0, HEADER_WITHIN).entries()) {
    const layout = layoutOfRows(row.cells, rows[index + 1]?.cells ?? [], index + 1);
    if (layout && layout.score > (best?.score ?? 0)) best = layout;
  }
  return best;
}

/** A header may have a second row, with the names of the two columns below « Montant ». */
function layoutOfRows(
  header: readonly string[],
  below: readonly string[],
  first: number,
): Layout | undefined {
  const names = namesOfBoth(header, below);
  if (!names) {
    const layout = layoutOfHeader(header, first);
    return layout && isParted(header, below, layout) ? undefined : layout;
  }
  const layout = layoutOfHeader(names, first + 1);
  return layout && { ...inCurrency(header, layout), ...layout, names };
}

function namesOfBoth(header: readonly string[], below: readonly string[]): readonly string[] | undefined {
  const [above, own] = [columnsNamed(header), columnsNamed(below)];
  if (own.debit === undefined || own.credit === undefined) return undefined;
  if (above.date === undefined || above.debit !== undefined || above.credit !== undefined) return undefined;
  const width = Math.max(header.length, below.length);
  const names = Array.from({ length: width }, (_, column) => nameOfBoth(header[column], below[column]));
  // A second row that names a day by itself is the header, unless its days stand below those of the first.
  const isHeader = own.date !== undefined && columnsNamed(names).date === own.date;
  return isHeader || (own.date === undefined && own.labels.length > 0) ? undefined : names;
}

/** « Date » above « valeur » is a date of value, « Montant » above « Débit » are the debits. */
function nameOfBoth(above = "", below = ""): string {
  const both = `${above} ${below}`.trim();
  return isDay(columnsNamed([both])) ? both : below.trim() || above;
}
const isDay = ({ date }: NamedColumns): boolean => date !== undefined;

/** Texts below the name of the amount and below none, and nothing below the day and the label: two columns that somebody has to name. */
function isParted(
  header: readonly string[],
  below: readonly string[],
  { date, labels, amount }: Layout,
): boolean {
  if (amount === undefined || (header[amount + 1] ?? "").trim() !== "") return false;
  const isWord = (column: number): boolean => /^\P{N}*\p{L}\P{N}*$/u.test(below[column] ?? "");
  const isBlank = (column: number): boolean => (below[column] ?? "").trim() === "";
  return isWord(amount) && isWord(amount + 1) && isBlank(date) && labels.every(isBlank);
}

function layoutOfHeader(header: readonly string[], first: number): Layout | undefined {
  const { date, labels, ...rest } = columnsNamed(header);
  if (date === undefined || labels.length === 0) return undefined;
  if (rest.amount === undefined && rest.debit === undefined && rest.credit === undefined) return undefined;
  const telling = Object.values({ ...rest, balance: undefined, beforeFee: undefined }).filter(
    (column) => column !== undefined,
  );
  const score = 1 + labels.length + telling.length;
  const names = header.map(columnName);
  const bank = bankOf(header, names);
  const beside = columnsBeside(header);
  return { first, bank, date, labels, ...rest, ...inCurrency(header, rest), beside, score };
}

/** Of several columns of amounts, what the name of one says. */
export function inCurrency(
  header: readonly string[],
  { amount, debit, credit }: Pick<NamedColumns, "amount" | "debit" | "credit">,
): Pick<Layout, "inCurrency"> {
  for (const column of [amount, debit, credit]) {
    const code = column === undefined ? undefined : currencyInName(header[column] ?? "");
    if (code !== undefined) return { inCurrency: code };
  }
  return {};
}

/** The columns that tell something beside the label, by their names (BANK-29). */
export function columnsBeside(header: readonly string[]): ColumnsBeside | undefined {
  const names = header.map(columnName);
  const all = (aliases: readonly string[]): number[] =>
    aliases.map((alias) => names.indexOf(alias)).filter((column) => column !== -1);
  const beside = {
    parties: [...all(NAMES.party), ...all(BESIDE.otherParty)],
    ibans: all(BESIDE.partyIban),
    endToEndIds: all(BESIDE.endToEndId),
    references: [...all(NAMES.reference), ...all(BESIDE.structuredReference)],
    more: all(BESIDE.more),
    paymentTypes: all(BESIDE.paymentType),
  };
  return Object.values(beside).some((columns) => columns.length > 0) ? beside : undefined;
}

/** What the names of columns say, be it enough for a layout or not (BANK-3). */
export function columnsNamed(header: readonly string[]): NamedColumns {
  const names = header.map(columnName);
  const find = (aliases: readonly string[]): number | undefined => {
    for (const alias of aliases) {
      const column = names.indexOf(alias);
      if (column !== -1) return column;
    }
    return undefined;
  };
  /** Of « Montant », « Devise » and « Montant EUR », what came onto the account. */
  const findAmounts = (aliases: readonly string[]): number | undefined => {
    const found = find(aliases);
    const inEuros = names.findIndex(
      (name, column) =>
        found !== undefined && name === names[found] && currencyInName(header[column] ?? "") === "EUR",
    );
    return inEuros === -1 ? found : inEuros;
  };
  const all = (aliases: readonly string[]): number[] =>
    aliases.map((alias) => names.indexOf(alias)).filter((column) => column !== -1);

  const amount = findAmounts(NAMES.amount);
  const withFee = find(FEE_NAMES) === undefined ? undefined : findAmounts(AMOUNT_WITH_FEE_NAMES);
  const isBeforeFee =
    amount !== undefined && withFee !== undefined && amount !== withFee && names[amount] !== names[withFee];
  const valueDate = find(NAMES.valueDate);
  const identifier = find(NAMES.identifier);
  const motive = find(NAMES.reference);
  const main = all(NAMES.label);
  const labels = [
    ...(main.length > 0 ? main : all(NAMES.otherLabel)),
    ...all(NAMES.party),
    ...all(NAMES.complement),
  ];
  if (identifier !== undefined && motive !== undefined) labels.push(motive);
  return {
    date: find(NAMES.date) ?? valueDate,
    valueDate,
    labels,
    amount: withFee ?? amount,
    ...(isBeforeFee ? { beforeFee: amount } : {}),
    debit: findAmounts(NAMES.debit),
    credit: findAmounts(NAMES.credit),
    sense: find(NAMES.sense),
    currency: find(NAMES.currency),
    status: find(NAMES.status),
    account: find(NAMES.account),
    reference: identifier ?? motive,
    balance: find(NAMES.balance),
  };
}

/** Whether a column of this name has an identifier of its own for each operation. */
export const isIdentifier = (header: string): boolean =>
  NAMES.identifier.some((name) => name === columnName(header));

function bankOf(header: readonly string[], names: readonly string[]): string | null {
  const known = BANKS.find(({ columns }) => columns.every((column) => names.includes(column)));
  if (known) return known.bank;
  const raw = header.map((cell) => normaliseText(cell.slice(0, 100)));
  if (raw.includes("debit euros") && raw.includes("credit euros")) return "Crédit Agricole";
  if (raw.includes("montant euros") && raw.includes("libelle")) return "La Banque Postale";
  return null;
}

/** LCL writes no header: a date, then an amount, in 6 rows of 10 at least; the label is the longest text (BANK-4). */
export function layoutWithoutHeader(rows: readonly FileRow[]): Layout | undefined {
  const filled = rows.filter((row) => row.cells.some((cell) => cell.trim() !== ""));
  const operations = filled.filter(
    ({ cells }) => frenchDate(cells[0] ?? "") !== undefined && frenchAmount(cells[1] ?? "") !== undefined,
  );
  if (operations.length === 0 || operations.length < filled.length * 0.6) return undefined;
  const widths: number[] = [];
  for (const { cells } of operations) {
    for (const [column, cell] of cells.entries()) {
      if (column > 1 && /\p{L}/u.test(cell)) widths[column] = (widths[column] ?? 0) + cell.length;
    }
  }
  const label = widths.reduce(
    (longest, width, column) => (width > (widths[longest] ?? 0) ? column : longest),
    0,
  );
  if (label === 0) return undefined;
  return {
    first: 0,
    bank: "LCL",
    date: 0,
    amount: 1,
    labels: [label],
    // The kind of the operation and the number of a cheque.
    insteadOfLabel: Array.from({ length: label - 2 }, (_, place) => place + 2),
    valueDate: undefined,
    debit: undefined,
    credit: undefined,
    sense: undefined,
    currency: undefined,
    status: undefined,
    account: undefined,
    reference: undefined,
    balance: undefined,
    beside: undefined,
    score: 3,
  };
}
