import { lockLedger } from "../../db/locks.ts";
import { inTransaction, type Tx } from "../../db/scope.ts";
import type { PlanEntry } from "../../domain/matching/lettering-types.ts";
import type { Job, JobQueue, Services } from "../../services.ts";
import { goOnLettering } from "./letter-in-packs.ts";
import { actionOf, asQuestion } from "./letter-statement.ts";
import { planOpenLines } from "./plan-open-lines.ts";
import { plannedLettering } from "./planned-lettering.repository.ts";
import { type OpenActionLine, proposalsRepository as repository } from "./proposals.repository.ts";

/**
 * Asks for new proposals of what waits, once the caller's change is committed: invoices of a payer came, or his name. What is planned and not
 * lettered yet is planned again (LET-56).
 */
export async function requestProposals(
  tx: Tx,
  jobs: JobQueue,
  of: { readonly distributorIds: readonly number[] } | { readonly cinemaIds: readonly number[] },
): Promise<void> {
  const ids = "cinemaIds" in of ? await repository.distributorsOf(tx, of.cinemaIds) : of.distributorIds;
  await plannedLettering.outdate(tx, ids);
  for (const distributor_id of await repository.waiting(tx, ids))
    await jobs.enqueue(tx, { name: "propose-again", data: { distributor_id } });
}

/**
 * Proposes anew for the open actions about credits (LET-26): one that gains an invoice by it is asked again, all others stay as they are.
 * Nothing is lettered. It may run twice, and comes to the same.
 */
export async function proposeAgain(
  services: Services,
  distributorId: number,
  signal?: AbortSignal,
): Promise<number> {
  const scope = { kind: "distributor", distributorId } as const;
  const plan = await planOpenLines(
    services,
    distributorId,
    (tx) => repository.openActionLines(tx, distributorId),
    signal,
  );
  if (!plan) return 0;
  const questions = plan.lines.flatMap((line) => {
    const planned = plan.entryOf(line);
    const entry = planned && asQuestion(planned);
    return entry?.outcome === "ask" && gains(line, entry) ? actionOf({ entry, id: line.action_id }) : [];
  });
  if (questions.length === 0) return 0;
  return await inTransaction(services.pool, scope, async (tx) => {
    await lockLedger(tx, distributorId);
    return await repository.askAnew(tx, questions);
  });
}

/** It proposes an invoice that the action did not. */
const gains = (line: OpenActionLine, entry: PlanEntry): boolean =>
  entry.candidates.some(({ invoice_ids }) =>
    invoice_ids.some((id) => !line.proposed_ids.includes(Number(id))),
  );

type DataOf<Name extends Job["name"]> = Extract<Job, { name: Name }>["data"];

/** Handlers for `Jobs.work` and `Jobs.drain`. */
export const bankingHandlers = (services: Services) => ({
  "letter-statement": async (data: DataOf<"letter-statement">, signal: AbortSignal) =>
    await goOnLettering(services, data, signal),
  "letter-sync": async (data: DataOf<"letter-sync">, signal: AbortSignal) =>
    await goOnLettering(services, data, signal),
  "propose-again": async ({ distributor_id }: { readonly distributor_id: number }, signal?: AbortSignal) => {
    const proposed = await proposeAgain(services, distributor_id, signal);
    services.log.info({ distributor_id, proposed }, "proposed again");
  },
});
