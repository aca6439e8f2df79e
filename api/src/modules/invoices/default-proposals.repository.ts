import sql from "sql-template-tag";
import { UNPAID } from "../../db/invoice-statuses.ts";
import type { Tx } from "../../db/scope.ts";

/** Open actions that ask whether to give an invoice up (MAIL-2). */
export const defaultProposals = {
  /** Whose invoice is unpaid no more: there is nothing left to ask. Nobody has answered: unpaid again, it is asked about again. */
  close: (tx: Tx, distributorId: number, at: Date): Promise<number> =>
    tx.run(sql`
      update user_action a set status = 'DONE', resolved_at = ${at}
      where a.distributor_id = ${distributorId} and a.reason_code = 'default_proposal' and a.status not in ('DONE', 'REJECTED')
        and not exists (select from invoice i where i.id = a.invoice_id and i.status in ${UNPAID})`),

  /** Answered by whoever gives the invoice up. */
  answer: (tx: Tx, invoiceId: number, by: { readonly userId: number; readonly now: Date }): Promise<number> =>
    tx.run(sql`
      update user_action set status = 'DONE', resolved_by = ${by.userId}, resolved_at = ${by.now}
      where invoice_id = ${invoiceId} and reason_code = 'default_proposal' and status not in ('DONE', 'REJECTED')`),
};
