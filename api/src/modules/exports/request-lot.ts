import type { Lot, LotPreparation } from "@bobine/contract/lots";
import type { Tx } from "../../db/scope.ts";
import type { ExportPeriod } from "../../domain/exports/export-data.ts";
import { must } from "../../domain/must.ts";
import type { AuditSource } from "../../http/audit.ts";
import type { SignedInUser } from "../../http/identity.ts";
import type { Services } from "../../services.ts";
import { countRows } from "./compare-books.ts";
import { lotPreparationsRepository as preparations } from "./lot-preparations.repository.ts";
import { lotsErrors } from "./lots.errors.ts";
import { lotsRepository } from "./lots.repository.ts";
import { makeLot, nameOf } from "./make-lot.ts";

/** Documents and bank lines of books of which a lot is made within the request, in some seconds. */
export const MOST_ROWS_AT_ONCE = 5000;

/**
 * Makes a lot at once when the books are small; else a job makes it, and `preparation` tells how that goes (EXP-16).
 * @throws what is wrong with the period; 409 while another one is under way, or when nothing is new
 */
export async function requestLot(
  tx: Tx,
  services: Services,
  request: {
    readonly distributorId: number;
    readonly user: Pick<SignedInUser, "id" | "first_name" | "last_name" | "email">;
    readonly period: ExportPeriod;
    readonly source: AuditSource;
  },
  mostRowsAtOnce: number,
): Promise<Lot | { preparation: LotPreparation }> {
  const { distributorId, user, period, source } = request;
  const { clock } = services;
  if (await preparations.isUnderWay(tx, distributorId, clock.now())) throw lotsErrors.underWay();
  const wrong = lotsErrors.ofPeriod(period, await lotsRepository.days(tx, distributorId), clock.today());
  if (wrong) throw wrong;
  if ((await countRows(tx, distributorId, period.to)) <= mostRowsAtOnce) {
    const lot = await makeLot(tx, services, request);
    await preparations.forgetFailed(tx, distributorId);
    return lot;
  }
  const asked = { period, userId: user.id, userName: nameOf(user), source };
  const id = await preparations.insert(tx, distributorId, asked, clock.now());
  if (id === undefined) throw lotsErrors.underWay();
  await services.jobs.enqueue(tx, {
    name: "make-lot",
    data: { distributor_id: distributorId, preparation_id: id },
  });
  const preparation = must(await preparations.find(tx, distributorId, clock.now()), "what was inserted");
  return { preparation };
}
