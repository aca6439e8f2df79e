import { Client } from "pg";
import { QUIET_MS } from "../db/pool.ts";
import type { IdentityCache } from "../http/identity-cache.ts";

const RETRY_MS = 2_000;
const CONNECT_MS = 10_000;

/**
 * Listens for changes of people, sessions and distributors made on any node (migration 044), for as long as the process lives.
 * While the database cannot be heard, the cache stays closed and each request asks.
 * @returns what ends it
 */
export function listenForIdentityNews(
  url: string,
  cache: Pick<IdentityCache<never>, "open" | "close" | "forget">,
  onError: (error: Error) => void,
): () => Promise<void> {
  let client: Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let hasEnded = false;

  const lose = (lost: Client): void => {
    if (client !== lost) return;
    client = undefined;
    cache.close();
    if (!hasEnded) retry = setTimeout(() => void listen(), RETRY_MS).unref();
  };
  async function listen(): Promise<void> {
    const next = new Client({
      connectionString: url,
      application_name: "bobine news",
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: QUIET_MS,
    });
    client = next;
    next.on("notification", () => cache.forget());
    next.on("error", (error) => {
      onError(error);
      lose(next);
    });
    next.on("end", () => lose(next));
    try {
      await next.connect();
      await next.query("listen identities_changed");
      if (client === next) cache.open();
    } catch (error) {
      onError(error as Error);
      await next.end().catch(() => undefined);
      lose(next);
    }
  }
  void listen();

  return async () => {
    hasEnded = true;
    clearTimeout(retry);
    cache.close();
    await client?.end();
  };
}
