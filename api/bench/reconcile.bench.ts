// What a person's decision about a bank line costs, and taking it back: with one invoice, and as parts. Each beside a minimal Fastify route that
// writes the same rows through a bare pg pool, in turns, one call after the other as a browser does. Prints medians and ratios, and processor of
// the server and its database sessions: the clock means little on a busy machine.
// Usage: npm run bench reconcile [-- <decisions>]
import { join } from "node:path";
import type { Pool } from "pg";
import { migrate } from "../src/db/migrate.ts";
import { createPool } from "../src/db/pool.ts";
import { WEB_ROLE } from "../src/db/web-role.ts";
import { startTemporaryPostgres, urlOfDatabase } from "../src/testing/temporary-postgres.ts";
import { buildApiWorld } from "./api-world.ts";
import { median, verdict } from "./figures.ts";
import { processorOf } from "./measured.ts";
import { atEnd, endAll, processAt, startProduct, startServer, tokensFor } from "./servers.ts";

const [decisions = 300] = process.argv.slice(2).map(Number);
const SIZE = { cinemas: 6_000, invoices: 200_000, transactions: 100_000, auditEntries: 100_000 };
const MOST_MS = 15;
/** Decisions of one kind that follow each other: the clock of a processor ticks a hundred times a second. Of the first nothing is compiled yet. */
const BLOCK = 20;
const RECONCILE = "/api/v1/banking/manual-reconciliation/";
const REVERT = "/api/v1/banking/revert-reconciliation/";

/** Milliseconds until the whole answer is there. */
type Post = (path: string, body: object) => Promise<number>;

interface Side {
  readonly post: Post;
  /** Seconds of its process and of its database sessions so far. */
  readonly processor: () => Promise<number>;
}
type Call = readonly [
  name: string,
  side: Side,
  path: string | ((one: Question) => string),
  body: (one: Question) => object,
];

async function openSide(
  pool: Pool,
  side: { origin: string; role: string; token: () => Promise<string>; isSigned: boolean },
): Promise<Side> {
  const post = await posting(side.origin, side.token, side.isSigned);
  const processor = async (): Promise<number> => {
    const { rows } = await pool.query<{ pid: number }>(
      "select pid from pg_stat_activity where usename = $1",
      [side.role],
    );
    return sum([processAt(side.origin), ...rows.map(({ pid }) => pid)].map(processorOf));
  };
  return { post, processor };
}
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

async function posting(origin: string, bearer: () => Promise<string>, signed: boolean): Promise<Post> {
  const cookies = signed
    ? (await fetch(`${origin}/api/v1/auth/csrf-token/`)).headers
        .getSetCookie()
        .map((cookie) => cookie.split(";")[0] ?? "")
    : [];
  const csrf = cookies.find((cookie) => cookie.startsWith("csrftoken="))?.slice("csrftoken=".length) ?? "";
  return async (path, body) => {
    const headers = {
      authorization: `Bearer ${await bearer()}`,
      "content-type": "application/json",
      cookie: cookies.join("; "),
      "x-csrftoken": decodeURIComponent(csrf),
    };
    const started = performance.now();
    const answer = await fetch(origin + path, { method: "POST", headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
    return performance.now() - started;
  };
}

interface Question {
  readonly id: number;
  readonly invoice_id: number;
  readonly transaction_id: number;
  readonly amount: string;
}

/** One euro of the line is not known: what the invoice is short of stays due. */
const asParts = ({ invoice_id, amount }: Question): object => ({
  parts: [
    { kind: "invoice", invoice_id, amount: (Number(amount) - 1).toFixed(2) },
    { kind: "unknown", amount: "1.00" },
  ],
});

try {
  const postgres = await startTemporaryPostgres("reconcile-bench");
  atEnd(() => postgres.stop());
  const admin = createPool({ url: postgres.url });
  await admin.query("create database bench");
  await admin.end();
  const url = urlOfDatabase(postgres.url, "bench");
  await migrate({ url });
  const pool = createPool({ url, statementTimeoutMs: 0 });
  atEnd(() => pool.end());
  const world = await buildApiWorld(pool, { ...SIZE, actions: decisions + BLOCK });
  const { rows: questions } = await pool.query<Question>(
    `select a.id, a.invoice_id, a.transaction_id, t.amount::text
     from user_action a join bank_transaction t on t.id = a.transaction_id order by a.id`,
  );
  const token = await tokensFor(pool, world.userId);
  const product = await openSide(pool, {
    origin: await startProduct(url, join(postgres.folder, "product")),
    role: WEB_ROLE,
    token,
    isSigned: true,
  });
  // What row-level security would hide is hidden from nobody there.
  const bare = new URL(url);
  bare.searchParams.set("options", "-c TimeZone=UTC -c app.all_distributors=on");
  const minimal = await openSide(pool, {
    origin: await startServer("bench/minimal-server.ts", "/", {
      DATABASE_URL: bare.href,
      DISTRIBUTOR_ID: String(world.distributorId),
    }),
    role: bare.username,
    token,
    isSigned: false,
  });

  const calls: Call[] = [
    [
      "base reconcile",
      minimal,
      RECONCILE,
      (one) => ({ user_action_id: one.id, invoice_ids: [one.invoice_id] }),
    ],
    ["base revert", minimal, REVERT, (one) => ({ user_action_id: one.id })],
    ["reconcile", product, RECONCILE, (one) => ({ user_action_id: one.id, invoice_ids: [one.invoice_id] })],
    ["revert", product, REVERT, (one) => ({ user_action_id: one.id })],
    ["parts", product, (one) => `/api/v1/banking/transactions/${one.transaction_id}/parts/`, asParts],
    ["revert of parts", product, REVERT, (one) => ({ user_action_id: one.id })],
  ];
  const spent = new Map(calls.map(([name]) => [name, { ms: [] as number[], processor: 0 }]));
  for (let from = 0; from < questions.length; from += BLOCK)
    for (const [name, side, path, body] of calls) {
      const before = await side.processor();
      const ms: number[] = [];
      for (const one of questions.slice(from, from + BLOCK))
        ms.push(await side.post(typeof path === "string" ? path : path(one), body(one)));
      const processor = (await side.processor()) - before;
      const all = spent.get(name);
      if (!all || from === 0) continue;
      all.ms.push(...ms);
      all.processor += processor;
    }

  console.log(
    `reconcile: ${SIZE.cinemas} cinemas, ${SIZE.invoices} invoices, ${SIZE.transactions} transactions; ${decisions} decisions`,
  );
  const row = (name: string, base: string): void => {
    const [ours, theirs] = [spent.get(name), spent.get(base)];
    if (!ours || !theirs) throw new Error(`${name} was not measured`);
    const ratio = median(ours.ms.map((ms, place) => ms / (theirs.ms[place] ?? Number.NaN)));
    const each = ({ ms, processor }: typeof ours): number => (processor * 1000) / ms.length;
    const isMet = median(ours.ms) <= MOST_MS;
    console.log(
      `${name.padEnd(15)} median ${median(ours.ms).toFixed(1)} ms, ${each(ours).toFixed(1)} ms of processor; minimal route ${median(theirs.ms).toFixed(1)} ms, ${each(theirs).toFixed(1)} ms of processor: ratio ${ratio.toFixed(1)}; at most ${MOST_MS} ms: ${verdict(isMet)}`,
    );
    if (!isMet) process.exitCode = 1;
  };
  row("reconcile", "base reconcile");
  row("revert", "base revert");
  row("parts", "base reconcile");
  row("revert of parts", "base revert");
} finally {
  await endAll();
}
