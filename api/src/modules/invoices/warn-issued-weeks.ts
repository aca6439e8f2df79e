import type { CivilDate } from "@bobine/contract/civil-date";
import type { Tx } from "../../db/scope.ts";
import { stateBilledWeeks } from "../../domain/invoicing/billed-weeks.ts";
import { importedInvoicesRepository as repository } from "./imported-invoices.repository.ts";

/** What is told of each week of a list that an invoice of ours bills already (BILL-18): they may bill other films, and are imported all the same. */
export async function warnIssuedWeeks(
  tx: Tx,
  distributorId: number,
  imported: readonly {
    readonly cinema_id: number;
    readonly week_start: CivilDate | null;
    readonly total: number;
  }[],
): Promise<string[]> {
  const weeks = imported.flatMap(({ cinema_id, week_start, total }) =>
    week_start === null || total < 0 ? [] : [{ cinema_id, week_start }],
  );
  return stateBilledWeeks(await repository.issuedWeeks(tx, distributorId, weeks), "issued");
}
