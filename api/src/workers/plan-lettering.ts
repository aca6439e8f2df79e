import type { ResourceLimits } from "node:worker_threads";
import { planLettering } from "../domain/matching/engine.ts";
import type {
  TransactionToMatch,
  LetteredTransaction,
  LetteringOptions,
  LetteringPlan,
  OpenInvoice,
  PayerAlias,
  PayerClient,
  PlanEntry,
} from "../domain/matching/lettering-types.ts";
import { buildOpenSet } from "../domain/matching/open-set.ts";
import { type PackedRows, packedInTurns, packedRows, rowsAtOnce, unpackedRows } from "./packed-rows.ts";
import { runInWorker } from "./run-in-worker.ts";

export interface LetteringInput {
  readonly invoices: readonly OpenInvoice[];
  readonly clients: readonly PayerClient[];
  readonly aliases: readonly PayerAlias[];
  readonly transactions: readonly TransactionToMatch[];
  readonly options: LetteringOptions;
}

export const planFor = (input: LetteringInput): LetteringPlan =>
  planLettering(
    buildOpenSet(input.invoices, input.clients, input.aliases),
    input.transactions,
    input.options,
  );

/** What a thread is given, and answers: as one message of 100,000 objects it would hold up the event loop. */
export interface PackedInput {
  readonly invoices: readonly PackedRows<OpenInvoice>[];
  readonly clients: readonly PackedRows<PayerClient>[];
  readonly aliases: readonly PackedRows<PayerAlias>[];
  readonly transactions: readonly PackedRows<TransactionToMatch>[];
  readonly recent_lettered: readonly PackedRows<LetteredTransaction>[];
  readonly options: Omit<LetteringOptions, "recent_lettered">;
}
interface PackedPlan extends Omit<LetteringPlan, "entries"> {
  readonly entries: readonly PackedRows<PlanEntry>[];
}

async function packedInput(input: LetteringInput): Promise<PackedInput> {
  const { recent_lettered, ...options } = input.options;
  return {
    invoices: await packedInTurns(input.invoices),
    clients: await packedInTurns(input.clients),
    aliases: await packedInTurns(input.aliases),
    transactions: await packedInTurns(input.transactions),
    recent_lettered: await packedInTurns(recent_lettered),
    options,
  };
}

/** In the thread. */
export function packedPlanFor(input: PackedInput): PackedPlan {
  const plan = planFor({
    invoices: rowsAtOnce(input.invoices),
    clients: rowsAtOnce(input.clients),
    aliases: rowsAtOnce(input.aliases),
    transactions: rowsAtOnce(input.transactions),
    options: { ...input.options, recent_lettered: rowsAtOnce(input.recent_lettered) },
  });
  return { ...plan, entries: packedRows(plan.entries) };
}

/** Indexing this many invoices and lines takes some ten milliseconds: a thread would cost more. */
const SMALL = 1000;

/** What the thread may take: 20,000 lines against 100,000 open invoices fit in half of it (LET-17). */
export const PLANNING_HEAP = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 1024 } as const;

/** More than fits in the thread's memory; the message is for the person who waits for it. */
export class LetteringTooLarge extends Error {
  override readonly name = "LetteringTooLarge";
}
const TOO_LARGE =
  "Trop d’opérations et de factures ouvertes pour un seul lettrage. Découpez le relevé en plusieurs fichiers, ou traitez d’abord une partie des actions en attente.";

/**
 * Plans the lettering of a statement, in a thread with a bounded heap when it is long (LET-17).
 * @throws LetteringTooLarge
 */
export async function planInBackground(
  input: LetteringInput,
  signal?: AbortSignal,
  heap: ResourceLimits = PLANNING_HEAP,
): Promise<LetteringPlan> {
  if (input.invoices.length + input.clients.length + input.transactions.length * 5 <= SMALL)
    return planFor(input);
  const file = new URL("./plan-lettering.worker.ts", import.meta.url);
  const plan = await runInWorker<PackedPlan>(file, await packedInput(input), { signal, heap }).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.code === "ERR_WORKER_OUT_OF_MEMORY"
        ? new LetteringTooLarge(TOO_LARGE, { cause: error })
        : error;
    },
  );
  return { ...plan, entries: await unpackedRows(plan.entries) };
}
