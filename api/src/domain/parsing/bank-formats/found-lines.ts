import { type Cents, cents } from "@bobine/contract/money";
import type { LineEvidence } from "../../line-evidence.ts";
import { withMore } from "../line-evidence.ts";
import { must } from "../../must.ts";
import type { PlacedLine } from "../statement-checks.ts";
import type { UnmarkedLine } from "./format-reading.ts";
import type { FoundLine } from "./table-row.ts";
import type { AmountBeyond } from "./wide-row.ts";

const NBSP = "\u00a0";
const LINES_TOLD = 5;
/** Of fewer operations nothing says what most are. */
const FEW = 3;

/** The operations of a table as they are found, whose signs and account its last rows may tell. */
export interface FoundLines {
  /**
   * @param line where it stands in the file
   * @param beyond whether it is wider than the names of the columns
   */
  add(found: FoundLine, line: number, beyond?: AmountBeyond): void;
  /** Texts that go on with the label of the one that was added last. */
  addMore(texts: readonly string[]): void;
  /** The one that was added last was none. */
  dropLast(): void;
  /** None so far was one of the account. @returns how many they were */
  dropAll(): number;
  count(): number;
  /** Takes out those of which neither a known word nor a sign says which way their money goes, when all have been added. */
  dropUnknownSenses(): readonly UnknownSense[];
  /** Takes out those that may be shifted, when all have been added: where most are wider, the file has a column without a name. */
  dropWider(): readonly number[];
  /** All of them; those that name no account of their own are of this one. */
  lines(account: string): readonly UnmarkedLine[];
  /** What is to be told, once the lines are there, of debits that have not the sign of the others (BANK-7). */
  oddDebits(): readonly string[];
  /** The same, with what the table says is on the account after each; nothing where it has no such column. */
  running(lines: readonly UnmarkedLine[]): PlacedLine[];
}

interface UnknownSense {
  readonly line: number;
  readonly word: string;
}

interface Place {
  readonly line: number;
  readonly balance: Cents | undefined;
}

export function foundLines(hasBalances: boolean): FoundLines {
  let all: UnmarkedLine[] = [];
  let places: Place[] = [];
  /** Those that a column calls a debit, with where they stand. */
  const debits = new Map<UnmarkedLine, number>();
  const unknown = new Map<UnmarkedLine, UnknownSense>();
  const wider = new Set<UnmarkedLine>();
  /** Those of the wider ones that may be shifted, with where they stand. */
  const doubtful = new Map<UnmarkedLine, number>();
  let odd: readonly number[] = [];
  let areSignsSet = false;
  const drop = (lines: ReadonlyMap<UnmarkedLine, unknown>): void => {
    places = places.filter((_, index) => !lines.has(must(all[index], "line")));
    all = all.filter((line) => !lines.has(line));
    for (const line of lines.keys())
      for (const other of [debits, unknown]) if (other !== lines) other.delete(line);
  };
  return {
    add({ found, sense, balance }, line, beyond) {
      if (beyond !== undefined) wider.add(found);
      if (beyond === "doubtful") doubtful.set(found, line);
      if (sense === "debit") debits.set(found, line);
      else if (typeof sense === "object") unknown.set(found, { line, word: sense.unknown });
      all.push(found);
      if (hasBalances) places.push({ line, balance });
    },
    addMore(texts) {
      const last = all.at(-1);
      if (last) last.evidence = texts.reduce<LineEvidence | undefined>(withMore, last.evidence);
    },
    dropLast() {
      const last = all.pop();
      if (last) {
        debits.delete(last);
        unknown.delete(last);
        wider.delete(last);
        doubtful.delete(last);
      }
      if (hasBalances) places.pop();
    },
    dropAll() {
      const count = all.length;
      all = [];
      places = [];
      for (const some of [debits, unknown, wider, doubtful]) some.clear();
      return count;
    },
    count: () => all.length,
    dropUnknownSenses() {
      if (unknown.size === 0 || isSigned(debits.keys()) || someWordIsSigned(unknown)) return [];
      drop(unknown);
      return [...unknown.values()];
    },
    dropWider() {
      if (doubtful.size === 0 || (all.length >= FEW && wider.size * 2 > all.length)) return [];
      drop(doubtful);
      return [...doubtful.values()];
    },
    lines(account) {
      if (!areSignsSet) {
        const hasSigns = isSigned(debits.keys());
        odd = [...debits].flatMap(([{ amount }, line]) => (amount < 0 === hasSigns ? [] : [line]));
        if (!hasSigns && debits.size > 0)
          all = all.map((line) => (debits.has(line) ? { ...line, amount: cents(0 - line.amount) } : line));
      }
      areSignsSet = true;
      return account === ""
        ? all
        : all.map((line) => (line.bank_account === "" ? { ...line, bank_account: account } : line));
    },
    oddDebits: () => (odd.length === 0 ? [] : [sentenceOf(odd, debits.size)]),
    running: (lines) =>
      places.map(({ line, balance }, index) => {
        const { bank_account, transaction_date, amount, currency_code } = must(lines[index], "line");
        return { bank_account, transaction_date, amount, currency_code, line, balance };
      }),
  };
}

/** Half of the debits or more have a minus: the signs are there already. A lone one with a minus takes a debit back. */
function isSigned(debits: Iterable<UnmarkedLine>): boolean {
  let [all, negative] = [0, 0];
  for (const { amount } of debits) {
    all += 1;
    if (amount < 0) negative += 1;
  }
  return negative > 0 && negative * 2 >= all;
}

/** Whatever language it is of. */
function someWordIsSigned(unknown: ReadonlyMap<UnmarkedLine, UnknownSense>): boolean {
  const lines = Map.groupBy(unknown.keys(), (line) => must(unknown.get(line), "sense").word.toLowerCase());
  return [...lines.values()].some(isSigned);
}

function sentenceOf(odd: readonly number[], all: number): string {
  const told = odd.slice(0, LINES_TOLD).join(", ") + (odd.length > LINES_TOLD ? "…" : "");
  return odd.length === 1
    ? `1 débit sur ${all} n’a pas le signe des autres (ligne ${told})${NBSP}: il est compté comme un encaissement.`
    : `${odd.length} débits sur ${all} n’ont pas le signe des autres (lignes ${told})${NBSP}: ils sont comptés comme des encaissements.`;
}
