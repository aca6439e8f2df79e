import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { questionAboutUnvalidated } from "../../domain/invoicing/unvalidated-cinema.ts";

const REASON_CODE = "unknown_cinema";
const IS_OPEN = sql`reason_code = ${REASON_CODE} and status not in ('DONE', 'REJECTED')`;

/** The user actions about cinemas that reports name and that no super admin has validated (BOX-11). */
export const unvalidatedCinemasRepository = {
  /**
   * Asks about each of them that is not validated, once: what is open or was rejected is not asked again. The caller holds the
   * distributor's lock, and a validation that runs meanwhile is waited for.
   */
  async ask(tx: Tx, distributorId: number, cinemaIds: readonly number[]): Promise<void> {
    if (cinemaIds.length === 0) return;
    const waiting = await tx.many<{ id: number; name: string; city: string }>(sql`
      select c.id, c.name, c.city from cinema c where c.id = any(${cinemaIds}::bigint[]) and not c.is_validated
        and not exists (select from user_action a where a.distributor_id = ${distributorId} and a.cinema_id = c.id
          and a.reason_code = ${REASON_CODE} and a.status <> 'DONE')
      order by c.id for share of c`);
    if (waiting.length === 0) return;
    const questions = waiting.map((cinema) => ({
      cinema_id: cinema.id,
      ...questionAboutUnvalidated(cinema),
    }));
    await tx.run(sql`
      insert into user_action (distributor_id, cinema_id, status, open_status, reason_code, reason, description, explanation)
      select ${distributorId}, q.cinema_id, 'PENDING', 'PENDING', ${REASON_CODE}, q.reason, q.description, q.explanation
      from json_to_recordset(${JSON.stringify(questions)}) as q (cinema_id bigint, reason text, description text, explanation jsonb)`);
  },

  /** They are validated: nobody waits for them any more. */
  async close(tx: Tx, cinemaIds: readonly number[]): Promise<void> {
    await tx.run(sql`
      update user_action set status = 'DONE', resolved_at = now() where cinema_id = any(${cinemaIds}::bigint[]) and ${IS_OPEN}`);
  },

  /** They are other cinemas now, which are asked about by themselves. */
  async closeOf(tx: Tx, distributorId: number, cinemaIds: readonly number[]): Promise<void> {
    await tx.run(sql`
      update user_action set status = 'DONE', resolved_at = now()
      where distributor_id = ${distributorId} and cinema_id = any(${cinemaIds}::bigint[]) and ${IS_OPEN}`);
  },
};
