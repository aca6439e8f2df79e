// The base of the API's benchmarks: the least a Fastify route needs to answer the same bytes by the same query through a bare
// pg pool, and to write what a decision about a bank line leaves. No session, no rights, no row-level security, no checks, no limits.
// Usage: DATABASE_URL=… DISTRIBUTOR_ID=… PORT=… node api/bench/minimal-server.ts
import { AUDIT_PAGE_SIZE } from "@bobine/contract/audit";
import Fastify from "fastify";
import type { PoolClient } from "pg";
import type { Sql } from "sql-template-tag";
import { createPool } from "../src/db/pool.ts";
import type { Tx } from "../src/db/scope.ts";
import { PAGE_SIZE, pageOf } from "../src/http/pages.ts";
import { auditPage } from "../src/modules/audit/audit.repository.ts";
import { bankingRepository } from "../src/modules/banking/banking.repository.ts";
import { cinemaPage } from "../src/modules/cinemas/cinemas.repository.ts";
import { invoicesRepository } from "../src/modules/invoices/invoices.repository.ts";

const distributorId = Number(process.env["DISTRIBUTOR_ID"]);
const pool = createPool({ url: process.env["DATABASE_URL"] ?? "" });
/** The repositories' way to the database, without what makes a transaction of it. */
const bare: Tx = {
  client: undefined as unknown as PoolClient,
  isPipelined: false,
  isOfReplica: false,
  many: async <Row>(query: Sql) => (await pool.query(query)).rows as Row[],
  maybe: async <Row>(query: Sql) => (await pool.query(query)).rows[0] as Row | undefined,
  one: async <Row>(query: Sql) => (await pool.query(query)).rows[0] as Row,
  run: async (query) => (await pool.query(query)).rowCount ?? 0,
};

const app = Fastify();
const LIST = { search: undefined, ordering: undefined, status: undefined };
app.get<{ Querystring: { page: string } }>("/api/v1/cinemas/", async (request) => {
  const page = Number(request.query.page);
  const { count, cinemas } = await cinemaPage(bare, { ...LIST, statuses: undefined, distributorId }, page);
  return pageOf(request, page, PAGE_SIZE, count, cinemas);
});
app.get<{ Querystring: { page: string } }>("/api/v1/invoices/invoices/", async (request) => {
  const page = Number(request.query.page);
  const { count, rows } = await invoicesRepository.page(bare, { ...LIST, distributorId }, page, PAGE_SIZE);
  return pageOf(request, page, PAGE_SIZE, count, rows);
});
app.get<{ Querystring: { page: string } }>("/api/v1/audit-logs/", async (request) => {
  const page = Number(request.query.page);
  const { count, entries } = await auditPage(bare, distributorId, page, {});
  return pageOf(request, page, AUDIT_PAGE_SIZE, count, entries);
});
app.get<{ Querystring: { page: string } }>("/api/v1/banking/all-transactions/", async (request) =>
  bankingRepository.transactionPage(bare, distributorId, {}, Number(request.query.page), PAGE_SIZE),
);

const inOne = async (work: (client: PoolClient) => Promise<unknown>): Promise<{ message: string }> => {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await work(client);
    await client.query("commit");
  } finally {
    client.release();
  }
  return { message: "" };
};
interface Decided {
  user_action_id: number;
  invoice_ids: [number];
}
app.post<{ Body: Decided }>("/api/v1/banking/manual-reconciliation/", ({ body }) =>
  inOne(async (client) => {
    const { user_action_id, invoice_ids } = body;
    await client.query("select id from invoice where id = $1 for update", invoice_ids);
    await client.query(
      `with action as (update user_action set status = 'DONE', resolved_at = now() where id = $1 returning id, transaction_id),
         made as (
           insert into reconciliation (distributor_id, transaction_id, user_action_id, invoice_ids)
           select $2, transaction_id, id, array[$3::bigint] from action returning id, transaction_id)
       insert into allocation (distributor_id, reconciliation_id, transaction_id, invoice_id, amount, letters)
       select $2, made.id, made.transaction_id, invoice.id, invoice.total_amount, 'AAA' from made join invoice on invoice.id = $3`,
      [user_action_id, distributorId, invoice_ids[0]],
    );
    await writeLog(client, "manual_reconciliation", user_action_id);
  }),
);
app.post<{ Body: Pick<Decided, "user_action_id"> }>(
  "/api/v1/banking/revert-reconciliation/",
  ({ body: { user_action_id } }) =>
    inOne(async (client) => {
      await client.query(
        `with action as (update user_action set status = open_status, resolved_at = null where id = $1 returning id)
         delete from allocation using reconciliation r, action
         where allocation.reconciliation_id = r.id and r.user_action_id = action.id and r.reverted_at is null`,
        [user_action_id],
      );
      await client.query(
        "update reconciliation set reverted_at = now() where user_action_id = $1 and reverted_at is null",
        [user_action_id],
      );
      await writeLog(client, "reverted_reconciliation", user_action_id);
    }),
);
const writeLog = (client: PoolClient, action: string, id: number): Promise<unknown> =>
  client.query(
    "insert into audit_log (distributor_id, action_type, action_details, request_id) values ($1, $2, $3, 'bench')",
    [distributorId, action, JSON.stringify({ user_action_id: id })],
  );

await app.listen({ port: Number(process.env["PORT"]), host: "127.0.0.1" });
