import { planLettering } from "../domain/matching/engine.ts";
import type {
  IncomingTransaction,
  LetteringOptions,
  LetteringPlan,
  OpenInvoice,
  PayerAlias,
  PayerClient,
} from "../domain/matching/lettering-types.ts";
import { buildOpenSet } from "../domain/matching/open-set.ts";
import { runInWorker } from "./run-in-worker.ts";

export interface LetteringInput {
  readonly invoices: readonly OpenInvoice[];
  readonly clients: readonly PayerClient[];
  readonly aliases: readonly PayerAlias[];
  readonly transactions: readonly IncomingTransaction[];
  readonly options: LetteringOptions;
}

export const planFor = (input: LetteringInput): LetteringPlan =>
  planLettering(
    buildOpenSet(input.invoices, input.clients, input.aliases),
    input.transactions,
    input.options,
  );

/** Indexing this many invoices and lines takes some ten milliseconds: a thread would cost more. */
const SMALL = 1000;

/** Plans the lettering of a statement, in a thread when it is long (MATCHING §3.10). */
export async function planInBackground(input: LetteringInput, signal?: AbortSignal): Promise<LetteringPlan> {
  if (input.invoices.length + input.clients.length + input.transactions.length * 5 <= SMALL)
    return planFor(input);
  return await runInWorker<LetteringPlan>(new URL("./plan-lettering.worker.ts", import.meta.url), input, {
    signal,
  });
}
