import { createHmac } from "node:crypto";
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import type { Pool } from "pg";

/** One hit: a window that has ended begins anew. */
const HIT = `
  insert into rate_limit as known (key, hits, ends_at) values ($1, 1, now() + $2 * interval '1 millisecond')
  on conflict (key) do update set
    hits = case when known.ends_at <= now() then 1 else known.hits + 1 end,
    ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end
  returning hits, greatest(ceil(extract(epoch from ends_at - now()) * 1000), 0)::integer as ttl`;

/** By itself and waiting for nobody, so that two nodes never wait for each other. */
const SWEEP = `
  delete from rate_limit where key in (
    select key from rate_limit where ends_at < now() - interval '1 minute' limit 100 for update skip locked)`;

/** Counts one more of what the key stands for. @returns how many there are in this window, and the milliseconds that are left of it */
export async function countHit(
  pool: Pool,
  key: Buffer,
  windowMs: number,
): Promise<{ hits: number; ttl: number }> {
  const { rows } = await pool.query<{ hits: number; ttl: number }>(HIT, [key, windowMs]);
  const [row] = rows;
  if (!row) throw new Error("a row was expected");
  // What it leaves, the next new window takes.
  if (row.hits === 1) pool.query(SWEEP).catch(() => undefined);
  return row;
}

/**
 * Counts requests for the rate limits in PostgreSQL, so that all nodes share one count (SEC-4). While the database is
 * away the request fails as any other: what is limited needs it anyhow.
 * @param secret keys the hash that stands for route and address
 */
export function sharedRateLimit(pool: Pool, secret: string): FastifyRateLimitStoreCtor {
  const keyOf = (route: string, address: string): Buffer =>
    createHmac("sha256", `rate-limit:${secret}`).update(`${route}\n${address}`).digest();

  const count = async (key: Buffer, timeWindow: number): Promise<{ current: number; ttl: number }> => {
    const { hits, ttl } = await countHit(pool, key, timeWindow);
    return { current: hits, ttl };
  };

  return class Store implements FastifyRateLimitStore {
    readonly #route: string;
    constructor(route: unknown) {
      this.#route = typeof route === "string" ? route : "";
    }
    incr(address: string, done: Parameters<FastifyRateLimitStore["incr"]>[1], timeWindow: number): void {
      count(keyOf(this.#route, address), timeWindow).then(
        (counted) => done(null, counted),
        (error: Error) => done(error),
      );
    }
    child(options: object): FastifyRateLimitStore {
      const { routeInfo } = options as { routeInfo?: { method?: string | string[]; url?: string } };
      return new Store(`${String(routeInfo?.method)} ${routeInfo?.url ?? ""}`);
    }
  };
}
