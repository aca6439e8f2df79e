import type { CivilDate } from "@bobine/contract/civil-date";
import type { Tx } from "../../db/scope.ts";
import { accountNamed, standardLabel } from "../../domain/bank-account.ts";
import { linesSeenBefore } from "../../domain/matching/same-line.ts";
import type { LineSource, StatementReading } from "../../domain/parsing/bank-statement.ts";
import { must } from "../../domain/must.ts";
import { doubtfulDays } from "../../domain/parsing/doubtful-days.ts";
import {
  foreignNotes,
  onOwnCurrency,
  strayLine,
  withoutForeignBalances,
} from "../../domain/parsing/foreign-amounts.ts";
import type { StatementLine } from "../../domain/parsing/statement-line.ts";
import type { Upload } from "../../http/receive-upload.ts";
import {
  accountMeant,
  type ComparedLine,
  onAccountOfFile,
  withAccountName,
  withAccountNames,
} from "./account-of-file.ts";
import { bankAccountErrors } from "./bank-accounts.errors.ts";
import { bankAccountsRepository, type KnownAccount } from "./bank-accounts.repository.ts";
import { importRepository as repository } from "./import.repository.ts";
import { checkBalances } from "./check-balances.ts";
import { correctedNotes } from "./corrected-lines.ts";
import { type LinesLeft, withoutNamedOtherwise, withoutReferencesKnown } from "./known-lines.ts";
import { type Days, daysOf, isWithin } from "./statement-days.ts";

/** What a statement would bring, before anything of it counts. */
export interface PreparedStatement {
  /** On the account of the file (BANK-15), with where its balances and those that are here part (BANK-36). */
  readonly statement: StatementReading;
  /** Its lines that are not here yet, each once. */
  readonly fresh: readonly StatementLine[];
  /** Sentences about days that are to come, or before the account existed (BANK-33). */
  readonly doubtfulDays: readonly string[];
}

/** The same for a preview and for the import. The caller holds `lockStatements`. */
export async function prepareStatement(
  tx: Tx,
  asked: {
    readonly distributorId: number;
    readonly bankAccountId: number | undefined;
    readonly today: CivilDate;
  },
  file: Pick<Upload, "sha256">,
  given: StatementReading,
): Promise<PreparedStatement> {
  const { distributorId, bankAccountId, today } = asked;
  const accounts = await bankAccountsRepository.list(tx, distributorId);
  const accountOf = (name: string) => accountMeant(name, accounts) ?? undefined;
  const onAccount = withoutForeignBalances(
    await onAccountOfFile(tx, distributorId, file, given, bankAccountId),
  );
  const lines = onOwnCurrency(onAccount.lines, (name) => accountMeant(name, accounts));
  const placed = { ...onAccount, lines };
  const stray = strayLine(lines, accountOf);
  if (stray) {
    const { label, currency } = must(accountOf(stray.bank_account), "its account");
    throw bankAccountErrors.otherCurrency(label, currency, stray.currency_code);
  }
  const found = await withoutReferencesKnown(tx, distributorId, placed, accounts);
  const unknown = await withoutLinesKnown(tx, distributorId, { given, accounts }, found);
  const fresh = await withoutLinesOfOtherSources(tx, distributorId, unknown, accounts);
  const { statement } = found;
  const { balances } = statement;
  const breaks = await checkBalances(tx, distributorId, (name) => accountMeant(name, accounts), {
    balances,
    fresh,
  });
  const corrections = await correctedNotes(tx, distributorId, statement, fresh, accountOf);
  const labelOf = (number: string) =>
    (accountNamed(number, accounts) ?? accounts[0])?.label ?? standardLabel(number);
  const notes = [...foreignNotes(fresh, labelOf), ...breaks, ...corrections];
  return {
    statement:
      notes.length === 0 ? statement : { ...statement, notes: [...(statement.notes ?? []), ...notes] },
    fresh,
    doubtfulDays: doubtfulDays(
      fresh.map(({ transaction_date, bank_account }) => {
        const account = accountMeant(bank_account, accounts);
        return { transaction_date, openedOn: account?.opened_on ?? null, opening: account?.opening ?? null };
      }),
      today,
    ),
  };
}

