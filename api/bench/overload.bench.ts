// One node under three times what it can answer: what it refuses, how long those wait whom it serves, whether people still sign in,
// and when it is as before. A realistic mix of the calls of screens; the ceiling is that of the same run.
// Usage: npm run bench overload [-- <seconds>]
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import autocannon from "autocannon";
import { Client } from "pg";
import { prepareDatabase } from "../src/db/prepare-database.ts";
import { createPool } from "../src/db/pool.ts";
import { personOf, type PlatformSize } from "../src/testing/platform/platform-size.ts";
import { buildPlatform } from "../src/testing/platform/platform-world.ts";
import { startTemporaryPostgres, urlOfDatabase } from "../src/testing/temporary-postgres.ts";
import { median, verdict } from "./figures.ts";
import { atEnd, endAll, startProduct, tokensFor } from "./servers.ts";

const [seconds = 20] = process.argv.slice(2).map(Number);
const SIZE: PlatformSize = {
  distributors: 10,
  weeks: 25,
  auditEntries: 100,
  today: new Date().toISOString().slice(0, 10),
};
/** What people ask for, each as often as it stands here. */
const MIX = [
  "/banking/dashboard-stats/",
  "/banking/dashboard-figures/",
  "/invoices/invoices/?page=1",
  "/invoices/invoices/?page=1",
  "/invoices/invoices/?search=palace",
  "/invoices/totals/",
  "/user-actions/?page=1&status=AWAITING_INVOICE_SELECTION",
  "/user-actions/overview/",
  "/banking/all-transactions/?page=1",
  "/cinemas/?page=1",
  "/audit-logs/?page=1",
  "/saved-filters/?list=invoices",
];
const [AT_CEILING, BEYOND] = [20, 2_000];
const TIMES = 3;
const MOST_WAIT_MS = 5_000;
const MOST_SIGN_IN_MS = 1_000;
const MOST_RECOVERY_S = 5;

const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;

try {
  const postgres = await startTemporaryPostgres("overload-bench");
  atEnd(() => postgres.stop());
  const url = urlOfDatabase(postgres.url, "platform");
  await prepareDatabase({ ownerUrl: url, webUrl: null });
  const owner = new Client({ connectionString: url });
  await owner.connect();
  await buildPlatform(owner, SIZE);
  await owner.end();
  const pool = createPool({ url });
  atEnd(() => pool.end());
  const tokens = await Promise.all(
    Array.from({ length: SIZE.distributors }, (_, n) => tokensFor(pool, personOf(n + 1))),
  );
  const origin = await startProduct(url, join(postgres.folder, "product"));
  const requests = async (): Promise<autocannon.Request[]> => {
    const signed = await Promise.all(tokens.map((token) => token()));
    return signed.flatMap((token) =>
      MIX.map((path) => ({ path: `/api/v1${path}`, headers: { authorization: `Bearer ${token}` } })),
    );
  };
  const load = async (connections: number, overallRate?: number): Promise<autocannon.Result> =>
    autocannon({
      url: origin,
      connections,
      duration: seconds,
      timeout: 60,
      requests: await requests(),
      ...(overallRate === undefined ? {} : { overallRate }),
    });
  /** One call as a person makes it. */
  const asked = async (path: string): Promise<{ ms: number; status: number }> => {
    const headers = { authorization: `Bearer ${await tokens[0]?.()}` };
    const start = performance.now();
    const answer = await fetch(`${origin}/api/v1${path}`, { headers });
    await answer.arrayBuffer();
    return { ms: performance.now() - start, status: answer.status };
  };
  const [LIST = ""] = MIX.slice(2);
  await load(AT_CEILING);
  const atRest: number[] = [];
  for (let n = 0; n < 50; n += 1) atRest.push((await asked(LIST)).ms);
  const ceiling = await load(AT_CEILING);
  const rate = ceiling.requests.average;
  console.log(
    `ceiling: ${rate.toFixed(0)} requests/s of the mix, p99 ${ceiling.latency.p99} ms; ${(ceiling["2xx"] ?? 0) + ceiling.non2xx} answers, ${ceiling.non2xx} refused`,
  );

  const signIns: { ms: number; status: number }[] = [];
  const beyond = load(BEYOND, Math.round(rate * TIMES));
  let isOver = false;
  const over = beyond.then((result) => {
    isOver = true;
    return result;
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
  const refused = result.non2xx;
  const served = result["2xx"] ?? 0;
  const other = Object.entries(result.statusCodeStats ?? {}).filter(
    ([code]) => !["200", "503"].includes(code),
  );
  const failed = signIns.filter(({ status }) => status >= 400).length;
  const signInTail = at(
    signIns.map(({ ms }) => ms),
    0.99,
  );
  console.log(
    `${TIMES} times that, ${BEYOND} connections: ${(served / seconds).toFixed(0)} served a second, ${(refused / seconds).toFixed(0)} refused with 503, ${result.errors} broken or late, other answers: ${JSON.stringify(other)}; p99 of all answers ${result.latency.p99} ms, at most ${MOST_WAIT_MS}: ${verdict(result.latency.p99 <= MOST_WAIT_MS && result.errors === 0 && other.length === 0)}`,
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
