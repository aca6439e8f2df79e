// The base of the API's benchmark: the least a Fastify route needs to answer the same bytes by the same query through a bare
// pg pool. No session, no rights, no row-level security, no checks, no limits.
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
  const { count, entries } = await auditPage(bare, distributorId, page, undefined);
  return pageOf(request, page, AUDIT_PAGE_SIZE, count, entries);
});
app.get<{ Querystring: { page: string } }>("/api/v1/banking/all-transactions/", async (request) =>
  bankingRepository.transactionPage(bare, distributorId, undefined, Number(request.query.page), PAGE_SIZE),
);
await app.listen({ port: Number(process.env["PORT"]), host: "127.0.0.1" });
