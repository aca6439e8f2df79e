import type { RemoteRight } from "@bobine/contract/policy/remotes";
import type { RemoteToken } from "@bobine/contract/remotes";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { USER_NAME } from "../../db/user-name.ts";

/** As the console shows it: what it is for, never what it is. */
const COLUMNS = sql`t.id, t.team, t.remotes, t.rights, t.created_at, t.last_used_at,
  (select ${USER_NAME} from app_user u where u.id = t.created_by) as created_by`;

export const workingTokens = (tx: Tx): Promise<RemoteToken[]> =>
  tx.many<RemoteToken>(
    sql`select ${COLUMNS} from remote_token t where t.revoked_at is null order by t.id desc`,
  );

/** How many work; two who make one at once wait for each other. */
export async function lockedTokenCount(tx: Tx): Promise<number> {
  await tx.run(sql`lock table remote_token in share row exclusive mode`);
  const { count } = await tx.one<{ count: number }>(
    sql`select count(*)::integer as count from remote_token where revoked_at is null`,
  );
  return count;
}

export async function insertToken(
  tx: Tx,
  made: {
    readonly team: string;
    readonly remotes: readonly string[];
    readonly rights: readonly RemoteRight[];
    readonly hash: Buffer;
    readonly by: number;
    readonly now: Date;
  },
): Promise<RemoteToken> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into remote_token (team, remotes, rights, token_hash, created_by, created_at)
    values (${made.team}, ${made.remotes}, ${made.rights}, ${made.hash}, ${made.by}, ${made.now}) returning id`);
  return tx.one<RemoteToken>(sql`select ${COLUMNS} from remote_token t where t.id = ${id}`);
}

/** @returns undefined when there is none; `false` when it was revoked before */
export async function revokeToken(
  tx: Tx,
  id: number,
  now: Date,
): Promise<
  { readonly team: string; readonly remotes: readonly string[]; readonly isRevoked: boolean } | undefined
> {
  const token = await tx.maybe<{ team: string; remotes: string[]; revoked_at: string | null }>(
    sql`select team, remotes, revoked_at from remote_token where id = ${id} for update`,
  );
  if (!token) return undefined;
  const isRevoked = token.revoked_at !== null;
  if (!isRevoked) await tx.run(sql`update remote_token set revoked_at = ${now} where id = ${id}`);
  return { team: token.team, remotes: token.remotes, isRevoked };
}

export interface WorkingToken {
  readonly id: number;
  readonly team: string;
  readonly remotes: readonly string[];
  readonly rights: readonly RemoteRight[];
}

/** The token of a hash, if it works; notes that it was used, to five minutes. */
export const useToken = async (tx: Tx, hash: Buffer, now: Date): Promise<WorkingToken | undefined> => {
  const token = await tx.maybe<WorkingToken>(
    sql`select id, team, remotes, rights from remote_token where token_hash = ${hash} and revoked_at is null`,
  );
  if (token)
    await tx.run(sql`
      update remote_token set last_used_at = ${now}
      where id = ${token.id} and (last_used_at is null or last_used_at < ${new Date(now.getTime() - 5 * 60_000)})`);
  return token;
};

/** Those of some ids that no distributor has. */
export const unknownDistributors = async (tx: Tx, ids: readonly number[]): Promise<number[]> => {
  const rows = await tx.many<{ id: number }>(
    sql`select asked.id::float8 as id from unnest(${ids}::bigint[]) as asked (id) where not exists (select from distributor d where d.id = asked.id)`,
  );
  return rows.map(({ id }) => id);
};
