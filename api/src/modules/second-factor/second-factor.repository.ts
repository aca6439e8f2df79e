// Each in a transaction for all distributors: a second factor is its person's, whatever distributor is chosen.
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";

export interface SecondFactorRow {
  readonly sealed_secret: Buffer;
  readonly started_at: string;
  readonly enabled_at: string | null;
  readonly last_step: number;
  readonly failures: number;
  readonly locked_until: string | null;
}

/** Locked: codes of one person are tried one after the other, so that they are counted and each is taken once. */
export const lockedFactor = (tx: Tx, userId: number): Promise<SecondFactorRow | undefined> =>
  tx.maybe<SecondFactorRow>(sql`
    select sealed_secret, started_at, enabled_at, last_step, failures, locked_until from second_factor where user_id = ${userId} for update`);

export const factorOf = (
  tx: Tx,
  userId: number,
): Promise<{ enabled_at: string; codes_left: number } | undefined> =>
  tx.maybe(sql`
    select f.enabled_at, (select count(*)::integer from recovery_code c where c.user_id = f.user_id and c.used_at is null) as codes_left
    from second_factor f where f.user_id = ${userId} and f.enabled_at is not null`);

/** Of two starts at once the second sees the first. */
export const lockPerson = (tx: Tx, userId: number): Promise<number> =>
  tx.run(sql`select from app_user where id = ${userId} for no key update`);

/** What this very session has begun after that moment, and nobody has enabled. */
export const startedSecret = async (
  tx: Tx,
  userId: number,
  sessionId: string,
  since: Date,
): Promise<Buffer | undefined> =>
  (
    await tx.maybe<{ sealed_secret: Buffer }>(sql`
      select sealed_secret from second_factor
      where user_id = ${userId} and enabled_at is null and started_in = ${sessionId} and started_at > ${since}`)
  )?.sealed_secret;

/** Begins anew as long as nothing is enabled. */
export const startFactor = (
  tx: Tx,
  userId: number,
  { sealed, sessionId, now }: { readonly sealed: Buffer; readonly sessionId: string; readonly now: Date },
): Promise<number> =>
  tx.run(sql`
    insert into second_factor (user_id, sealed_secret, started_at, started_in) values (${userId}, ${sealed}, ${now}, ${sessionId})
    on conflict (user_id) do update
      set sealed_secret = excluded.sealed_secret, started_at = excluded.started_at, started_in = excluded.started_in
    where second_factor.enabled_at is null`);

export const enableFactor = (
  tx: Tx,
  userId: number,
  { step, sessionId, now }: { readonly step: number; readonly sessionId: string; readonly now: Date },
): Promise<number> =>
  tx.run(sql`
    update second_factor set enabled_at = ${now}, enabled_in = ${sessionId}, last_step = ${step} where user_id = ${userId}`);

/** One that was only begun is none: it is over by itself. */
export const removeFactor = (tx: Tx, userId: number): Promise<number> =>
  tx.run(sql`delete from second_factor where user_id = ${userId} and enabled_at is not null`);

export const takeStep = (tx: Tx, userId: number, step: number): Promise<number> =>
  tx.run(sql`update second_factor set last_step = ${step}, failures = 0 where user_id = ${userId}`);

export const countFailure = (
  tx: Tx,
  userId: number,
  failures: number,
  lockedUntil: Date | null,
): Promise<number> =>
  tx.run(
    sql`update second_factor set failures = ${failures}, locked_until = ${lockedUntil} where user_id = ${userId}`,
  );

export const insertRecoveryCodes = (tx: Tx, userId: number, hashes: readonly Buffer[]): Promise<number> =>
  tx.run(sql`insert into recovery_code (user_id, code_hash) select ${userId}, unnest(${hashes}::bytea[])`);

export const removeRecoveryCodes = (tx: Tx, userId: number): Promise<number> =>
  tx.run(sql`delete from recovery_code where user_id = ${userId}`);

/** Whether this very session enabled the factor after that moment, and none of its recovery codes was used. */
export const hasUnseenCodes = async (
  tx: Tx,
  userId: number,
  sessionId: string,
  since: Date,
): Promise<boolean> =>
  (await tx.maybe(sql`
    select from second_factor f
    where f.user_id = ${userId} and f.enabled_in = ${sessionId} and f.enabled_at > ${since}
      and not exists (select from recovery_code c where c.user_id = f.user_id and c.used_at is not null)`)) !==
  undefined;

/** @returns whether there was such a code to use */
export const spendRecoveryCode = async (tx: Tx, userId: number, hash: Buffer, now: Date): Promise<boolean> =>
  (await tx.run(sql`
    update recovery_code set used_at = ${now} where user_id = ${userId} and code_hash = ${hash} and used_at is null`)) ===
  1;

/** The session that has shown a first code; the others of a super admin began without one and end (SEC-24). */
export const markSessionProven = (tx: Tx, sessionId: string, now: Date): Promise<number> =>
  tx.run(sql`update user_session set second_factor_at = ${now} where id = ${sessionId}`);

export const endOtherSessions = (tx: Tx, userId: number, sessionId: string, now: Date): Promise<number> =>
  tx.run(sql`
    update user_session set revoked_at = ${now}, successor = null
    where user_id = ${userId} and id <> ${sessionId} and revoked_at is null and expires_at > ${now}`);

/** When the session began: a mailed link was opened then. */
export const sessionStart = async (tx: Tx, sessionId: string): Promise<string | undefined> =>
  (await tx.maybe<{ created_at: string }>(sql`select created_at from user_session where id = ${sessionId}`))
    ?.created_at;
