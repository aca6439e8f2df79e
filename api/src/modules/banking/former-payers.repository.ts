import sql, { type Sql } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";

/** Whether the documents `i` and `j` say that they are of one company. */
export const SAME_PAYER: Sql = sql`
  coalesce(i.client->>'siren', '') = coalesce(j.client->>'siren', '')
  and (coalesce(i.client->>'siren', '') <> '' or coalesce(i.client->>'name', '') = coalesce(j.client->>'name', ''))`;

export const formerPayers = {
  /**
   * Who took the last document that the payer of each of these invoices got for its cinema; nobody when none was mailed. What was mailed again
   * went where the cinema's mails went on that day, maybe to its successor: it counts where nothing else was taken.
   */
  async addresses(
    tx: Tx,
    distributorId: number,
    invoiceIds: readonly number[],
  ): Promise<Map<number, readonly string[]>> {
    const rows = await tx.many<{ id: number; addresses: string[] }>(sql`
      select i.id, array(select r.address from mail_recipient r where r.state = 'accepted' and r.mail_id = (
        select m.id from invoice j join mail_invoice x on x.invoice_id = j.id join mail m on m.id = x.mail_id
        where j.distributor_id = ${distributorId} and j.cinema_id = i.cinema_id and ${SAME_PAYER} and m.kind <> 'reminder'
          and exists (select from mail_recipient t where t.mail_id = m.id and t.state = 'accepted')
        order by m.is_resend, m.id desc limit 1) order by r.address) as addresses
      from invoice i where i.id = any(${invoiceIds}::bigint[])`);
    return new Map(rows.map((row) => [row.id, row.addresses]));
  },
};
