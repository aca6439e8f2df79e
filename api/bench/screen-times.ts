// Times of every call that a screen makes, on platforms that are asked in turns, through a server of each.
import { createPool } from "../src/db/pool.ts";
import { personOf, type PlatformSize, superAdmin } from "../src/testing/platform/platform-size.ts";
import { type ScreenCall, screenCalls } from "../src/testing/platform/screen-calls.ts";
import { atEnd, startProduct, tokensFor } from "./servers.ts";

/** So many distributors of a platform are asked in turns; nobody's pages are in memory because of the one that is measured. */
const ASKED = 10;
/** Less is the noise of the machine. */
const LEAST_MS = 1;

export interface Platform {
  readonly size: PlatformSize;
  readonly origin: string;
  /** Calls of the distributors that are asked, and who asks; the same ones at the same place of each. */
  readonly askers: readonly {
    readonly calls: readonly ScreenCall[];
    readonly token: (call: ScreenCall) => Promise<string>;
  }[];
}

/** @param url of the database of a platform of `size`; @param folder of its server's own data */
export async function openPlatform(url: string, folder: string, size: PlatformSize): Promise<Platform> {
  const { distributors } = size;
  const pool = createPool({ url, statementTimeoutMs: 0 });
  atEnd(() => pool.end());
  const admin = await tokensFor(pool, superAdmin(size));
  const chosen = Array.from(
    { length: Math.min(ASKED, distributors) },
    (_, n) => 1 + Math.floor((n * distributors) / Math.min(ASKED, distributors)),
  );
  const askers = [];
  for (const distributor of chosen) {
    const staff = await tokensFor(pool, personOf(distributor));
    askers.push({
      calls: screenCalls(size, distributor).filter(({ isFile }) => !isFile),
      token: ({ isOfAll }: ScreenCall) => (isOfAll ? admin() : staff()),
    });
  }
  const origin = await startProduct(url, folder);
  return { size, origin, askers };
}

/** Milliseconds of one call. @param asked which of the distributors asks; @param place of the call among theirs */
export async function timed(platform: Platform, asked: number, place: number): Promise<number> {
  const { calls, token } = platform.askers[asked % platform.askers.length] ?? { calls: [] };
  const call = calls[place];
  if (!call || !token) throw new Error("no such call");
  const headers = { authorization: `Bearer ${await token(call)}` };
  const start = performance.now();
  const answer = await fetch(`${platform.origin}/api/v1${call.path}`, { headers });
  await answer.arrayBuffer();
  const ms = performance.now() - start;
  if (!answer.ok) throw new Error(`${call.path} of ${platform.size.distributors}: ${answer.status}`);
  return ms;
}

/** @param share 0.5 for the median */
export const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;

export interface Measured {
  readonly path: string;
  /** Of each platform. */
  readonly p50: readonly number[];
  readonly p99: readonly number[];
}

/** @param isAsked of the path of a call */
export async function measure(
  platforms: readonly Platform[],
  rounds: number,
  isAsked: (path: string) => boolean = () => true,
): Promise<Measured[]> {
  const [base] = platforms;
  const calls = base?.askers[0]?.calls ?? [];
  const measured: Measured[] = [];
  for (const [place, { path }] of calls.entries()) {
    if (!isAsked(path)) continue;
    const times = platforms.map((): number[] => []);
    for (let round = -ASKED; round < rounds; round += 1)
      for (const [n, platform] of platforms.entries()) {
        const ms = await timed(platform, round + ASKED, place);
        if (round >= 0) times[n]?.push(ms);
      }
    measured.push({
      path,
      p50: times.map((each) => at(each, 0.5)),
      p99: times.map((each) => at(each, 0.99)),
    });
  }
  return measured;
}

/** What the p50 of a call on platform `n` is to that on the first one, the first millisecond left out of account. */
export const growthOf = (values: readonly number[], n: number): number =>
  Math.max(LEAST_MS, values[n] ?? Number.NaN) / Math.max(LEAST_MS, values[0] ?? Number.NaN);
