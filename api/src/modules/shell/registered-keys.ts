import { isDeepStrictEqual } from "node:util";
import type { FastifyInstance } from "fastify";
import sql from "sql-template-tag";
import { inTransaction } from "../../db/scope.ts";
import type { Services } from "../../services.ts";
import type { KeysByRemote } from "./build-signature.ts";

/** How late another node hears of a key, in milliseconds. */
const ASK_AGAIN_MS = 5_000;

export interface RegisteredKeys {
  /** As they were a moment ago, without waiting. */
  readonly now: () => KeysByRemote;
  /** Asks the database. */
  refresh(): Promise<void>;
  /** Asks now, and every few seconds for as long as the server runs; a database that is away leaves what was known. */
  follow(app: FastifyInstance): Promise<void>;
}

/** The keys of teams whose builds must be signed: what the operator sets (`REMOTE_KEYS`), and what super admins register (FED-34). */
export function registeredKeys({
  pool,
  config,
  log,
}: Pick<Services, "pool" | "config" | "log">): RegisteredKeys {
  let known: KeysByRemote = config.remoteKeys;
  let isAway = false;
  const ask = newestFirst();
  async function refresh(): Promise<void> {
    const isNews = ask();
    const rows = await inTransaction(pool, { kind: "all" }, (tx) =>
      tx.many<{ remote: string; public_key: string }>(sql`
        select r.remote, k.public_key from remote_key k, unnest(k.remotes) as r (remote)
        where k.revoked_at is null order by k.id`),
    );
    if (!isNews()) return;
    const read = merged(config.remoteKeys, rows);
    // The same lists as before: what was checked with them stays checked (build-manifests.ts).
    known = Object.fromEntries(
      Object.entries(read).map(([remote, keys]) => {
        const before = Object.hasOwn(known, remote) ? known[remote] : undefined;
        return [remote, isDeepStrictEqual(before, keys) && before !== undefined ? before : keys];
      }),
    );
  }
  async function askAgain(): Promise<void> {
    try {
      await refresh();
      isAway = false;
    } catch (error) {
      if (!isAway) log.error({ err: error }, "the keys of teams could not be read: those of before hold");
      isAway = true;
    }
  }
  return {
    now: () => known,
    refresh,
    async follow(app) {
      await refresh();
      const timer = setInterval(() => void askAgain(), ASK_AGAIN_MS);
      timer.unref();
      app.addHook("onClose", async () => clearInterval(timer));
    },
  };
}

/**
 * Of questions whose answers may come in another order: what was asked before a key was revoked must not bring it back.
 * @returns asks; and, of the answer, says whether no question after it has been answered
 */
export function newestFirst(): () => () => boolean {
  let asked = 0;
  let answered = 0;
  return () => {
    asked += 1;
    const own = asked;
    return () => {
      if (own < answered) return false;
      answered = own;
      return true;
    };
  };
}

function merged(
  set: KeysByRemote,
  registered: readonly { readonly remote: string; readonly public_key: string }[],
): KeysByRemote {
  const all = new Map(Object.entries(set).map(([remote, keys]) => [remote, [...keys]]));
  for (const { remote, public_key } of registered) all.set(remote, [...(all.get(remote) ?? []), public_key]);
  return Object.fromEntries(all);
}
