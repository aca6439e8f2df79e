import type { Pool } from "pg";
import { lockImports, lockLedger } from "../../db/locks.ts";
import { inTransaction, type Tx } from "../../db/scope.ts";
import type { PlanEntry } from "../../domain/matching/lettering-types.ts";
import { type AuditSource, systemSource, writeAudit } from "../../http/audit.ts";
import type { Job, Services } from "../../services.ts";
import { automaticLetteringRepository } from "./automatic-lettering.repository.ts";
import { actionOf, changedMeanwhile, decisionOf, lockInvoicesOf, PACK } from "./letter-statement.ts";
import { planOpenLines } from "./plan-open-lines.ts";
import { letteredBatches } from "./lettered-batches.repository.ts";
import { type Batch, plannedLettering as planned, type StoredEntry } from "./planned-lettering.repository.ts";
import { proposeReturns } from "./propose-returns.ts";
import { reconciliationRepository } from "./reconciliation.repository.ts";
import { recordReconciliations } from "./record-reconciliations.ts";

/** A batch whose lines are kept and whose certain ones are still to be lettered. */
export interface HalfLettered {
  readonly distributorId: number;
  readonly batch: Batch;
  readonly source: AuditSource;
}
type Parts = Pick<Services, "pool" | "clock" | "jobs">;
type JobData = Extract<Job, { name: "letter-statement" | "letter-sync" }>["data"];

/**
 * One import of a distributor at a time, from its first transaction to its last one; lots and whoever takes an import back wait for its end.
 * The transaction of the lock does nothing else: what `work` does is not taken back, and is not tried again, with it.
 */
export async function oneImportAtATime<T>(
  pool: Pool,
  distributorId: number,
  work: () => Promise<T>,
): Promise<T> {
  const [outcome] = await inTransaction(pool, { kind: "distributor", distributorId }, async (tx) => {
    await lockImports(tx, distributorId);
    return await Promise.allSettled([work()]);
  });
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}

/**
 * Letters what is planned of a long batch, a pack in each transaction: between two of them other decisions of the distributor have
 * their turn, since PostgreSQL gives a lock to whoever waits for it longest (LET-56). It may end at any moment and be begun again.
 * The caller holds `lockImports`.
 */
export async function letterInPacks(services: Parts, half: HalfLettered, signal: AbortSignal): Promise<void> {
  const scope = { kind: "distributor", distributorId: half.distributorId } as const;
  for (;;) {
    signal.throwIfAborted();
    const next = await inTransaction(services.pool, scope, (tx) => letterPack(tx, services, half));
    if (next === "plan") await planAgain(services, half, signal);
    if (next === "end") return;
  }
}

/** @returns what comes next */
async function letterPack(tx: Tx, services: Parts, half: HalfLettered): Promise<"pack" | "plan" | "end"> {
  const { distributorId, batch } = half;
  if (!(await lockBatch(tx, half))) return "end";
  const pack = await planned.next(tx, batch, PACK);
  if (pack.length === 0) {
    // Its last lines went, with the bank's.
    if ("sync_id" in batch) await conclude(tx, services, half);
    return "end";
  }
  // Paused meanwhile.
  if (!(await automaticLetteringRepository.settings(tx, distributorId)).is_on) {
    await leaveRest(tx, services, half);
    return "end";
  }
  if (pack.some((one) => one.is_outdated)) return "plan";
  await letterEntries(tx, services, half, pack);
  await planned.remove(
    tx,
    pack.map((one) => one.id),
  );
  if (!(await planned.isEmpty(tx, batch))) return "pack";
  await conclude(tx, services, half);
  return "end";
}

/** Those of a pack that nobody has decided meanwhile; one whose invoices have changed is a question, and is planned again as one (LET-11). */
async function letterEntries(
  tx: Tx,
  { clock, jobs }: Parts,
  { distributorId, batch }: HalfLettered,
  pack: readonly StoredEntry[],
): Promise<void> {
  const undecided = await planned.lockUndecided(
    tx,
    pack.map((one) => one.id),
  );
  const waiting = pack.filter((one) => undecided.has(one.id));
  const { invoices, isStillOpen } = await lockInvoicesOf(tx, distributorId, waiting);
  const certain = waiting.filter(({ entry }) => isStillOpen(entry));
  const stale = waiting.filter(({ entry }) => !isStillOpen(entry));
  const decisions = certain.map((one) => decisionOf(one.entry, one.id, one.engine_version));
  await planned.conclude(tx, certain.map(actionOf), clock.now());
  await recordReconciliations(tx, distributorId, decisions, invoices);
  for (const one of stale) await reconciliationRepository.replaceQuestion(tx, one.id, changedMeanwhile(one));
  if (stale.length > 0)
    await jobs.enqueue(tx, { name: "propose-again", data: { distributor_id: distributorId } });
  await letteredBatches.count(tx, batch, {
    lettered: decisions.length,
    paid: decisions.reduce((sum, { allocations }) => sum + allocations.length, 0),
  });
}

