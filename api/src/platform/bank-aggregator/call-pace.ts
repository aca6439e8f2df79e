import { createHmac } from "node:crypto";
import type { Pool } from "pg";

/** How fast the aggregator may be asked. */
export interface CallPace {
  /**
   * Reserves a call for a user of the aggregator.
   * @param isHurried somebody waits in front of the screen: no reservation is better than a wait
   * @returns milliseconds to wait before the call; undefined when there is none for who is in a hurry
   */
  take(caller: string, isHurried: boolean): Promise<number | undefined>;
}

/** AGG-5: the aggregator takes 60 a minute of each user. */
const PER_USER = { calls: 50, ms: 60_000 };

/** Fifty calls a minute for each user, as one process counts them. */
export function paceOfOneProcess(elapsed: () => number): CallPace {
  const calls = new Map<string, number[]>();
  return {
    take: async (caller, isHurried) => {
      const now = elapsed();
      const recent = (calls.get(caller) ?? []).filter((at) => at > now - PER_USER.ms);
      const first = recent.length >= PER_USER.calls ? recent[0] : undefined;
      // Nobody is kept in front of a screen for a minute.
      if (first !== undefined && isHurried) return undefined;
      const wait = first === undefined ? 0 : first + PER_USER.ms - now;
      if (first !== undefined) recent.shift();
      recent.push(now + wait);
      calls.set(caller, recent);
      return wait;
    },
  };
}

/** So many at once, one more each `everyMs`: in any time t, at most `hurried + t / everyMs`. */
interface Allowance {
  readonly everyMs: number;
  /** What a job may spend at once. */
  readonly atOnce: number;
  /** The same for who is in a hurry: a job leaves a few. */
  readonly hurried: number;
}
/** Never more than 50 in a minute, whichever node asks. */
const OF_A_USER: Allowance = { everyMs: 2_000, atOnce: 15, hurried: 20 };
/** AGG-5: 2,000 in five minutes of the whole application. */
const OF_ALL: Allowance = { everyMs: 200, atOnce: 450, hurried: 500 };

/** The moment at which all that was reserved is spent moves on by one call; for who is in a hurry, only so far. */
const RESERVE = `
  insert into rate_limit as known (key, hits, ends_at) values ($1, 1, now() + $2 * interval '1 millisecond')
  on conflict (key) do update set ends_at = greatest(known.ends_at, now()) + $2 * interval '1 millisecond'
    where not $3 or greatest(known.ends_at, now()) + $2 * interval '1 millisecond' <= now() + $4 * interval '1 millisecond'
  returning greatest(extract(epoch from ends_at - now()) * 1000, 0)::float8 as ahead`;

/**
 * The same for all nodes together, in PostgreSQL. While the database is away the call fails as any other work does.
 * @param secret keys the hash that stands for the user
 */
export function paceOfAllNodes(pool: Pool, secret: string): CallPace {
  const reserve = async (name: string, allowance: Allowance, isHurried: boolean) => {
    const { everyMs, atOnce, hurried } = allowance;
    const key = createHmac("sha256", `bank-pace:${secret}`).update(name).digest();
    const { rows } = await pool.query<{ ahead: number }>(RESERVE, [
      key,
      everyMs,
      isHurried,
      hurried * everyMs,
    ]);
    const [row] = rows;
    if (!row) return undefined;
    return isHurried ? 0 : Math.max(0, Math.ceil(row.ahead - atOnce * everyMs));
  };
  return {
    take: async (caller, isHurried) => {
      const own = await reserve(`user ${caller}`, OF_A_USER, isHurried);
      if (own === undefined) return undefined;
      const ofAll = await reserve("all", OF_ALL, isHurried);
      return ofAll === undefined ? undefined : Math.max(own, ofAll);
    },
  };
}
