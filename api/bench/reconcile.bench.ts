// What a person's decision about a bank line costs, and taking it back: with one invoice, and as parts. Each beside a minimal Fastify route that
// writes the same rows through a bare pg pool, in turns, one call after the other as a browser does. Prints medians and ratios: those of the
// clock mean little on a busy machine.
// Usage: npm run bench reconcile [-- <decisions>]
import { join } from "node:path";
import { migrate } from "../src/db/migrate.ts";
import { createPool } from "../src/db/pool.ts";
import { startTemporaryPostgres, urlOfDatabase } from "../src/testing/temporary-postgres.ts";
import { buildApiWorld } from "./api-world.ts";
import { median, verdict } from "./figures.ts";
import { atEnd, endAll, startProduct, startServer, tokensFor } from "./servers.ts";

const [decisions = 300] = process.argv.slice(2).map(Number);
const SIZE = { cinemas: 6_000, invoices: 200_000, transactions: 100_000, auditEntries: 100_000 };
const MOST_MS = 15;
/** Nothing is compiled, planned or read yet in the first ones. */
const WARMING_UP = 20;
const RECONCILE = "/api/v1/banking/manual-reconciliation/";
const REVERT = "/api/v1/banking/revert-reconciliation/";

/** Milliseconds until the whole answer is there. */
type Post = (path: string, body: object) => Promise<number>;

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
  const world = await buildApiWorld(pool, { ...SIZE, actions: decisions + WARMING_UP });
  const { rows: questions } = await pool.query<Question>(
    `select a.id, a.invoice_id, a.transaction_id, t.amount::text
     from user_action a join bank_transaction t on t.id = a.transaction_id order by a.id`,
  );
  const token = await tokensFor(pool, world.userId);
  const product = await posting(await startProduct(url, join(postgres.folder, "product")), token, true);
  // What row-level security would hide is hidden from nobody there.
  const bare = new URL(url);
  bare.searchParams.set("options", "-c TimeZone=UTC -c app.all_distributors=on");
  const minimal = await posting(
    await startServer("bench/minimal-server.ts", "/", {
      DATABASE_URL: bare.href,
      DISTRIBUTOR_ID: String(world.distributorId),
    }),
    token,
    false,
  );

  const timed = {
    reconcile: [] as number[],
    revert: [] as number[],
    parts: [] as number[],
    "revert of parts": [] as number[],
    "base reconcile": [] as number[],
    "base revert": [] as number[],
  };
  for (const [place, question] of questions.entries()) {
    const { id, invoice_id, transaction_id } = question;
    const took: Record<keyof typeof timed, number> = {
      "base reconcile": await minimal(RECONCILE, { user_action_id: id, invoice_ids: [invoice_id] }),
      "base revert": await minimal(REVERT, { user_action_id: id }),
      reconcile: await product(RECONCILE, { user_action_id: id, invoice_ids: [invoice_id] }),
      revert: await product(REVERT, { user_action_id: id }),
      parts: await product(`/api/v1/banking/transactions/${transaction_id}/parts/`, asParts(question)),
      "revert of parts": await product(REVERT, { user_action_id: id }),
    };
    if (place < WARMING_UP) continue;
    for (const name of Object.keys(timed) as (keyof typeof timed)[]) timed[name].push(took[name]);
  }

  console.log(
    `reconcile: ${SIZE.cinemas} cinemas, ${SIZE.invoices} invoices, ${SIZE.transactions} transactions; ${decisions} decisions`,
  );
  const row = (name: keyof typeof timed, base: keyof typeof timed): void => {
    const ratio = median(timed[name].map((ms, place) => ms / (timed[base][place] ?? Number.NaN)));
    const isMet = median(timed[name]) <= MOST_MS;
    console.log(
      `${name.padEnd(15)} median ${median(timed[name]).toFixed(1)} ms, minimal route ${median(timed[base]).toFixed(1)} ms: ratio ${ratio.toFixed(1)}; at most ${MOST_MS} ms: ${verdict(isMet)}`,
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
