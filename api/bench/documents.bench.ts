// Factur-X invoices drawn by one core; then a thousand of a Monday drawn by the job of a running server, with the slowest answers
// of a list call during it beside those of the same server at rest. Prints rates and ratios.
// Usage: npm run bench documents [-- <rounds> <invoices>]
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { migrate } from "../src/db/migrate.ts";
import { createPool } from "../src/db/pool.ts";
import { inTransaction } from "../src/db/scope.ts";
import { renderInvoicePdf } from "../src/pdf/invoice-pdf.ts";
import { type Jobs, startJobs } from "../src/platform/jobs.ts";
import { startTemporaryPostgres, urlOfDatabase } from "../src/testing/temporary-postgres.ts";
import { buildApiWorld } from "./api-world.ts";
import { benchInvoice, insertIssued } from "./documents-world.ts";
import { median, verdict } from "./figures.ts";
import { atEnd, endAll, startProduct, tokensFor } from "./servers.ts";

const [rounds = 3, invoices = 1000] = process.argv.slice(2).map(Number);
const LEAST_RATE = 20;
const MOST_RATIO = 2;
const DRAWN_ALONE = 300;
/** Of each measurement at rest. */
const REST_MS = 15_000;
/** A call every so often, answered or not: as people ask, not as fast as the server can. */
const CALL_EVERY_MS = 25;
const LIST = "/api/v1/invoices/invoices/?page=3";
const LONGEST_RUN_MS = 600_000;

/** @returns whether one core draws as many as asked */
async function drawAlone(): Promise<boolean> {
  for (let n = 0; n < 50; n += 1) await renderInvoicePdf(benchInvoice(n));
  const rates: number[] = [];
  const cores: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    const before = process.cpuUsage();
    for (let n = 0; n < DRAWN_ALONE; n += 1)
      await renderInvoicePdf(benchInvoice(1000 + round * DRAWN_ALONE + n));
    const { user, system } = process.cpuUsage(before);
    rates.push(DRAWN_ALONE / ((performance.now() - started) / 1000));
    cores.push(DRAWN_ALONE / ((user + system) / 1_000_000));
  }
  const [rate, core] = [median(rates), median(cores)];
  const ratio = core / LEAST_RATE;
  console.log(
    `one core: ${core.toFixed(1)} invoices per second of processor (${rate.toFixed(1)} by the clock), at least ${LEAST_RATE}: ratio ${ratio.toFixed(2)}: ${verdict(ratio >= 1)}`,
  );
  return ratio >= 1;
}

/** Asks for the list at a steady pace while `goesOn`. @returns milliseconds of each answer */
async function answerTimes(
  origin: string,
  token: () => Promise<string>,
  goesOn: () => boolean,
): Promise<number[]> {
  const times: number[] = [];
  const calls: Promise<void>[] = [];
  const headers = { authorization: `Bearer ${await token()}` };
  while (goesOn()) {
    const started = performance.now();
    calls.push(
      fetch(origin + LIST, { headers }).then(async (answer) => {
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`the list answers ${answer.status}`);
        times.push(performance.now() - started);
      }),
    );
    await wait(CALL_EVERY_MS);
  }
  await Promise.all(calls);
  return times;
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

/** @returns whether the list answers as fast as asked while the documents are drawn */
async function drawBeside(url: string, folder: string): Promise<boolean> {
  await migrate({ url });
  const pool = createPool({ url, statementTimeoutMs: 0 });
  atEnd(() => pool.end());
  const world = await buildApiWorld(pool, {
    cinemas: 500,
    invoices: 20_000,
    transactions: 100,
    auditEntries: 100,
    actions: 0,
  });
  const origin = await startProduct(url, join(folder, "product"));
  const log = { error: console.error } as unknown as FastifyBaseLogger;
  const jobs: Jobs = await startJobs({ url, pool, log });
  atEnd(() => jobs.stop());
  const token = await tokensFor(pool, world.userId);
  const left = async (): Promise<number> =>
    (
      await pool.query<{ count: number }>(
        `select count(*)::int as count from invoice i where origin = 'issued' and not exists (select from invoice_file f where f.invoice_id = i.id)`,
      )
    ).rows[0]?.count ?? 0;

  const warm = Date.now() + REST_MS / 3;
  await answerTimes(origin, token, () => Date.now() < warm);
  const [rest, during, seconds, ratios]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = 0; round < rounds; round += 1) {
    const until = Date.now() + REST_MS;
    const idle = percentile(await answerTimes(origin, token, () => Date.now() < until), 0.99);
    await insertIssued(pool, world.distributorId, 1 + round * invoices, invoices);
    await inTransaction(pool, { kind: "all" }, (tx) =>
      jobs.enqueue(tx, { name: "draw-documents", data: { distributor_id: world.distributorId } }),
    );
    while ((await left()) === invoices) await wait(20);
    const started = performance.now();
    const drawing = { goesOn: true };
    const asked = answerTimes(origin, token, () => drawing.goesOn);
    while ((await left()) > 0 && performance.now() - started < LONGEST_RUN_MS) await wait(200);
    drawing.goesOn = false;
    const busy = percentile(await asked, 0.99);
    if ((await left()) > 0) throw new Error("the job did not draw all the documents");
    seconds.push((performance.now() - started) / 1000);
    rest.push(idle);
    during.push(busy);
    ratios.push(busy / idle);
  }
  const ratio = median(ratios);
  console.log(
    `a Monday: ${invoices} invoices in ${median(seconds).toFixed(1)} s, ${(invoices / median(seconds)).toFixed(1)} per second beside the API`,
  );
  console.log(
    `list call, p99: ${median(during).toFixed(1)} ms while they are drawn, ${median(rest).toFixed(1)} ms at rest: median of the rounds’ ratios ${ratio.toFixed(2)}, at most ${MOST_RATIO}: ${verdict(ratio <= MOST_RATIO)}`,
  );
  return ratio <= MOST_RATIO;
}

try {
  console.log(`documents: ${rounds} rounds`);
  const isFast = await drawAlone();
  const postgres = await startTemporaryPostgres("documents-bench");
  atEnd(() => postgres.stop());
  const admin = createPool({ url: postgres.url });
  await admin.query("create database documents");
  await admin.end();
  const isQuiet = await drawBeside(urlOfDatabase(postgres.url, "documents"), postgres.folder);
  if (!isFast || !isQuiet) process.exitCode = 1;
} finally {
  await endAll();
}
