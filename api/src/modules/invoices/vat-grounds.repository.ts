import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";

/** What an invoice says of the company's VAT. */
export interface VatGround {
  /** It was issued without VAT by a company that had no number of it (BILL-5). */
  readonly in_franchise: boolean;
  readonly vat_number: string;
}

/** Of an invoice `i`. */
export const VAT_GROUND = sql`
  (coalesce(i.supplier ->> 'vat_number', '-') = '' and i.total_vat_amount = 0) as in_franchise,
  coalesce(i.supplier ->> 'vat_number', '') as vat_number`;

/** By invoice. */
export async function vatGroundsOf(
  tx: Tx,
  distributorId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, VatGround>> {
  if (ids.length === 0) return new Map();
  const found = await tx.many<VatGround & { id: number }>(sql`
    select i.id, ${VAT_GROUND} from invoice i
    where i.distributor_id = ${distributorId} and i.id = any(${ids}::bigint[])`);
  return new Map(found.map((ground) => [ground.id, ground]));
}
