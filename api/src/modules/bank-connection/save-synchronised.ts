import { createHash } from "node:crypto";
import type { SyncStats } from "@bobine/contract/bank-connection";
import { lockImports, lockLedger, lockStatements } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { linesSeenBefore } from "../../domain/matching/same-line.ts";
import { must } from "../../domain/must.ts";
import { onOwnCurrency, strayLine } from "../../domain/parsing/foreign-amounts.ts";
import { lineEvidence } from "../../domain/parsing/line-evidence.ts";
import type { StatementLine } from "../../domain/parsing/statement-line.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import type { AggregatorRow, BankAccount } from "../../platform/bank-aggregator/bank-aggregator.ts";
import type { Services } from "../../services.ts";
import { accountMeant, withAccountNames } from "../banking/account-of-file.ts";
import { nameBanks, withAccountsNamed } from "../banking/accounts-of-lines.ts";
import { bankAccountsRepository } from "../banking/bank-accounts.repository.ts";
import { importRepository } from "../banking/import.repository.ts";
import { letteredBatches } from "../banking/lettered-batches.repository.ts";
import { requestProposals } from "../banking/propose-again.ts";
import { saveLines } from "../banking/save-lines.ts";
import { daysOf } from "../banking/statement-days.ts";
import { moveOnboarding } from "../company/move-onboarding.ts";
import { bankConnectionRepository } from "./bank-connection.repository.ts";
import { removeLine } from "./remove-line.ts";
import { ibansOf, takeOverAccounts } from "./share-accounts.ts";
import { SyncProblem } from "./sync-problem.ts";
import {
  type LinkedTransaction,
  synchronisedLinesRepository as repository,
} from "./synchronised-lines.repository.ts";

/**
 * Saves what the aggregator gave, in one transaction (AGG-1): what it deleted goes, what it changed changes, what is known by
 * its id or from a statement file is recognised, and the rest comes in and is lettered as the lines of a file are, in packs by a job
 * when they are many (LET-56). The same rows twice, also at once, change nothing more.
 */
export async function saveSynchronised(
  tx: Tx,
  services: Services,
  sync: {
    readonly distributorId: number;
    readonly source: AuditSource;
    readonly itemId: number;
    readonly accounts: readonly BankAccount[];
    readonly rows: readonly AggregatorRow[];
  },
): Promise<void> {
  const { distributorId, source, accounts } = sync;
  const at = services.clock.now();
  // What came before is lettered, or not begun: none of its lines changes or goes while it is.
  await lockImports(tx, distributorId);
  await lockStatements(tx, distributorId);
  const banks = await bankConnectionRepository.lockAll(tx, distributorId);
  const connection = banks.find(({ item_id }) => item_id === sync.itemId);
  // Disconnected, or another bank, while we read.
  if (!connection) return;

  await takeOverAccounts(tx, connection, banks, accounts);
  const names = await namesOf(tx, distributorId, accounts, connection === banks[0]);
  const rows = latestOf(sync.rows);
  const known = await repository.linked(tx, distributorId, [...rows.keys()]);
  let removed = 0;
  const changed: { readonly line: LinkedTransaction; readonly row: AggregatorRow }[] = [];
  const saved = new Set<number>();
  for (const line of known) {
    const row = rows.get(line.provider_transaction_id);
    if (!row) continue;
    if (row.is_deleted || isOtherMoney(row, line)) {
      // Another amount is another operation: the old one goes, the new one comes in below.
      if (await removeLine(tx, line, { distributorId, at })) removed += 1;
      continue;
    }
    saved.add(row.id);
    // What is decided stays as it was when it was; a file's own words stay too.
    if (line.is_decided || line.source === "file" || !isChanged(row, line)) continue;
    changed.push({ line, row });
  }

  const fresh = [...rows.values()]
    .filter((row) => !saved.has(row.id) && !row.is_deleted && !row.is_future && row.amount !== 0)
    .toSorted((a, b) => a.transaction_date.localeCompare(b.transaction_date) || a.id - b.id)
    .map((row) => statementLineOf(row, names));
  const { links, unseen } = await recognise(tx, distributorId, await inOwnCurrency(tx, distributorId, fresh));
  const result = await saveLines(
    tx,
    services,
    { distributorId, userId: source.actorId },
    { source: "bridge", importId: null, itemId: sync.itemId },
    unseen,
    {
      inPacks: {
        begin: async (lines) => {
          const batch = {
            sync_id: await letteredBatches.createSync(tx, connection, at, lines),
          };
          const data = { distributor_id: distributorId, user_id: source.actorId, ...batch };
          await services.jobs.enqueue(tx, { name: "letter-sync", data });
          return batch;
        },
      },
    },
  );
  const isPlanned = result.batch !== null;
  // Somebody may be deciding about these lines: the decisions' lock comes before theirs, and late, since lettering takes long.
  if (links.length + changed.length > 0) await lockLedger(tx, distributorId);
  const bankAccounts = [...names.values()];
  const currencies = new Map(accounts.map(({ id, currency_code }) => [names.get(id) ?? "", currency_code]));
  const named = await withAccountsNamed(tx, distributorId, result.accounts, bankAccounts, currencies);
  await nameBanks(tx, distributorId, connection.bank_name, bankAccounts, named);
  await repository.link(tx, links, sync.itemId);
  let updated = 0;
  for (const { line, row } of changed) updated += await repository.change(tx, line.id, row);
  // Its words may name by now who paid (LET-26).
  if (updated > 0) await requestProposals(tx, services.jobs, { distributorIds: [distributorId] });

  const stats: SyncStats = {
    imported: result.saved.length,
    duplicates: saved.size + links.length,
    updated,
    removed,
    auto_reconciled: result.lettered.auto_reconciled,
    user_actions_created: result.lettered.user_actions_created,
    unmatched: result.lettered.unmatched,
  };
  if (result.batch && "sync_id" in result.batch)
    await letteredBatches.saveSyncStats(tx, result.batch.sync_id, stats);
  await bankConnectionRepository.markSynced(tx, connection.id, {
    at,
    syncedTo: greatestChange(sync.rows, at),
    accounts: accounts.map((account) => account.id),
    ibans: ibansOf(accounts),
    linesRead: sync.rows.length,
    stats: isPlanned ? null : stats,
  });
  // A webhook that brought nothing is no event of anybody's day.
  if (source.actorId === null && stats.imported + stats.updated + removed === 0) return;
  const move = await moveOnboarding(tx, distributorId);
  const { auto_reconciled, user_actions_created, ...brought } = stats;
  const { invoices_paid } = result.lettered;
  await writeAudit(tx, source, "processed_banking", {
    bank_name: connection.bank_name,
    ...brought,
    // Of what is still to be lettered there is another entry at its end.
    ...(isPlanned ? {} : { auto_reconciled, user_actions_created, invoices_paid }),
    ...move,
  });
}

