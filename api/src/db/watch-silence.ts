import { Client, type Pool, type PoolClient } from "pg";

interface Limits {
  readonly lookMs: number;
  /** A session that waits for an answer and has heard nothing for so long lets the database be asked whether it is there. */
  readonly silentMs: number;
  readonly knockMs: number;
}
const LIMITS: Limits = { lookMs: 1_000, silentMs: 5_000, knockMs: 4_000 };

/** What the driver does not say of itself in its types. */
interface Wire {
  readonly connection: { readonly stream: { readonly bytesRead: number; destroy(error: Error): void } };
  /** False while a query is under way. */
  readonly readyForQuery: boolean;
}

/**
 * Ends sessions that wait for a database which lets nobody hear of it any more (OPS-14): a machine that hangs, a network that swallows. PostgreSQL
 * ends what takes it too long by itself, but not then, and TCP would wait for a quarter of an hour or for ever. Whoever asked is told to
 * come back. A long statement of a database that is there is left alone: it lets others in meanwhile.
 * @param urls what these sessions lead to, all of which must be there: a pooler lets in by itself whoever it knows, so that the database behind it is asked too
 * @param limits shorter ones for tests
 * @returns what ends the watch
 */
export function watchSilence(
  pools: readonly Pool[],
  urls: readonly string[],
  limits: Limits = LIMITS,
): () => Promise<void> {
  const heard = new Map<PoolClient, { bytes: number; at: number }>();
  for (const pool of pools) {
    pool.on("connect", (client) => heard.set(client, { bytes: 0, at: performance.now() }));
    pool.on("remove", (client) => heard.delete(client));
  }
  const silent = (): Wire[] => {
    const now = performance.now();
    const found: Wire[] = [];
    for (const [client, last] of heard) {
      const wire = client as unknown as Wire;
      const bytes = wire.connection.stream.bytesRead;
      if (wire.readyForQuery || bytes !== last.bytes) heard.set(client, { bytes, at: now });
      else if (now - last.at > limits.silentMs) found.push(wire);
    }
    return found;
  };
  let isAsking = false;
  const look = async (): Promise<void> => {
    if (silent().length === 0 || isAsking) return;
    isAsking = true;
    try {
      const answers = await Promise.all(urls.map((url) => isThere(url, limits.knockMs)));
      if (answers.every(Boolean)) {
        const now = performance.now();
        for (const last of heard.values()) last.at = now;
      } else
        for (const { connection } of silent())
          connection.stream.destroy(
            Object.assign(new Error("the database lets nobody hear of it"), { code: "ETIMEDOUT" }),
          );
    } finally {
      isAsking = false;
    }
  };
  const watch = setInterval(() => void look(), limits.lookMs);
  watch.unref();
  return async () => clearInterval(watch);
}

/** It lets somebody in, or says why not. */
async function isThere(url: string, limitMs: number): Promise<boolean> {
  const client = new Client({
    connectionString: url,
    application_name: "bobine knock",
    connectionTimeoutMillis: limitMs,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    return "severity" in (error as object);
  } finally {
    // Nobody waits for the farewell of who may be silent.
    void client.end().catch(() => undefined);
  }
}