/**
 * What is left of a file but the lines that are here: of an earlier file by their fingerprint, also under another name of their account
 * (BANK-10), of the connection to the bank by what they say (BANK-11). A line of an earlier file must not stand for another one here.
 */
async function withoutLinesKnown(
  tx: Tx,
  distributorId: number,
  of: { readonly given: StatementReading; readonly accounts: readonly KnownAccount[] },
  found: LinesLeft,
): Promise<LinesLeft> {
  const { left: lines, statement } = found;
  const { accounts } = of;
  const days = daysOf(lines);
  if (!days) return found;
  const own = new Set(lines.map((line) => line.fingerprint));
  const seen = new Set((await repository.knownFingerprints(tx, distributorId, [...own])).keys());
  const unseen = lines.filter(({ fingerprint }) => {
    const isNew = !seen.has(fingerprint);
    seen.add(fingerprint);
    return isNew;
  });
  const { left: unknown, taken } = await withoutNamedOtherwise(tx, distributorId, of, found, unseen);
  const ofConnection = (await repository.linesAround(tx, distributorId, days, true)).filter(
    (line) => !own.has(line.fingerprint) && !taken.has(line.fingerprint),
  );
  if (ofConnection.length === 0) return { statement, left: unknown, taken };
  const same = linesSeenBefore(withAccountNames(unknown, accounts), withAccountNames(ofConnection, accounts));
  return { statement, left: unknown.filter((_, index) => !same.has(index)), taken };
}

/**
 * The lines of a file but those that another source has told of the same days (BANK-11): a bank writes its labels otherwise in each format and
 * layout, and names the account in some only. Beyond the days of that source, a line that looks like one of it is another one.
 */
async function withoutLinesOfOtherSources(
  tx: Tx,
  distributorId: number,
  { statement: { sources, lines: all }, left: unknown, taken }: LinesLeft,
  accounts: readonly KnownAccount[],
): Promise<readonly StatementLine[]> {
  const named = (line: ComparedLine) => withAccountName(line, accounts);
  const fingerprints = new Set(all.map((line) => line.fingerprint));
  const fresh = new Set(unknown);
  /** Of the same archive, those before. */
  const told: ToldLines[] = [];
  let start = 0;
  for (const source of sources) {
    const own = all.slice(start, start + source.line_count);
    start += source.line_count;
    // A file that ends in the middle of a day, or begins there, has no say about the day beside.
    const days = daysOf(own);
    if (!days) continue;
    const known = (await repository.linesOfOtherSources(tx, distributorId, days, source)).filter(
      (line) => !fingerprints.has(line.fingerprint) && !taken.has(line.fingerprint),
    );
    const files = [...Map.groupBy(known, (line) => line.import_id).values()].map((lines) => ({
      lines,
      periods: must(lines[0], "line of a file").periods,
    }));
    for (const { lines, periods } of [
      ...files,
      ...told.filter((one) => mayTellTheSame(one.source, source)),
    ]) {
      const left = own.filter(
        (line) => fresh.has(line) && periods.some((period) => isWithin(line.transaction_date, period)),
      );
      const there = lines.filter((line) => isWithin(line.transaction_date, days));
      const seen = linesSeenBefore(left.map(named), there.map(named));
      for (const index of seen.keys()) fresh.delete(must(left[index], "line"));
    }
    told.push({ source, periods: [days], lines: own.filter((line) => fresh.has(line)) });
  }
  return unknown.filter((line) => fresh.has(line));
}

/** Of one source fingerprints tell; two banks tell of two accounts. */
const mayTellTheSame = (one: LineSource, other: LineSource): boolean =>
  one.name !== other.name && (one.bank === null || other.bank === null || one.bank === other.bank);

interface ToldLines {
  readonly source: LineSource;
  readonly periods: readonly Days[];
  readonly lines: readonly StatementLine[];
}
