import type { Lot, LotPreparation } from "@bobine/contract/lots";
import type { Tx } from "../../db/scope.ts";
import { must } from "../../domain/must.ts";
import type { Services } from "../../services.ts";
import { countRows } from "./compare-books.ts";
import {
  lotPreparationsRepository as preparations,
  type RequestedLot,
} from "./lot-preparations.repository.ts";
import { lotsErrors } from "./lots.errors.ts";
import { lotsRepository } from "./lots.repository.ts";
import { makeLot } from "./make-lot.ts";

/** Documents and bank lines of books of which a lot is made within the request, in some seconds. */
export const MOST_ROWS_AT_ONCE = 5000;

/**
 * Makes a lot at once when the books are small; else a job makes it, and `preparation` tells how that goes (EXP-16).
 * @throws what is wrong with the period; 409 while another one is under way, or when nothing is new
 */
export async function requestLot(
  tx: Tx,
  services: Services,
  distributorId: number,
  requested: RequestedLot,
  mostRowsAtOnce: number,
): Promise<Lot | { preparation: LotPreparation }> {
  const { period } = requested;
  const { clock } = services;
  if (await preparations.isUnderWay(tx, distributorId, clock.now())) throw lotsErrors.underWay();
  const wrong = lotsErrors.ofPeriod(period, await lotsRepository.days(tx, distributorId), clock.today());
  if (wrong) throw wrong;
  if ((await countRows(tx, distributorId, period.to)) <= mostRowsAtOnce) {
    const lot = await makeLot(tx, services, distributorId, requested);
    await preparations.forgetFailed(tx, distributorId);
    return lot;
  }
  const id = await preparations.insert(tx, distributorId, requested, clock.now());
  if (id === undefined) throw lotsErrors.underWay();
  await services.jobs.enqueue(tx, {
    name: "make-lot",
    data: { distributor_id: distributorId, preparation_id: id },
  });
  const preparation = must(await preparations.find(tx, distributorId, clock.now()), "what was inserted");
  return { preparation };
}
