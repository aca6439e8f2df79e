import type { StatementStats } from "@bobine/contract/banking";
import { cents, centsToWire } from "@bobine/contract/money";
import type { ChosenLayout } from "@bobine/contract/statement-columns";
import { lockStatements } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import type { StatementReading } from "../../domain/parsing/bank-statement.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import type { Upload } from "../../http/receive-upload.ts";
import type { Services } from "../../services.ts";
import { moveOnboarding } from "../company/move-onboarding.ts";
import { type AccountIds, nameBanks, withAccountsNamed } from "./accounts-of-lines.ts";
import { bankingErrors } from "./banking.errors.ts";
import { bankBalancesRepository } from "./bank-balances.repository.ts";
import { importRepository as repository, type SavedLine } from "./import.repository.ts";
import { rememberLayouts } from "./known-layouts.ts";
import { storedStatementsRepository } from "./stored-statements.repository.ts";
import { prepareStatement } from "./prepare-statement.ts";
import { saveLines } from "./save-lines.ts";

/** Messages that an answer and the audit log carry; the others are counted. */
const MAX_MESSAGES = 100;

export interface Importer {
  readonly distributorId: number;
  readonly userId: number;
  readonly source: AuditSource;
  /** Of what the file leaves without an account (BANK-15). */
  readonly bankAccountId?: number | undefined;
  /** What the importer says of the columns of tables (BANK-30). */
  readonly layouts?: readonly ChosenLayout[] | undefined;
  /** Its file, as it is kept (BANK-31). */
  readonly storedId?: string;
  /** Whether days to come, or before the account existed, keep it from being imported (BANK-33); else they are told with the result. */
  readonly asksAboutDays?: boolean;
}

/** What came of an import so far. */
export interface SavedStatement {
  readonly importId: number;
  readonly stats: StatementStats;
  /** What is certain of it is still to be lettered, by `letterInPacks`. */
  readonly isPlanned: boolean;
}

/**
 * Saves the new lines of a statement, letters them and writes down what happened, in the caller's transaction. Of a long one it only plans what
 * is certain (LET-56).
 */
export async function saveStatement(
  tx: Tx,
  services: Pick<Services, "clock" | "jobs">,
  importer: Importer,
  file: Pick<Upload, "fileName" | "size" | "sha256">,
  given: StatementReading,
  signal?: AbortSignal,
): Promise<SavedStatement> {
  const { distributorId, userId, source, bankAccountId, storedId } = importer;
  await lockStatements(tx, distributorId);
  signal?.throwIfAborted();
  const today = services.clock.today();
  const prepared = await prepareStatement(tx, { distributorId, bankAccountId, today }, file, given);
  const { fresh, doubtfulDays } = prepared;
  if (importer.asksAboutDays && doubtfulDays.length > 0) throw bankingErrors.daysToConfirm(doubtfulDays);
  const statement = withNotes(prepared.statement, doubtfulDays);
  const { fileName, size, sha256 } = file;
  const importId = await repository.createImport(tx, { distributorId, userId, fileName, size, sha256 });
  const { saved, accounts, lettered, batch } = await saveLines(
    tx,
    services,
    { distributorId, userId },
    { source: "file", importId },
    fresh,
    {
      signal,
      inPacks: {
        begin: async () => {
          const batch = { import_id: importId };
          const data = { distributor_id: distributorId, user_id: userId, ...batch };
          await services.jobs.enqueue(tx, { name: "letter-statement", data });
          return batch;
        },
      },
    },
  );
  // Lines that are known and balances may name others.
  const names = statement.lines.map((line) => line.bank_account);
  const named = await withAccountsNamed(tx, distributorId, accounts, [
    ...statement.balances.map((balance) => balance.bank_account),
    ...names,
  ]);
  await saveBalances(tx, distributorId, importId, statement, named);
  await nameBanks(tx, distributorId, statement.bank, names, named);
  await rememberLayouts(tx, importer, statement, services.clock.now());
  const stats: StatementStats = {
    ...statementSummary(statement, saved),
    ...lettered,
  };
  await repository.saveImportStats(tx, importId, { ...stats, sources: statement.sources });
  if (storedId !== undefined) await storedStatementsRepository.imported(tx, storedId, importId);
  await writeAudit(tx, source, "processed_banking", {
    file_name: fileName,
    file_size: size,
    bank_name: stats.bank,
    imported: stats.imported,
    duplicates: stats.duplicates,
    period_start: stats.period_start,
    period_end: stats.period_end,
    // Of what is still to be lettered there is another entry at its end.
    ...(batch
      ? {}
      : {
          auto_reconciled: stats.auto_reconciled,
          invoices_paid: stats.invoices_paid,
          user_actions_created: stats.user_actions_created,
        }),
    unmatched: stats.unmatched,
    errors: stats.errors,
    ...(await moveOnboarding(tx, distributorId)),
  });
  // The last moment: whoever has gone away by now has been told nothing, and nothing is stored.
  signal?.throwIfAborted();
  return { importId, stats, isPlanned: batch !== null };
}

const withNotes = (statement: StatementReading, notes: readonly string[]): StatementReading =>
  notes.length === 0 ? statement : { ...statement, notes: [...(statement.notes ?? []), ...notes] };

/** BANK-16 */
async function saveBalances(
  tx: Tx,
  distributorId: number,
  importId: number,
  { balances }: StatementReading,
  accounts: AccountIds,
): Promise<void> {
  for (const { bank_account, ...balance } of balances)
    await bankBalancesRepository.save(tx, distributorId, {
      ...balance,
      import_id: importId,
      bank_account_id: accounts.get(bank_account) ?? null,
    });
}

/** BANK-12. Counts and totals are those of the new lines, so that credits = lettered + asked + unidentified. */
export function statementSummary(
  statement: StatementReading,
  saved: readonly Pick<SavedLine, "amount" | "currency_code">[],
) {
  const currency = statement.currency;
  let [credits, debits, received, paid] = [0, 0, 0, 0];
  for (const { amount, currency_code } of saved) {
    if (amount > 0) credits += 1;
    else debits += 1;
    // Amounts of two currencies do not add up.
    if (currency_code !== currency) continue;
    if (amount > 0) received += amount;
    else paid += amount;
  }
  return {
    bank: statement.bank,
    file_format: statement.file_format,
    rows_read: statement.rows_read,
    imported: saved.length,
    duplicates: statement.lines.length - saved.length,
    ignored: statement.ignored,
    credits,
    debits,
    total_credits: centsToWire(cents(received)),
    total_debits: centsToWire(cents(paid)),
    currency,
    period_start: statement.period_start,
    period_end: statement.period_end,
    errors_count: statement.errors.length,
    errors: statement.errors.slice(0, MAX_MESSAGES),
    ...columnsFrom(statement),
    ...(statement.notes?.length ? { notes: statement.notes.slice(0, MAX_MESSAGES) } : {}),
  };
}

function columnsFrom({ columns = [] }: StatementReading): Pick<StatementStats, "columns_from"> {
  if (columns.length === 0) return {};
  return { columns_from: columns.some(({ origin }) => origin === "chosen") ? "chosen" : "remembered" };
}
