import type { RemoteKey } from "@bobine/contract/remotes";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { USER_NAME } from "../../db/user-name.ts";

/** @property public_key base64 of the key's SubjectPublicKeyInfo */
export type StoredKey = Omit<RemoteKey, "fingerprint"> & { readonly public_key: string };

const COLUMNS = sql`k.id, k.team, k.remotes, k.public_key, k.created_at,
  (select ${USER_NAME} from app_user u where u.id = k.created_by) as created_by`;

export const workingKeys = (tx: Tx): Promise<StoredKey[]> =>
  tx.many<StoredKey>(sql`select ${COLUMNS} from remote_key k where k.revoked_at is null order by k.id desc`);

/** The working keys; two who register one at once wait for each other. */
export async function lockedKeys(tx: Tx): Promise<string[]> {
  await tx.run(sql`lock table remote_key in share row exclusive mode`);
  const keys = await tx.many<{ public_key: string }>(
    sql`select public_key from remote_key where revoked_at is null`,
  );
  return keys.map(({ public_key }) => public_key);
}

export async function insertKey(
  tx: Tx,
  made: {
    readonly team: string;
    readonly remotes: readonly string[];
    readonly key: string;
    readonly by: number;
    readonly now: Date;
  },
): Promise<StoredKey> {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into remote_key (team, remotes, public_key, created_by, created_at)
    values (${made.team}, ${made.remotes}, ${made.key}, ${made.by}, ${made.now}) returning id`);
  return tx.one<StoredKey>(sql`select ${COLUMNS} from remote_key k where k.id = ${id}`);
}

/** @returns undefined when there is none; `isRevoked` when it was revoked before */
export async function revokeKey(
  tx: Tx,
  id: number,
  now: Date,
): Promise<
  | {
      readonly team: string;
      readonly remotes: readonly string[];
      readonly public_key: string;
      readonly isRevoked: boolean;
    }
  | undefined
> {
  const key = await tx.maybe<{
    team: string;
    remotes: string[];
    public_key: string;
    revoked_at: string | null;
  }>(sql`select team, remotes, public_key, revoked_at from remote_key where id = ${id} for update`);
  if (!key) return undefined;
  const isRevoked = key.revoked_at !== null;
  if (!isRevoked) await tx.run(sql`update remote_key set revoked_at = ${now} where id = ${id}`);
  return { team: key.team, remotes: key.remotes, public_key: key.public_key, isRevoked };
}
