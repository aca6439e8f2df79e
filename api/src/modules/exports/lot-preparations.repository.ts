import type { CivilDate } from "@bobine/contract/civil-date";
import type { LotPreparation } from "@bobine/contract/lots";
import sql, { type Sql } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import type { ExportPeriod } from "../../domain/exports/export-data.ts";
import type { AuditSource } from "../../http/audit.ts";

/** A preparation whose job has said nothing for so long ended with its node. */
const STALE_MS = 15 * 60_000;

const staleSince = (now: Date): Date => new Date(now.getTime() - STALE_MS);

/** Nothing goes on with it: its job has failed at its last try, or ended with its node. */
const isLost = (now: Date): Sql => sql`(touched_at <= ${staleSince(now)} or exists (
  select from pgboss.job j where j.name = 'make-lot' and j.state = 'failed'
    and j.data->>'distributor_id' = lot_preparation.distributor_id::text and j.data->>'preparation_id' = lot_preparation.id::text))`;

export interface RequestedLot {
  readonly period: ExportPeriod;
  readonly userId: number;
  readonly userName: string;
  readonly source: AuditSource;
}

interface Row {
  readonly from: CivilDate;
  readonly to: CivilDate;
  readonly requested_by: number;
  readonly requested_by_name: string;
  readonly request_id: string;
  readonly ui_build: string;
}

export const lotPreparationsRepository = {
  /** That is under way, or failed. One that is lost is told as failed, without the word of its last try, which promised another. */
  async find(tx: Tx, distributorId: number, now: Date): Promise<LotPreparation | null> {
    const row = await tx.maybe<LotPreparation>(sql`
      select case when is_lost then 'failed' else state end as state, case when is_lost then '' else message end as message, percent,
        period_from, period_to, requested_at, requested_by_name
      from (select *, state <> 'failed' and ${isLost(now)} as is_lost from lot_preparation where distributor_id = ${distributorId}) one`);
    return row ?? null;
  },

  async isUnderWay(tx: Tx, distributorId: number, now: Date): Promise<boolean> {
    const preparation = await this.find(tx, distributorId, now);
    return preparation !== null && preparation.state !== "failed";
  },

  /** @returns its id; undefined while another one is under way */
  async insert(
    tx: Tx,
    distributorId: number,
    { period, userId, userName, source }: RequestedLot,
    now: Date,
  ): Promise<number | undefined> {
    await tx.run(sql`
      delete from lot_preparation
      where distributor_id = ${distributorId} and (state = 'failed' or ${isLost(now)})`);
    const row = await tx.maybe<{ id: number }>(sql`
      insert into lot_preparation (distributor_id, period_from, period_to, requested_at, touched_at, requested_by, requested_by_name,
        request_id, ui_build)
      values (${distributorId}, ${period.from}, ${period.to}, ${now}, ${now}, ${userId}, ${userName}, ${source.requestId}, ${source.uiBuild})
      on conflict (distributor_id) do nothing returning id`);
    return row?.id;
  },

  /** What a job was asked for; undefined when that was done, or another one replaced it. */
  async requested(tx: Tx, distributorId: number, id: number): Promise<RequestedLot | undefined> {
    const row = await tx.maybe<Row>(sql`
      select period_from as from, period_to as to, requested_by, requested_by_name, request_id, ui_build from lot_preparation
      where distributor_id = ${distributorId} and id = ${id} and state <> 'failed'`);
    return (
      row && {
        period: { from: row.from, to: row.to },
        userId: row.requested_by,
        userName: row.requested_by_name,
        source: {
          actorId: row.requested_by,
          distributorId,
          requestId: row.request_id,
          uiBuild: row.ui_build,
        },
      }
    );
  },

  /** Says how it goes, or why it does not. */
  async touch(
    tx: Tx,
    distributorId: number,
    id: number,
    says: { readonly state: LotPreparation["state"]; readonly percent: number; readonly message?: string },
    now: Date,
  ): Promise<void> {
    await tx.run(sql`
      update lot_preparation set state = ${says.state}, percent = ${says.percent}, message = ${says.message ?? ""}, touched_at = ${now}
      where distributor_id = ${distributorId} and id = ${id}`);
  },

  /** @returns whether it was there: one that another request replaced makes no lot */
  remove: async (tx: Tx, distributorId: number, id: number): Promise<boolean> =>
    (await tx.run(
      sql`delete from lot_preparation where distributor_id = ${distributorId} and id = ${id}`,
    )) === 1,

  /** Its job was cancelled before it ran. */
  async markCancelled(tx: Tx, distributorId: number, message: string): Promise<void> {
    await tx.run(sql`
      update lot_preparation set state = 'failed', message = ${message} where distributor_id = ${distributorId} and state <> 'failed'`);
  },

  /** That failed: a lot was made since. */
  async forgetFailed(tx: Tx, distributorId: number): Promise<void> {
    await tx.run(
      sql`delete from lot_preparation where distributor_id = ${distributorId} and state = 'failed'`,
    );
  },
};
