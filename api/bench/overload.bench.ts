// One node under three times what it can answer: what it refuses, how long those wait whom it serves, whether people still sign in,
// and when it is as before. A realistic mix of the calls of screens; the ceiling is that of the same run.
// The database is reached as the product's own is.
// Usage: npm run bench overload [-- <seconds> <seconds that the ceiling is held>]
import { Agent, get } from "node:http";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import autocannon from "autocannon";
import { createPool } from "../src/db/pool.ts";
import { personOf, type PlatformSize } from "../src/testing/platform/platform-size.ts";
import { startTemporaryPostgres } from "../src/testing/temporary-postgres.ts";
import { median, verdict } from "./figures.ts";
import { platformAt } from "./platform.ts";
import { MIX, requestsOfMix } from "./screen-mix.ts";
import { atEnd, endAll, startProduct, tokensFor } from "./servers.ts";

const [seconds = 20, held = seconds] = process.argv.slice(2).map(Number);
const SIZE: PlatformSize = {
  distributors: 10,
  weeks: 25,
  auditEntries: 100,
  today: new Date().toISOString().slice(0, 10),
};
const AT_CEILING = 20;
const PIECE_SECONDS = 60;
const TIMES = 3;
const MOST_WAIT_MS = 5_000;
const MOST_SIGN_IN_MS = 1_000;
const MOST_RECOVERY_S = 5;

/** As many as a proxy keeps open; more than the node works on at once. */
const proxy = new Agent({ keepAlive: true, maxSockets: 600 });
/** Of a person who does not stand behind those. */
const own = new Agent({ keepAlive: true });
const timed = (
  url: string,
  headers: Record<string, string>,
  agent = proxy,
): Promise<{ ms: number; status: number }> => {
  let start = performance.now();
  return new Promise((resolve) => {
    const end = (status: number): void => resolve({ ms: performance.now() - start, status });
    // Of a connection that broke.
    get(url, { agent, headers }, (answer) => answer.resume().once("end", () => end(answer.statusCode ?? 0)))
      // What stands in the queue of the proxy has not reached the node.
      .once("socket", () => {
        start = performance.now();
      })
      .once("error", () => end(0));
  });
};

const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;

try {
  const postgres = await startTemporaryPostgres("overload-bench", {}, { overSocket: true });
  atEnd(() => postgres.stop());
  const { url } = await platformAt(postgres.url, "platform", SIZE);
  const pool = createPool({ url });
  atEnd(() => pool.end());
  atEnd(async () => [proxy, own].forEach((agent) => agent.destroy()));
  const tokens = await Promise.all(
    Array.from({ length: SIZE.distributors }, (_, n) => tokensFor(pool, personOf(n + 1))),
  );
  const origin = await startProduct(url, join(postgres.folder, "product"));
  const requests = () => requestsOfMix(tokens);
  const atCeiling = async (duration = seconds): Promise<autocannon.Result> =>
    autocannon({ url: origin, connections: AT_CEILING, duration, requests: await requests() });
  /** In pieces, each with fresh tokens: one lives for five minutes. */
  const atCeilingFor = async (whole: number): Promise<autocannon.Result[]> => {
    const pieces: autocannon.Result[] = [];
    for (let left = whole; left > 0; left -= PIECE_SECONDS)
      pieces.push(await atCeiling(Math.min(left, PIECE_SECONDS)));
    return pieces;
  };
  /** So many calls a second, whatever becomes of those before. */
  const rush = async (perSecond: number): Promise<{ ms: number; status: number }[]> => {
    const chosen = await requests();
    const answers: Promise<{ ms: number; status: number }>[] = [];
    const started = performance.now();
    while (performance.now() - started < seconds * 1000) {
      const due = ((performance.now() - started) / 1000) * perSecond;
      while (answers.length < due) {
        const { path = "", headers } = chosen[answers.length % chosen.length] ?? {};
        answers.push(timed(origin + path, headers as Record<string, string>));
      }
      await wait(5);
    }
    return await Promise.all(answers);
  };
  /** One call as a person makes it. */
  const asked = async (path: string): Promise<{ ms: number; status: number }> => {
    return await timed(`${origin}/api/v1${path}`, { authorization: `Bearer ${await tokens[0]?.()}` }, own);
  };
  const [LIST = ""] = MIX.slice(2);
  await atCeiling();
  const atRest: number[] = [];
  for (let n = 0; n < 50; n += 1) atRest.push((await asked(LIST)).ms);
  const pieces = await atCeilingFor(held);
  const sumOf = (count: (piece: autocannon.Result) => number): number =>
    pieces.reduce((sum, piece) => sum + count(piece), 0);
  const rates = pieces.map(({ requests }) => requests.average);
  const rate = median(rates);
  const tails = pieces.map(({ latency }) => latency.p99);
  console.log(
    `ceiling, held for ${held} s: ${rate.toFixed(0)} requests/s of the mix, ${Math.min(...rates).toFixed(0)} to ${Math.max(...rates).toFixed(0)} in pieces of ${PIECE_SECONDS} s, p99 ${median(tails)} ms, at most ${Math.max(...tails)}; ${sumOf((piece) => piece["2xx"])} answers, ${sumOf((piece) => piece.non2xx)} refused, ${sumOf((piece) => piece.errors)} without one`,
  );

  const signIns: { ms: number; status: number }[] = [];
  const beyond = rush(rate * TIMES);
  let isOver = false;
  const over = beyond.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    signIns.push(await asked("/auth/csrf-token/"), await asked("/auth/user/"));
    await wait(200);
  }
  const result = await over;
  const ended = performance.now();
  let recovery = Number.NaN;
  for (let good = 0; good < 5 && performance.now() - ended < 60_000; ) {
    const { ms, status } = await asked(LIST);
    good = status === 200 && ms <= Math.max(20, 3 * median(atRest)) ? good + 1 : 0;
    recovery = (performance.now() - ended) / 1000;
    if (good === 0) await wait(50);
  }
  const count = (status: number): number => result.filter((each) => each.status === status).length;
  const [served, refused] = [count(200), count(503)];
  const tail = at(
    result.map(({ ms }) => ms),
    0.99,
  );
  const failed = signIns.filter(({ status }) => status >= 400).length;
  const signInTail = at(
    signIns.map(({ ms }) => ms),
    0.99,
  );
  console.log(
    `${TIMES} times that, ${result.length} calls in ${seconds} s: ${served} served, ${refused} refused with 503, ${result.length - served - refused} answered otherwise; p99 of all answers ${tail.toFixed(0)} ms, at most ${MOST_WAIT_MS}: ${verdict(tail <= MOST_WAIT_MS && served + refused === result.length)}`,
  );
  console.log(
    `signing in meanwhile: ${signIns.length} calls, ${failed} failed, p99 ${signInTail.toFixed(0)} ms, at most ${MOST_SIGN_IN_MS}: ${verdict(failed === 0 && signInTail <= MOST_SIGN_IN_MS)}`,
  );
  console.log(
    `as before after ${recovery.toFixed(1)} s, at most ${MOST_RECOVERY_S}: ${verdict(recovery <= MOST_RECOVERY_S)}`,
  );
} finally {
  await endAll();
}
