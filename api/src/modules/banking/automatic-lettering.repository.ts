import type { AutomaticLettering } from "@bobine/contract/lettering";
import { PRECISION_DAYS } from "@bobine/contract/lettering";
import sql, { type Sql } from "sql-template-tag";
import { prepared } from "../../db/prepared.ts";
import type { Tx } from "../../db/scope.ts";
import { personJson } from "./decision-columns.ts";
import type { Measured } from "./lettering-precision.ts";

export const PAUSED_REASON_CODE = "automatic_lettering_paused";

export interface LetteringSettings {
  readonly is_on: boolean;
  readonly precision_line_bp: number;
  readonly min_sample: number;
}

const SETTINGS = sql`auto_lettering_on as is_on, auto_lettering_line_bp as precision_line_bp, auto_lettering_min_sample as min_sample`;

/**
 * Taken apart by a person, and not lettered the same way again since: a slip of the hand is no slip of the engine. What a bank
 * took back was right when it was lettered.
 */
const REVERTED = sql`r.reverted_at is not null and r.reverted_by is not null and not exists (
  select from reconciliation n where n.transaction_id = r.transaction_id and n.id > r.id and n.reverted_at is null
    and n.invoice_ids @> r.invoice_ids and n.invoice_ids <@ r.invoice_ids)`;
const AUTOMATIC = sql`r.decided_by is null and r.gate is not null`;
const RECENT = sql`r.created_at >= now() - make_interval(days => ${PRECISION_DAYS})`;

const measures = (condition: Sql): Sql =>
  sql`json_build_object('automatic', count(*) filter (where ${condition}), 'reverted', count(*) filter (where ${condition} and ${REVERTED}))`;

/** Automatic letterings that decide whether it pauses. */
const decidedOf = (distributorId: number): Sql =>
  sql`r.distributor_id = ${distributorId} and ${AUTOMATIC} and ${RECENT} and r.created_at >= coalesce(
        (select auto_lettering_resumed_at from distributor where id = ${distributorId}), '-infinity')`;

/** The transactions of those of them that people took apart. */
export const slipsOf = (distributorId: number): Sql =>
  sql`select r.transaction_id from reconciliation r where ${decidedOf(distributorId)} and ${REVERTED}`;

export interface Measures {
  readonly last_90_days: Measured;
  readonly ever: Measured;
  readonly judged: Measured;
}

export const automaticLetteringRepository = {
  /** Whoever writes them holds the ledger's lock, and whoever must not have them change. */
  async settings(tx: Tx, distributorId: number): Promise<LetteringSettings> {
    return await tx.one<LetteringSettings>(
      prepared(sql`select ${SETTINGS} from distributor where id = ${distributorId}`),
    );
  },

  /** The last 90 days of all distributors, for who runs the product. */
  async everybody(tx: Tx): Promise<Measured> {
    return await tx.one<Measured>(sql`
      select count(*) as automatic, count(*) filter (where ${REVERTED}) as reverted
      from reconciliation r where ${AUTOMATIC} and ${RECENT}`);
  },

  async pause(tx: Tx, distributorId: number): Promise<Pick<AutomaticLettering, "paused" | "user_action_id">> {
    return await tx.one(sql`
      select case when not d.auto_lettering_on then json_build_object(
          'at', to_char(coalesce(d.auto_lettering_paused_at, d.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'by', case when d.auto_lettering_paused_by is null and d.auto_lettering_paused_at is not null then 'precision' else 'person' end,
          'person', ${sql([personJson("u")])}) end as paused,
        (select a.id from user_action a where a.distributor_id = d.id and a.reason_code = ${PAUSED_REASON_CODE}
          and a.status not in ('DONE', 'REJECTED')) as user_action_id
      from distributor d left join app_user u on u.id = d.auto_lettering_paused_by where d.id = ${distributorId}`);
  },

  async measures(tx: Tx, distributorId: number): Promise<Measures> {
    return await tx.one<Measures>(sql`
      select ${measures(RECENT)} as last_90_days, ${measures(sql`r.id is not null`)} as ever,
        ${measures(sql`${RECENT} and r.created_at >= coalesce(d.auto_lettering_resumed_at, '-infinity')`)} as judged
      from distributor d left join reconciliation r on r.distributor_id = d.id and ${AUTOMATIC}
      where d.id = ${distributorId}`);
  },

  /** Those that decide whether it pauses. */
  async measuredSinceResumed(tx: Tx, distributorId: number): Promise<Measured> {
    return await tx.one<Measured>(
      prepared(sql`
      select count(*) as automatic, count(*) filter (where ${REVERTED}) as reverted
      from reconciliation r where ${decidedOf(distributorId)}`),
    );
  },

  /** @param by null when it pauses itself */
  async switchOff(tx: Tx, distributorId: number, by: number | null): Promise<void> {
    await tx.run(sql`
      update distributor set auto_lettering_on = false, auto_lettering_paused_at = now(), auto_lettering_paused_by = ${by}
      where id = ${distributorId}`);
  },

  /** What was lettered before counts no more: it was looked at. */
  async switchOn(tx: Tx, distributorId: number): Promise<void> {
    await tx.run(sql`
      update distributor set auto_lettering_on = true, auto_lettering_paused_at = null, auto_lettering_paused_by = null,
        auto_lettering_resumed_at = now()
      where id = ${distributorId}`);
  },

  async moveLine(
    tx: Tx,
    distributorId: number,
    line: Pick<LetteringSettings, "precision_line_bp" | "min_sample">,
  ): Promise<void> {
    await tx.run(sql`
      update distributor set auto_lettering_line_bp = ${line.precision_line_bp}, auto_lettering_min_sample = ${line.min_sample}
      where id = ${distributorId}`);
  },

  /** One such question at a time. */
  async createResumeAction(
    tx: Tx,
    distributorId: number,
    question: { readonly reason: string; readonly explanation: readonly string[]; readonly at: Date },
  ): Promise<void> {
    await tx.run(sql`
      insert into user_action (distributor_id, status, open_status, reason_code, reason, explanation, description, created_at)
      values (${distributorId}, 'PENDING', 'PENDING', ${PAUSED_REASON_CODE}, ${question.reason}, ${JSON.stringify(question.explanation)},
        ${question.reason}, ${question.at})
      on conflict (distributor_id) where reason_code = 'automatic_lettering_paused' and status not in ('DONE', 'REJECTED') do nothing`);
  },

  async closeQuestion(
    tx: Tx,
    distributorId: number,
    by: { readonly userId: number; readonly at: Date },
  ): Promise<void> {
    await tx.run(sql`
      update user_action set status = 'DONE', resolved_by = ${by.userId}, resolved_at = ${by.at}
      where distributor_id = ${distributorId} and reason_code = ${PAUSED_REASON_CODE} and status not in ('DONE', 'REJECTED')`);
  },
};
