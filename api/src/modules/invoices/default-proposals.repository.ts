import sql from "sql-template-tag";
import { UNPAID } from "../../db/invoice-statuses.ts";
import { inTransaction, type Tx } from "../../db/scope.ts";
import type { Services } from "../../services.ts";

/** Open actions that ask whether to give an invoice up (MAIL-2). */
export const defaultProposals = {
  /**
   * Whose invoice is unpaid no more, of all distributors: there is nothing left to ask. Nobody has answered: unpaid again, it is asked about
   * again. What somebody is deciding at this moment is left to the next time.
   */
  close: (tx: Tx, at: Date): Promise<number> =>
    tx.run(sql`
      update user_action set status = 'DONE', resolved_at = ${at}
      where id in (
        select id from user_action a
        where a.reason_code = 'default_proposal' and a.status not in ('DONE', 'REJECTED')
          and not exists (select from invoice i where i.id = a.invoice_id and i.status in ${UNPAID})
        order by id for update skip locked)`),

  /** Answered by whoever gives the invoice up. */
  answer: (tx: Tx, invoiceId: number, by: { readonly userId: number; readonly now: Date }): Promise<number> =>
    tx.run(sql`
      update user_action set status = 'DONE', resolved_by = ${by.userId}, resolved_at = ${by.now}
      where invoice_id = ${invoiceId} and reason_code = 'default_proposal' and status not in ('DONE', 'REJECTED')`),
};

/** Each hour, also where automation is off: an invoice is paid there as elsewhere (MAIL-2). */
export const closeDefaultProposals = ({ pool, clock }: Pick<Services, "pool" | "clock">): Promise<number> =>
  inTransaction(pool, { kind: "all" }, (tx) => defaultProposals.close(tx, clock.now()));
