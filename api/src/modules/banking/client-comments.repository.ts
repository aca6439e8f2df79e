import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";

/** A client whose documents are another account's now. */
export interface AccountMove {
  readonly from: string;
  readonly to: string;
}

/**
 * What was said of a client goes with its last document when its cinema is found to be another one (COM-6): nothing leads to an account that
 * no document has. Not when a person chooses another cinema, who may choose the former again.
 */
export const moveClientComments = (
  tx: Tx,
  distributorId: number,
  moves: readonly AccountMove[],
): Promise<number> =>
  tx.run(sql`
    update comment k set client_account = m."to"
    from (select distinct on (r."from") r."from", r."to" from json_to_recordset(${JSON.stringify(moves)}) as r ("from" text, "to" text)
      where r."from" <> r."to" order by r."from", r."to") m
    where k.distributor_id = ${distributorId} and k.client_account = m."from"
      and not exists (select from invoice i where i.distributor_id = ${distributorId} and i.client_account = m."from")`);