/** Locks the ledger, and before it what comes of a synchronisation. @returns false when that has had its end */
async function lockBatch(tx: Tx, { distributorId, batch }: HalfLettered): Promise<boolean> {
  if ("sync_id" in batch && !(await letteredBatches.lockSync(tx, batch.sync_id))) return false;
  await lockLedger(tx, distributorId);
  return true;
}

/** What is left stays a question (LET-15). */
async function leaveRest(tx: Tx, services: Parts, half: HalfLettered): Promise<void> {
  await planned.removeAll(tx, half.batch);
  await conclude(tx, services, half);
}

/** Nothing is left to be lettered: debits that return what was are asked about, and the log says what came of the batch. */
async function conclude(
  tx: Tx,
  { clock }: Parts,
  { distributorId, batch, source }: HalfLettered,
): Promise<void> {
  const debits = await letteredBatches.debitsOf(tx, batch);
  const asked = await proposeReturns(tx, distributorId, debits, clock.now());
  await writeAudit(tx, source, "processed_banking", await letteredBatches.count(tx, batch, { asked }));
  if ("sync_id" in batch) await letteredBatches.endSync(tx, batch.sync_id);
}

/**
 * Plans what is still to be lettered once more, without locks, as things are now: invoices came that a line may mean too, or time has passed.
 * What both plans say is lettered; what they do not stays a question.
 */
async function planAgain(services: Parts, half: HalfLettered, signal: AbortSignal): Promise<void> {
  const { distributorId, batch } = half;
  const scope = { kind: "distributor", distributorId } as const;
  const plan = await planOpenLines(services, distributorId, (tx) => planned.beginAnew(tx, batch), signal);
  if (!plan) return;
  const doubtful = plan.lines.filter((line) => !isSame(line.planned.entry, plan.entryOf(line)));
  if (doubtful.length === 0) return;
  await inTransaction(services.pool, scope, async (tx) => {
    if (!(await lockBatch(tx, half))) return;
    await planned.remove(
      tx,
      doubtful.map((line) => line.planned.id),
    );
    await services.jobs.enqueue(tx, { name: "propose-again", data: { distributor_id: distributorId } });
    // What was left was all of it.
    if (await planned.isEmpty(tx, batch)) await conclude(tx, services, half);
  });
}

const isSame = (before: PlanEntry, now: PlanEntry | undefined): boolean =>
  now?.outcome === "automatic" && settled(now) === settled(before);
const settled = ({ allocations }: PlanEntry): string =>
  allocations.map(({ invoice_id, amount }) => `${invoice_id} ${amount}`).join();

/**
 * Letters what a synchronisation with the bank left, and goes on where an import ended half-way, because its node died or whoever asked was gone;
 * what has ended well is left alone.
 */
export async function goOnLettering(
  services: Parts,
  { distributor_id: distributorId, user_id: actorId, ...batch }: JobData,
  signal: AbortSignal,
): Promise<void> {
  const half: HalfLettered = {
    distributorId,
    batch,
    source: { ...systemSource(distributorId), actorId },
  };
  await oneImportAtATime(services.pool, distributorId, async () => {
    await planAgain(services, half, signal);
    await letterInPacks(services, half, signal);
  });
}

/** Ends batches whose job was cancelled, or has failed for good: what is left of them stays a question, as after a pause (LET-15). */
export async function endAbandonedBatches(services: Parts): Promise<void> {
  const abandoned = await inTransaction(services.pool, { kind: "all" }, (tx) =>
    letteredBatches.abandoned(tx),
  );
  for (const { distributorId, batch } of abandoned) {
    const half = { distributorId, batch, source: systemSource(distributorId) };
    await inTransaction(services.pool, { kind: "distributor", distributorId }, async (tx) => {
      if (!(await lockBatch(tx, half))) return;
      // An import that has come to its end meanwhile has nothing left.
      if ("import_id" in batch && (await planned.isEmpty(tx, batch))) return;
      await leaveRest(tx, services, half);
    });
  }
}
