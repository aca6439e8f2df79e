import sql from "sql-template-tag";
import { UNPAID } from "../../db/invoice-statuses.ts";
import { REMINDER_WAITS } from "../../db/mail-states.ts";
import type { Tx } from "../../db/scope.ts";

/** Whether what an action about mails asks for is still to be answered (LET-4). Whoever changes it at this moment is waited for. */
export const mailCausesRepository = {
  /** A mail waits for the address. */
  isAddressAwaited: async (tx: Tx, id: number): Promise<boolean> =>
    (
      await tx.many(
        sql`select from mail where user_action_id = ${id} and state = 'no_address' order by id for share`,
      )
    ).length > 0,

  /**
   * What became of its reminder is known: it closed by itself, or the mail is in doubt no more (MAIL-13), also where that has an action of
   * its own since, which tells why (MAIL-14). Only reminders wait for an answer.
   */
  async isArrivalKnown(tx: Tx, id: number): Promise<boolean> {
    const mails = await tx.many<{ state: string }>(
      sql`select state from mail where user_action_id = ${id} and kind = 'reminder' order by id for share`,
    );
    if (mails.length > 0) return mails.every(({ state }) => state !== "unconfirmed");
    const known = await tx.maybe(sql`
      select from user_action where id = ${id}
        and (status = 'DONE' and resolved_by is null or explanation @> ${JSON.stringify([REMINDER_WAITS])}::jsonb)`);
    return known !== undefined;
  },

  /** Its invoice may be given up. */
  isUnpaid: async (tx: Tx, id: number): Promise<boolean> =>
    (await tx.maybe(sql`
      select from invoice
      where id = (select invoice_id from user_action where id = ${id}) and status in ${UNPAID} for share`)) !==
    undefined,

  /** The same is asked of its invoice since. */
  isProposedAnew: async (tx: Tx, id: number): Promise<boolean> =>
    (await tx.maybe(sql`
      select from user_action a join user_action newer on newer.invoice_id = a.invoice_id and newer.reason_code = a.reason_code
      where a.id = ${id} and newer.id > a.id limit 1`)) !== undefined,
};