/** One of each id, the latest: pages that shift while they are read give a line twice. */
function latestOf(rows: readonly AggregatorRow[]): Map<number, AggregatorRow> {
  const latest = new Map<number, AggregatorRow>();
  for (const row of rows) {
    const before = latest.get(row.id);
    if (!before || (row.updated_at ?? "") >= (before.updated_at ?? "")) latest.set(row.id, row);
  }
  return latest;
}

const isOtherMoney = (row: AggregatorRow, line: LinkedTransaction): boolean =>
  row.amount !== line.amount || row.currency_code !== line.currency_code;
const isChanged = (row: AggregatorRow, line: LinkedTransaction): boolean =>
  row.label !== line.label ||
  row.transaction_date !== line.transaction_date ||
  row.value_date !== line.value_date;

type SynchronisedLine = Required<Omit<StatementLine, "amount_before_fee" | "marked">>;

/**
 * How lines name the accounts of a bank: by their IBAN. One without it is the first account when the bank was the first one, else an
 * account of its own, known by its number at the aggregator (AGG-8).
 */
async function namesOf(
  tx: Tx,
  distributorId: number,
  accounts: readonly BankAccount[],
  isFirstBank: boolean,
): Promise<Map<number, string>> {
  const known = new Set((await bankAccountsRepository.list(tx, distributorId)).map(({ number }) => number));
  return new Map(
    accounts.map(({ id, iban }) => [id, iban ?? (isFirstBank && !known.has(String(id)) ? "" : String(id))]),
  );
}

const statementLineOf = (row: AggregatorRow, names: ReadonlyMap<number, string>): SynchronisedLine => ({
  bank_account: names.get(row.account_id) ?? "",
  transaction_date: row.transaction_date,
  value_date: row.value_date,
  label: row.label,
  amount: row.amount,
  currency_code: row.currency_code,
  fingerprint: createHash("sha256").update(`bridge\n${row.id}`).digest("hex"),
  bank_reference: "",
  evidence: lineEvidence({ paymentTypes: [row.operation_type === "unknown" ? "" : row.operation_type] }),
  provider_transaction_id: row.id,
});

/** Each line on an account of its currency, as those of a file (BANK-38). */
async function inOwnCurrency(
  tx: Tx,
  distributorId: number,
  fresh: readonly SynchronisedLine[],
): Promise<readonly SynchronisedLine[]> {
  const accounts = await bankAccountsRepository.list(tx, distributorId);
  const lines = onOwnCurrency(fresh, (name) => accountMeant(name, accounts));
  const stray = strayLine(lines, (name) => accountMeant(name, accounts) ?? undefined);
  if (!stray) return lines;
  const { label, currency } = must(accountMeant(stray.bank_account, accounts), "its account");
  throw new SyncProblem(
    `Le compte «\u00a0${label}\u00a0» est en ${currency}, et la banque en donne des opérations en ${stray.currency_code}\u00a0: corrigez son numéro parmi vos comptes bancaires, puis synchronisez.`,
  );
}

/** Lines that are here already under no id of the aggregator: from a file, or from a connection before this one (BANK-11). */
async function recognise(tx: Tx, distributorId: number, fresh: readonly SynchronisedLine[]) {
  const days = daysOf(fresh);
  if (!days) return { links: [], unseen: [] };
  const known = await importRepository.linesAround(tx, distributorId, days, false);
  const accounts = await bankAccountsRepository.list(tx, distributorId);
  const seen = linesSeenBefore(fresh, withAccountNames(known, accounts));
  const links = [...seen].flatMap(([index, candidate]) => {
    const [line, other] = [fresh[index], known[candidate]];
    return line && other ? [{ id: other.id, provider_transaction_id: line.provider_transaction_id }] : [];
  });
  return { links, unseen: fresh.filter((_, index) => !seen.has(index)) };
}

/** Where the next synchronisation begins; a date to come would make it skip what is between. */
function greatestChange(rows: readonly AggregatorRow[], now: Date): string | null {
  const limit = now.toISOString();
  let greatest: string | null = null;
  for (const { updated_at } of rows)
    if (updated_at !== null && updated_at <= limit && (greatest === null || updated_at > greatest))
      greatest = updated_at;
  return greatest;
}
