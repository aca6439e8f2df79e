import { inTransaction, type Scope, type Tx } from "../../db/scope.ts";
import { AppError } from "../../errors.ts";
import { JobCancelled } from "../../platform/cancel-requests.ts";
import type { Job, Services } from "../../services.ts";
import { lotPreparationsRepository as preparations } from "./lot-preparations.repository.ts";
import { lotsErrors } from "./lots.errors.ts";
import { makeLot } from "./make-lot.ts";

type DataOf<Name extends Job["name"]> = Extract<Job, { name: Name }>["data"];

const PREPARATION_CANCELLED = "La préparation du lot a été annulée. Relancez-la quand vous voulez.";
const WILL_BE_TRIED_AGAIN =
  "Le lot n’a pas pu être créé pour le moment. Nouvel essai automatique dans quelques instants.";

/**
 * The work behind `make-lot` (EXP-16). The lot and the end of its preparation are one transaction: whatever stops it leaves nothing of the lot, and the
 * next run begins anew, or finds that it is done. How far it is, is told beside it.
 * @param signal looked at between two parts of the books
 */
export async function prepareLot(
  services: Services,
  { distributor_id: distributorId, preparation_id: id }: DataOf<"make-lot">,
  signal?: AbortSignal,
): Promise<void> {
  const scope: Scope = { kind: "distributor", distributorId };
  const transaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    inTransaction(services.pool, scope, work);
  const say = (state: "queued" | "running" | "failed", percent: number, message = ""): Promise<void> =>
    transaction((tx) =>
      preparations.touch(tx, distributorId, id, { state, percent, message }, services.clock.now()),
    );
  const requested = await transaction((tx) => preparations.requested(tx, distributorId, id));
  if (!requested) return;
  try {
    let percentSaid = 0;
    await say("running", percentSaid);
    await transaction(async (tx) => {
      await makeLot(tx, services, distributorId, requested, async (percent) => {
        signal?.throwIfAborted();
        if (percent <= percentSaid) return;
        percentSaid = percent;
        await say("running", percent);
      });
      // Another run has made it, or another request has taken its place: then this lot is none.
      if (!(await preparations.remove(tx, distributorId, id))) throw lotsErrors.underWay();
    });
  } catch (error) {
    if (error instanceof AppError) return await say("failed", 0, sentenceOf(error));
    const isCancelled = error instanceof JobCancelled;
    await (isCancelled ? say("failed", 0, PREPARATION_CANCELLED) : say("queued", 0, WILL_BE_TRIED_AGAIN));
    throw error;
  }
}

/** What a request would have answered. */
function sentenceOf({ body }: AppError): string {
  const [first] = Object.values(body).flat();
  return typeof body["detail"] === "string" ? body["detail"] : String(first);
}

/** Its job was cancelled before it ran, in this transaction: whoever follows it is told at once. */
export const preparationCancelled = (tx: Tx, distributorId: number): Promise<void> =>
  preparations.markCancelled(tx, distributorId, PREPARATION_CANCELLED);

/** Handlers for `Jobs.work` and `Jobs.drain`. */
export const lotHandlers = (services: Services) => ({
  "make-lot": (data: DataOf<"make-lot">, signal?: AbortSignal) => prepareLot(services, data, signal),
});
