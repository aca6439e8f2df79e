import type { ChosenLayout } from "@bobine/contract/statement-columns";
import { cents, centsToWire } from "@bobine/contract/money";
import {
  PREVIEW_LINES,
  PREVIEW_PLANNED_LINES,
  type PreviewedAccount,
  type ReadPreview,
  type StatementPreview,
} from "@bobine/contract/statement-previews";
import { lockStatements } from "../../db/locks.ts";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { accountNamed, currencyPart } from "../../domain/bank-account.ts";
import type { StatementReading } from "../../domain/parsing/bank-statement.ts";
import { currenciesOf } from "../../domain/parsing/foreign-amounts.ts";
import { namesNoAccount } from "../../domain/parsing/statement-of-account.ts";
import type { StatementLine } from "../../domain/parsing/statement-line.ts";
import { UnreadableTable } from "../../domain/parsing/tables/file-row.ts";
import { errors } from "../../errors.ts";
import type { Upload } from "../../http/receive-upload.ts";
import { refusedTable } from "../../http/refused-table.ts";
import type { Services } from "../../services.ts";
import { LetteringTooLarge, planInBackground } from "../../workers/plan-lettering.ts";
import { accountsOfLines } from "./accounts-of-lines.ts";
import { bankAccountsRepository, type KnownAccount } from "./bank-accounts.repository.ts";
import { storeStatement, withStoredFile } from "./store-statement.ts";
import { type StoredStatement, storedStatementsRepository } from "./stored-statements.repository.ts";
import { type LetteringMaterial, readLetteringMaterial } from "./open-set.repository.ts";
import { type PreparedStatement, prepareStatement } from "./prepare-statement.ts";
import { refusedStoredStatement } from "./import-statement.ts";
import { readStatement } from "./read-statement.ts";
import { statementSummary } from "./save-statement.ts";
import { daysOf } from "./statement-days.ts";

/** What would be lettered is worth no longer wait: it is told as left out then. */
const LONGEST_PLAN_MS = 15_000;
const LONGEST_READING_MS = 60_000;

interface Viewer {
  readonly distributorId: number;
  readonly userId: number;
  /** Of what the file leaves without an account (BANK-15). */
  readonly bankAccountId: number | undefined;
  /** What is said of its columns (BANK-30). */
  readonly layouts?: readonly ChosenLayout[] | undefined;
}

/**
 * Reads a statement and stores it as it came, until it is imported, dropped or forgotten (BANK-32). Nothing of it counts yet.
 * @returns what its import would bring; of a table whose columns say nothing, that they are to be named
 * @throws 400 with the sentence for a file that is no statement, which is not stored
 */
export async function previewStatement(
  services: Services,
  viewer: Viewer,
  upload: Upload,
  signal: AbortSignal,
): Promise<StatementPreview> {
  const work = async (): Promise<StatementPreview> => {
    const reading = await readOrUnreadable(services, viewer, upload, signal).catch(refusedTable);
    return await previewOf(services, viewer, await storeStatement(services, viewer, upload), reading, signal);
  };
  return await services.statements.forReading(viewer.distributorId, work, signal);
}

/**
 * What a stored statement would bring now: on another account, or after other imports.
 * @throws 404 when the distributor has no such statement, has it no more, or has taken its import back
 */
export async function previewStoredStatement(
  services: Services,
  viewer: Viewer,
  id: string,
  left: AbortSignal,
): Promise<StatementPreview> {
  const signal = AbortSignal.any([left, AbortSignal.timeout(LONGEST_READING_MS)]);
  const { distributorId } = viewer;
  const work = async (): Promise<StatementPreview> => {
    const stored = await inTransaction(services.pool, { kind: "distributor", distributorId }, (tx) =>
      storedStatementsRepository.find(tx, distributorId, id, services.clock.now()),
    );
    if (!stored || stored.is_taken_back) throw errors.notFound();
    return await withStoredFile(services, distributorId, stored, async (file) => {
      const reading = await readOrUnreadable(
        services,
        { ...viewer, layouts: stored.layouts },
        file,
        signal,
      ).catch(refusedStoredStatement);
      return await previewOf(services, viewer, stored, reading, signal);
    });
  };
  return await services.statements.forReading(distributorId, work, signal);
}

/** @returns the error of a table that saying which column is what would mend */
async function readOrUnreadable(
  ...asked: Parameters<typeof readStatement>
): Promise<StatementReading | UnreadableTable> {
  return await readStatement(...asked).catch((error: unknown) => {
    if (error instanceof UnreadableTable && error.mendedBy === "columns") return error;
    throw error;
  });
}

async function previewOf(
  services: Services,
  viewer: Viewer,
  stored: StoredStatement,
  reading: StatementReading | UnreadableTable,
  signal: AbortSignal,
): Promise<StatementPreview> {
  const { id, file_name, file_size, expires_at } = stored;
  const file = { id, file_name, file_size, expires_at };
  if (reading instanceof UnreadableTable)
    return { outcome: "unknown_layout", ...file, message: reading.message };
  const { distributorId } = viewer;
  const today = services.clock.today();
  const found = await inTransaction(services.pool, { kind: "distributor", distributorId }, async (tx) => {
    await lockStatements(tx, distributorId);
    const prepared = await prepareStatement(tx, { ...viewer, today }, stored, reading);
    return {
      ...prepared,
      ...(await accountsOf(tx, distributorId, prepared, reading)),
      material: await materialFor(tx, distributorId, prepared.fresh),
    };
  });
  const { statement, fresh, doubtfulDays, accounts, accountToChoose, material } = found;
  const { imported, duplicates, notes = [], ...summary } = statementSummary(statement, fresh);
  return {
    outcome: "read",
    ...file,
    ...summary,
    new_count: imported,
    known_count: duplicates,
    accounts,
    account_to_choose: accountToChoose,
    notes,
    days_to_confirm: [...doubtfulDays],
    lettering: await letteredAtOnce(fresh, material, today, signal),
    lines: shownLines(statement, fresh),
    imported: stored.stats,
  };
}

