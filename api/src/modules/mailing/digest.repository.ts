import type { CivilDate } from "@bobine/contract/civil-date";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import type { WaitingActions } from "../../domain/mailing/digest-text.ts";
import { MAILING_REASONS } from "./mail-actions.ts";

export interface DigestReader {
  readonly id: number;
  readonly email: string;
}

const WAITING = sql`a.status not in ('DONE', 'REJECTED')`;
/** People who decide, have signed in once, and have not said no. */
const READER = sql`u.disabled_at is null and u.digest_off_at is null and u.email_verified_at is not null and u.role <> 'viewer'`;

export const digestRepository = {
  /** Distributors whose morning nobody has looked at. */
  async due(tx: Tx, day: CivilDate): Promise<number[]> {
    const rows = await tx.many<{ id: number }>(sql`
      select d.id from distributor d
      where not exists (select from digest_day g where g.distributor_id = d.id and g.day = ${day})
        and exists (select from app_user u where u.distributor_id = d.id and ${READER})
      order by d.id`);
    return rows.map((row) => row.id);
  },

  /** @returns false when another has taken it */
  async takeDay(tx: Tx, distributorId: number, day: CivilDate): Promise<boolean> {
    const taken = await tx.run(sql`
      insert into digest_day (distributor_id, day) values (${distributorId}, ${day}) on conflict do nothing`);
    await tx.run(sql`delete from digest_day where distributor_id = ${distributorId} and day < ${day}`);
    return taken === 1;
  },

  /**
   * Counts what no summary has told, and notes it as told; what a job has just found waits from now on (MAIL-5). What somebody is
   * deciding at this moment is left to the next morning.
   */
  async takeFresh(tx: Tx, distributorId: number, day: CivilDate): Promise<number> {
    const fresh = await tx.run(sql`
      with seen as (
        select id from user_action a where distributor_id = ${distributorId} and ${WAITING} and not is_digested
        order by id for update skip locked)
      update user_action a set is_digested = true,
        status = case status when 'CREATED' then 'PENDING' else status end,
        open_status = case open_status when 'CREATED' then 'PENDING' else open_status end
      from seen where a.id = seen.id`);
    await tx.run(
      sql`update digest_day set fresh = ${fresh} where distributor_id = ${distributorId} and day = ${day}`,
    );
    return fresh;
  },

  /** How much was new on a morning; nothing is known of one before. */
  async freshOn(tx: Tx, distributorId: number, day: CivilDate): Promise<number> {
    const row = await tx.maybe<{ fresh: number }>(
      sql`select fresh from digest_day where distributor_id = ${distributorId} and day = ${day}`,
    );
    return row?.fresh ?? 0;
  },

  /** Those who get it and have not one on its way already. */
  async readers(tx: Tx, distributorId: number): Promise<DigestReader[]> {
    return await tx.many<DigestReader>(sql`
      select u.id, u.email from app_user u
      where u.distributor_id = ${distributorId} and ${READER}
        and not exists (select from mail m where m.digest_for = u.id and m.state in ('waiting', 'claimed', 'handing_over'))
      order by u.id`);
  },

  async insert(tx: Tx, distributorId: number, reader: DigestReader, at: Date): Promise<void> {
    await tx.run(sql`
      with made as (
        insert into mail (distributor_id, kind, digest_for, state, next_attempt_at, created_at)
        values (${distributorId}, 'digest', ${reader.id}, 'waiting', ${at}, ${at}) returning id)
      insert into mail_recipient (mail_id, address, distributor_id) select id, ${reader.email}, ${distributorId} from made`);
  },

  /** Whom a mail is for; undefined once that person wants none, or is gone. */
  async readerOf(tx: Tx, mailId: number): Promise<(DigestReader & { first_name: string }) | undefined> {
    return await tx.maybe(sql`
      select u.id, u.email, u.first_name from mail m join app_user u on u.id = m.digest_for
      where m.id = ${mailId} and ${READER}`);
  },

  async waiting(tx: Tx, distributorId: number): Promise<WaitingActions[]> {
    return await tx.many<WaitingActions>(sql`
      select a.reason, count(*)::int as count, min((a.created_at at time zone 'Europe/Paris')::date) as since,
        a.reason_code <> all(${MAILING_REASONS}) as is_about_bank
      from user_action a where a.distributor_id = ${distributorId} and ${WAITING}
      group by a.reason, is_about_bank order by is_about_bank desc, count desc, a.reason`);
  },

  /** @returns whether somebody wants it, and whether their role gets one; undefined when there is no such user */
  async isWanted(
    tx: Tx,
    userId: number,
  ): Promise<{ is_wanted: boolean; is_of_role: boolean; distributor_id: number } | undefined> {
    return await tx.maybe(sql`
      select digest_off_at is null as is_wanted, role <> 'viewer' as is_of_role, distributor_id from app_user
      where id = ${userId} and disabled_at is null and distributor_id is not null`);
  },

  /** @returns false when it was so already */
  async want(tx: Tx, userId: number, isWanted: boolean, at: Date): Promise<boolean> {
    const changed = await tx.run(sql`
      update app_user set digest_off_at = ${isWanted ? null : at}
      where id = ${userId} and (digest_off_at is null) <> ${isWanted}`);
    return changed === 1;
  },
};
