import type { Tx } from "../../db/scope.ts";
import { accountNamed, currencyPart } from "../../domain/bank-account.ts";
import type { StatementReading } from "../../domain/parsing/bank-statement.ts";
import {
  isDistinctive,
  moneySeenBefore,
  operationsSeenBefore,
  type IdentifiedLine,
} from "../../domain/parsing/same-reference.ts";
import { must } from "../../domain/must.ts";
import { fingerprintOnAccount } from "../../domain/parsing/statement-of-account.ts";
import { fingerprintsUnder } from "../../domain/parsing/bank-formats/fingerprint-of-line.ts";
import type { StatementLine } from "../../domain/parsing/statement-line.ts";
import { accountMeant } from "./account-of-file.ts";
import type { KnownAccount } from "./bank-accounts.repository.ts";
import { importRepository as repository } from "./import.repository.ts";
import { daysOf } from "./statement-days.ts";

/** A statement, with those of its lines that may be new. */
export interface LinesLeft {
  readonly statement: StatementReading;
  readonly left: readonly StatementLine[];
  /** Fingerprints that are here, of lines that the file has: they stand for no other one. */
  readonly taken: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** Leaves out what is here under its reference: money that another message of the bank has brought (BANK-20), operations of a table (BANK-10). */
export async function withoutReferencesKnown(
  tx: Tx,
  distributorId: number,
  statement: StatementReading,
  accounts: readonly KnownAccount[],
): Promise<LinesLeft> {
  const { file_format, lines } = statement;
  const isCamt = file_format.startsWith("camt.");
  const identified = isCamt ? lines : linesWithIdentifiers(statement);
  const days = daysOf(identified);
  const references = new Set(identified.map((line) => line.bank_reference).filter(isDistinctive));
  if (!days || references.size === 0) return { statement, left: lines, taken: NONE };
  const known = await repository.linesWithReferences(tx, distributorId, days, [...references]);
  if (known.length === 0) return { statement, left: lines, taken: NONE };
  if (!isCamt) return withoutOperationsKnown(statement, identified, known, accounts);
  const seen = moneySeenBefore(lines, known);
  return { statement, left: lines.filter((_, index) => !seen.has(index)), taken: NONE };
}

function linesWithIdentifiers({ lines, sources }: StatementReading): readonly StatementLine[] {
  if (sources.every((source) => source.has_identifiers)) return lines;
  let start = 0;
  return sources.flatMap((source) => {
    const own = source.has_identifiers ? lines.slice(start, start + source.line_count) : [];
    start += source.line_count;
    return own;
  });
}

/**
 * A saved operation stands for the line of its identifier alone. Another one alike has its fingerprint where the file tells them in another
 * order, or without what somebody has written beside one: it comes in under the fingerprint that the known one has in the file.
 */
function withoutOperationsKnown(
  statement: StatementReading,
  identified: readonly StatementLine[],
  known: readonly IdentifiedLine[],
  accounts: readonly KnownAccount[],
): LinesLeft {
  const isSameAccount = (one: string, other: string): boolean =>
    one === other || (accountMeant(one, accounts) ?? one) === (accountMeant(other, accounts) ?? other);
  // In an archive a line may be there several times, under one fingerprint.
  const once = [...new Map(identified.map((line) => [line.fingerprint, line])).values()];
  const found = operationsSeenBefore(once, known, isSameAccount);
  const seen = new Set<string>();
  /** By the fingerprint that is saved, the one of its line in the file. */
  const taken = new Map<string, string>();
  for (const [index, line] of once.entries()) {
    const saved = found.get(index);
    if (!saved) continue;
    seen.add(line.fingerprint);
    if (saved.fingerprint !== line.fingerprint) taken.set(saved.fingerprint, line.fingerprint);
  }
  const isKnown = ({ fingerprint }: StatementLine): boolean => seen.has(fingerprint);
  const free = (line: StatementLine): StatementLine => {
    let { fingerprint } = line;
    for (let next = taken.get(fingerprint); next !== undefined; next = taken.get(fingerprint))
      fingerprint = next;
    return fingerprint === line.fingerprint ? line : { ...line, fingerprint };
  };
  const lines = statement.lines.map((line) => (isKnown(line) ? line : free(line)));
  return {
    statement: { ...statement, lines },
    left: lines.filter((_, index) => !isKnown(must(statement.lines[index], "line"))),
    taken: new Set([...found.values()].map((saved) => saved.fingerprint)),
  };
}

/**
 * Leaves out the lines that are here on their account under another name of it, with the rank that they have in the file (BANK-10): a spreadsheet takes
 * the zeros from a number, a person the rows above the header.
 * @param given as its source names the accounts; its lines are those of the statement
 * @param unknown lines of the statement, the same objects
 */
export async function withoutNamedOtherwise(
  tx: Tx,
  distributorId: number,
  { given, accounts }: { readonly given: StatementReading; readonly accounts: readonly KnownAccount[] },
  { statement, taken }: Pick<LinesLeft, "statement" | "taken">,
  unknown: readonly StatementLine[],
): Promise<Pick<LinesLeft, "left" | "taken">> {
  const days = daysOf(unknown);
  if (!days) return { left: unknown, taken };
  const saved = await repository.accountNames(tx, distributorId, days);
  const namesOf = otherNames(given, saved, accounts);
  const wanted = new Set(unknown);
  const candidates: Candidate[] = [];
  /** Which source of the file is the first to have a fingerprint. */
  const own = new Map<string, number>();
  let at = 0;
  for (const [source, { line_count, bank }] of given.sources.entries()) {
    const unnamed = bank ?? (given.sources.length === 1 ? given.bank : null) ?? "";
    for (const end = at + line_count; at < end; at += 1) {
      const [line, told] = [must(statement.lines[at], "line"), must(given.lines[at], "line as it is told")];
      if (!own.has(line.fingerprint)) own.set(line.fingerprint, source);
      const names = wanted.has(line) ? namesOf(told, line) : undefined;
      if (names) candidates.push({ line, source, marks: marksUnder(names, told, unnamed) });
    }
  }
  const known = await repository.knownFingerprints(
    tx,
    distributorId,
    candidates.flatMap(({ marks }) => marks.map(({ fingerprint }) => fingerprint)),
  );
  const used = new Set(taken);
  const found = new Set<StatementLine>();
  for (const { line, source, marks } of candidates) {
    const mark = marks.find(({ fingerprint, account }) => {
      if (used.has(fingerprint)) return false;
      if (account !== undefined) return known.get(fingerprint) === account;
      // What another line of its own file is known by stands for that one.
      const before = own.get(fingerprint);
      return before === undefined ? known.has(fingerprint) : before < source;
    });
    if (mark === undefined) continue;
    used.add(mark.fingerprint);
    found.add(line);
  }
  return { left: found.size === 0 ? unknown : unknown.filter((line) => !found.has(line)), taken: used };
}

interface Candidate {
  readonly line: StatementLine;
  readonly source: number;
  readonly marks: readonly Mark[];
}

/** A fingerprint that a line may have elsewhere. */
interface Mark {
  readonly fingerprint: string;
  /** It stands for the line on this account alone. */
  readonly account?: number;
}

interface Names {
  /** The empty one where files name no account. */
  readonly names: readonly string[];
  /** An account that is, or was, not the first one: what names none is on it because somebody has chosen it. */
  readonly chosen: number | undefined;
  /** It was the first one, and has kept what names none (BANK-15). */
  readonly wasFirst: boolean;
}

/** @param unnamed what stands for an account that is not named */
function marksUnder(
  { names, chosen, wasFirst }: Names,
  told: StatementLine,
  unnamed: string,
): readonly Mark[] {
  const others = fingerprintsUnder(
    told,
    names.map((name) => name || unnamed),
  );
  const marks = others.map((fingerprint): Mark => ({ fingerprint }));
  if (chosen === undefined) return marks;
  for (const fingerprint of fingerprintsUnder(told, [unnamed])) {
    marks.push({ fingerprint: fingerprintOnAccount(fingerprint, chosen) });
    if (wasFirst) marks.push({ fingerprint, account: chosen });
  }
  return marks;
}

/**
 * How the lines that are here, and those of the files at hand, name the account of a line otherwise than it does.
 * @returns undefined where none does
 */
function otherNames(
  { lines, sources }: StatementReading,
  saved: readonly { readonly account: number | null; readonly name: string }[],
  accounts: readonly KnownAccount[],
): (told: StatementLine, line: StatementLine) => Names | undefined {
  const own = [...new Set(lines.map((line) => line.bank_account))];
  const beside = sources.length > 1 ? own : [];
  const [first] = accounts;
  const namesFor = (told: string, name: string): Names | undefined => {
    const account = accountMeant(name, accounts);
    const isMeant = (other: string): boolean =>
      account
        ? accountMeant(other, accounts) === account
        : accountNamed(other, [{ number: name }]) !== undefined;
    const isOfIt = ({ account: id, name: other }: (typeof saved)[number]): boolean =>
      id === null || !account ? isMeant(other) : id === account.id;
    // Before the first account is made, what a file names becomes that one, unless it names several.
    const isFirst = account ? account === first : first === undefined && own.length === 1;
    const onIt = saved.filter(isOfIt).map((one) => one.name);
    const names = [...onIt, ...beside.filter(isMeant)].filter((one) => one !== "" && !currencyPart(one));
    if (isFirst && [...saved.map((one) => one.name), ...beside].includes("")) names.push("");
    const others = [...new Set(names)].filter((one) => one !== told).slice(0, MOST_NAMES);
    // One in another currency is the first one only while none is in euros.
    const mayBeChosen = account && (account !== first || account.currency !== "EUR");
    const chosen = mayBeChosen && saved.some(({ account: id }) => id === account.id) ? account.id : undefined;
    if (others.length === 0 && chosen === undefined) return undefined;
    return { names: others, chosen, wasFirst: account !== first && onIt.includes("") };
  };
  const found = new Map<string, Names | undefined>();
  return ({ bank_account: told }, line) => {
    // What the file leaves without an account is on the chosen one; what is in another currency on a part of it (BANK-38).
    const name = told || (currencyPart(line.bank_account)?.number ?? line.bank_account);
    const key = `${told}\n${name}`;
    if (!found.has(key)) found.set(key, namesFor(told, name));
    return found.get(key);
  };
}

/** A file that names its account by the moment of its export would make each of them another name. */
const MOST_NAMES = 20;