/** The accounts that the file brings something of. Those that its import would make are made and taken back, so that they are told as they will be. */
async function accountsOf(
  tx: Tx,
  distributorId: number,
  { statement }: PreparedStatement,
  given: StatementReading,
): Promise<{ accounts: PreviewedAccount[]; accountToChoose: number | null }> {
  const before = await bankAccountsRepository.list(tx, distributorId);
  const { lines, balances } = statement;
  const names = [...new Set([...lines, ...balances].map(({ bank_account }) => bank_account))];
  await tx.client.query("savepoint accounts");
  const ids = await accountsOfLines(tx, distributorId, names, currenciesOf(lines));
  const after = await bankAccountsRepository.list(tx, distributorId);
  await tx.client.query("rollback to savepoint accounts");

  const accountOf = (name: string): KnownAccount | undefined =>
    after.find(({ id }) => id === ids.get(name)) ?? after[0];
  const accounts = [...Map.groupBy(names, (name) => accountOf(name))].map(([account, own]) => {
    const isOwn = ({ bank_account }: { readonly bank_account: string }): boolean =>
      own.includes(bank_account);
    const isNew = account !== undefined && !before.some(({ id }) => id === account.id);
    return {
      id: account === undefined || isNew ? null : account.id,
      label: account?.label ?? "",
      ledger_account: account?.ledger_account ?? "",
      is_new: isNew,
      line_count: lines.filter(isOwn).length,
      opening_balance: balanceOf(balances.filter(isOwn), "opening"),
      closing_balance: balanceOf(balances.filter(isOwn), "closing"),
    };
  });
  const isUnnamed = namesNoAccount(given) && before.length > 1;
  // As it was before what is in another currency went to a part of its account.
  const wholeOf = (name: string, known: readonly KnownAccount[]): KnownAccount | undefined =>
    accountNamed(currencyPart(name)?.number ?? name, known) ?? known[0];
  const unnamed = statement.lines[given.lines.findIndex(({ bank_account }) => bank_account === "")];
  return {
    accounts,
    accountToChoose: isUnnamed ? (wholeOf(unnamed?.bank_account ?? "", after)?.id ?? null) : null,
  };
}

/** The first of the opening balances, the last of the closing ones. */
function balanceOf(
  balances: StatementReading["balances"],
  kind: "opening" | "closing",
): PreviewedAccount["opening_balance"] {
  const own = balances
    .filter((balance) => balance.kind === kind)
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  const balance = own.at(kind === "opening" ? 0 : -1);
  return balance ? { date: balance.date, amount: centsToWire(balance.amount) } : null;
}

/** Undefined when there is too much to find out now; null when there is nothing to letter. */
async function materialFor(
  tx: Tx,
  distributorId: number,
  fresh: readonly StatementLine[],
): Promise<LetteringMaterial | null | undefined> {
  const days = daysOf(fresh);
  if (!days) return null;
  return fresh.length > PREVIEW_PLANNED_LINES
    ? undefined
    : await readLetteringMaterial(tx, distributorId, days);
}

/** What would be lettered without anybody's word; the import plans anew. */
async function letteredAtOnce(
  fresh: readonly StatementLine[],
  material: LetteringMaterial | null | undefined,
  today: StatementLine["transaction_date"],
  signal: AbortSignal,
): Promise<ReadPreview["lettering"]> {
  if (material === undefined) return null;
  if (material === null) return { count: 0, total: centsToWire(cents(0)) };
  const { invoices, clients, aliases, ...known } = material;
  const limit = AbortSignal.timeout(LONGEST_PLAN_MS);
  try {
    const { entries } = await planInBackground(
      {
        invoices,
        clients,
        aliases,
        transactions: fresh.map(({ evidence = null, ...line }, index) => ({
          ...line,
          evidence,
          id: String(index),
        })),
        options: { ...known, today, reverted_pairs: [] },
      },
      AbortSignal.any([signal, limit]),
    );
    const certain = entries.filter((entry) => entry.outcome === "automatic");
    const total = certain.flatMap((entry) => entry.allocations).reduce((sum, { amount }) => sum + amount, 0);
    return { count: certain.length, total: centsToWire(cents(total)) };
  } catch (error) {
    if ((limit.aborted && !signal.aborted) || error instanceof LetteringTooLarge) return null;
    throw error;
  }
}

function shownLines({ lines }: StatementReading, fresh: readonly StatementLine[]): ReadPreview["lines"] {
  const news = new Set(fresh.map((line) => line.fingerprint));
  return lines
    .map((line) => {
      // A second one alike is known by then.
      const isNew = news.delete(line.fingerprint);
      const { transaction_date, label, amount, currency_code } = line;
      return { transaction_date, label, amount: centsToWire(amount), currency_code, is_known: !isNew };
    })
    .toSorted((a, b) =>
      a.transaction_date < b.transaction_date ? 1 : a.transaction_date > b.transaction_date ? -1 : 0,
    )
    .slice(0, PREVIEW_LINES);
}
