import { normaliseText } from "./normalise-name.ts";
import { remembered } from "./remembered.ts";
import type { Layout } from "./statement-columns.ts";

const NBSP = "\u00a0";

/** As banks write them under « Sens », « Soll/Haben », « Dare/Avere », « Dr/Cr », without accents. */
const DEBIT_WORD = /^([-\u2212]|d|dbit|debit|debiteur|dr|s|soll|debe|cargo|dare|sorties?)$/i;
const CREDIT_WORD = /^(\+|c|crdt|credit|crediteur|cr|h|haben|haber|abono|avere|a|entrees?)$/i;

type Sense = "debit" | "credit";

/** Which way a word says that money goes; undefined of any other text. */
export function senseOfWord(text: string): Sense | undefined {
  const word = /[^\0-\x7f]/.test(text) ? normaliseText(text) || text : text;
  if (DEBIT_WORD.test(word)) return "debit";
  return CREDIT_WORD.test(word) ? "credit" : undefined;
}

/** Letters and signs say which way only beside one another: « A » is a purchase, too, and « - » stands for nothing. */
const SIDES: readonly (readonly [string, string])[] = [
  ["d", "c"],
  ["s", "h"],
  ["-", "+"],
  ["\u2212", "+"],
];
/** Of a text that is as long at most. */
const LONGEST = 12;
const readWord = remembered((text) => senseOfWord(text) ?? "none");

interface WordsOfColumn {
  readonly column: number;
  readonly debits: Set<string>;
  readonly credits: Set<string>;
  count: number;
  others: number;
  debitCount: number;
  negativeDebits: number;
}
/** After so many other texts a column is none of the sense. */
const ENOUGH = 20;

/** What the rows of a table say of a column of the sense that has no known name (BANK-7); undefined where none is needed. */
export function sensesOfTable(layout: SensedColumns):
  | {
      /** @param amount of an operation, as its own column has it */
      add(cells: readonly string[], amount: number): void;
      /** Once all rows have come: the column that says it, or what is wrong when one seems to say it and cannot be taken. */
      columns(): { readonly sure?: number; readonly fault?: string };
    }
  | undefined {
  const { date, valueDate, amount, debit, credit, sense, balance, choice } = layout;
  if (choice || amount === undefined) return undefined;
  if ([debit, credit, sense].some((column) => column !== undefined)) return undefined;
  const told = new Set([date, valueDate, amount, balance]);
  let columns: WordsOfColumn[] | undefined;
  let hasSigns = false;
  return {
    add(cells, value) {
      hasSigns ||= value < 0;
      columns ??= columnsOf(cells.length, told);
      for (const one of columns) addWord(one, cells[one.column], value);
      if (columns.some(isOther)) columns = columns.filter((one) => !isOther(one));
    },
    columns() {
      const sure = (columns ?? []).filter((one) => one.others === 0 && isTold(one, hasSigns));
      const [first, second] = sure;
      if (first && !second) return { sure: first.column };
      const asked = hasSigns ? undefined : (first ?? (columns ?? []).find(mayTell));
      return asked ? { fault: sentenceOf(asked) } : {};
    },
  };
}

type SensedColumns = Pick<
  Layout,
  "date" | "valueDate" | "amount" | "debit" | "credit" | "sense" | "balance" | "choice"
>;

function columnsOf(width: number, told: ReadonlySet<number | undefined>): WordsOfColumn[] {
  return Array.from({ length: width }, (_, column) => ({
    column,
    debits: new Set<string>(),
    credits: new Set<string>(),
    count: 0,
    others: 0,
    debitCount: 0,
    negativeDebits: 0,
  })).filter(({ column }) => !told.has(column));
}

function addWord(one: WordsOfColumn, cell: string | undefined, amount: number): void {
  const text = cell?.trim() ?? "";
  if (text === "") return;
  const word = text.length > LONGEST ? undefined : readWord(text);
  if (word === undefined || word === "none") {
    one.others += 1;
    return;
  }
  one.count += 1;
  if (word === "debit") {
    one.debitCount += 1;
    if (amount < 0) one.negativeDebits += 1;
  }
  const words = word === "debit" ? one.debits : one.credits;
  if (words.size < 2) words.add(text.toLowerCase());
}

const isOther = ({ others, count }: WordsOfColumn): boolean => others > ENOUGH && others > count;

const isLetter = (word: string): boolean => word.length === 1;
const hasLetters = ({ debits, credits }: WordsOfColumn): boolean => [...debits, ...credits].some(isLetter);

/** Half of its debits with a minus, or more, have their signs already; of letters, which may be something else, any sign will do. */
function isTold(one: WordsOfColumn, hasSigns: boolean): boolean {
  const { debits, credits, debitCount, negativeDebits } = one;
  if (debitCount === 0 || negativeDebits * 2 >= debitCount) return false;
  if (!hasLetters(one)) return true;
  return (
    !hasSigns &&
    debits.size === 1 &&
    credits.size === 1 &&
    SIDES.some(([debit, credit]) => debits.has(debit) && credits.has(credit))
  );
}

/** Words among others, or letters of two sides that may be something else. */
function mayTell(one: WordsOfColumn): boolean {
  const { debits, credits, debitCount, count, others } = one;
  if (debitCount === 0 || count < others) return false;
  return hasLetters(one) ? others === 0 && credits.size > 0 : debits.size > 0;
}

const sentenceOf = ({ column, debits }: WordsOfColumn): string =>
  `Les montants de ce fichier n’ont pas de signe, et sa colonne ${column + 1} semble dire le sens des opérations («${NBSP}${[...debits][0] ?? ""}${NBSP}»)${NBSP}: indiquez la colonne du sens.`;
