import sql, { type Sql } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import type { IncompleteQuestion } from "../../domain/e-invoicing/completeness.ts";

/** A question about one cinema, or about the distributor itself. */
export interface OpenQuestion extends IncompleteQuestion {
  readonly cinema_id: number | null;
}

/**
 * Whether something may be issued: of what was never invoiced, a declaration that bills something; of a week that was, whatever is new. An
 * annulation before any invoice waits for nothing, and neither does a free screening.
 */
const isWaiting = (distributorId: number, cinema: Sql): Sql => sql`
  exists (select from declaration d where d.distributor_id = ${distributorId}
    and (${cinema} is null or d.cinema_id = ${cinema}) and (d.state = 'current' and not d.settled or d.reopens_week)
    and (d.state = 'current' and d.nature <> 'annulation' and (d.share_ht <> 0 or d.terms_type = 'POURCENTAGE'
          and (d.minimum_guarantee_ht > 0 or exists (select from distributor_cinema_settings s
            where s.distributor_id = ${distributorId} and s.cinema_id = d.cinema_id and s.minimum_guarantee > 0)))
      or exists (select from invoice i where i.distributor_id = ${distributorId} and i.cinema_id = d.cinema_id
        and i.week_start = d.week_start and i.origin = 'issued')))`;

/** The user actions that tell why invoices wait. */
export const incompleteInvoicesRepository = {
  /**
   * Asks each question once: one that is open is brought up to date, and one that was rejected is not asked again as long as
   * nothing else is missing.
   */
  async createActions(tx: Tx, distributorId: number, questions: readonly OpenQuestion[]): Promise<void> {
    if (questions.length === 0) return;
    await tx.run(sql`
      insert into user_action (distributor_id, cinema_id, status, open_status, reason_code, reason, description, explanation)
      select ${distributorId}, q.cinema_id, 'PENDING', 'PENDING', 'invoice_incomplete', q.reason, q.description, q.explanation
      from json_to_recordset(${JSON.stringify(questions)}) as q (cinema_id bigint, reason text, description text, explanation jsonb)
      where not exists (select from user_action a where a.distributor_id = ${distributorId} and a.reason_code = 'invoice_incomplete'
        and a.status = 'REJECTED' and a.cinema_id is not distinct from q.cinema_id and a.explanation = q.explanation)
      on conflict (distributor_id, cinema_id) where reason_code = 'invoice_incomplete' and status not in ('DONE', 'REJECTED')
        do update set description = excluded.description, explanation = excluded.explanation
        where user_action.explanation <> excluded.explanation`);
  },

  /** What was missing of these cinemas, or of the distributor for null, is known now. */
  async close(tx: Tx, distributorId: number, about: readonly (number | null)[]): Promise<void> {
    const cinemas = about.filter((id) => id !== null);
    await tx.run(sql`
      update user_action set status = 'DONE', resolved_at = now()
      where distributor_id = ${distributorId} and reason_code = 'invoice_incomplete' and status not in ('DONE', 'REJECTED')
        and (cinema_id = any(${cinemas}::bigint[]) or (${about.includes(null)} and cinema_id is null))`);
  },

  /** What waited has left or is declared no more: nothing is asked for it, whatever is missing still. */
  async closeIdle(tx: Tx, distributorId: number): Promise<void> {
    await tx.run(sql`
      update user_action a set status = 'DONE', resolved_at = now()
      where a.distributor_id = ${distributorId} and a.reason_code = 'invoice_incomplete' and a.status not in ('DONE', 'REJECTED')
        and not ${isWaiting(distributorId, sql`a.cinema_id`)}`);
  },

  /** Whether anything waits for what is asked about a cinema, or about the distributor itself for null. */
  async isAnythingWaiting(tx: Tx, distributorId: number, cinemaId: number | null): Promise<boolean> {
    const { is_waiting } = await tx.one<{ is_waiting: boolean }>(
      sql`select ${isWaiting(distributorId, sql`${cinemaId}::bigint`)} as is_waiting`,
    );
    return is_waiting;
  },
};
