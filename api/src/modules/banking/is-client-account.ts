import sql from "sql-template-tag";
import { prepared } from "../../db/prepared.ts";
import type { Tx } from "../../db/scope.ts";
import { cinemasInvoicedOn } from "./client-account-of-cinema.ts";

/**
 * Whether an account is a client's, and so has a page (CLI-1): by a document, by a part that is of none, or by what a linked cinema gets next.
 * The last is asked apart: few need it, and it reads cinemas, which are nobody's own.
 */
export async function isClientAccount(tx: Tx, distributorId: number, account: string): Promise<boolean> {
  const { is_booked } = await tx.one<{ is_booked: boolean }>(
    prepared(sql`
    select exists (select from invoice i where i.distributor_id = ${distributorId} and i.client_account = ${account})
      or exists (select from bank_part p where p.distributor_id = ${distributorId} and p.client_account = ${account}) as is_booked`),
  );
  if (is_booked) return true;
  const cinema = await tx.maybe<object>(prepared(sql`${cinemasInvoicedOn(distributorId, account)} limit 1`));
  return cinema !== undefined;
}
