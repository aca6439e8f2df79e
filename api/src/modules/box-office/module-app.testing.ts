// Box office and invoices on a real database, without the rest of the product: what their integration tests run.
import { noBank } from "../../platform/bank-aggregator/no-bank.testing.ts";
import { noPayments } from "../../platform/card-payments/no-payments.testing.ts";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CivilDate, civilDate } from "@bobine/contract/civil-date";
import fastifyMultipart from "@fastify/multipart";
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from "fastify";
import type { Pool } from "pg";
import sql from "sql-template-tag";
import { vi } from "vitest";
import { createPool } from "../../db/pool.ts";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { installErrorHandler } from "../../http/error-handler.ts";
import { hashOf, signAccessToken } from "../../http/session.ts";
import type { Job, Services } from "../../services.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { validateAgainstDocument } from "../../testing/documented-answers.ts";
import { runIssueInvoices } from "../invoices/invoices.jobs.ts";
import { mountInvoices } from "../invoices/invoices.routes.ts";
import { mountBoxOffice } from "./box-office.routes.ts";

export const fixture = (name: string): Buffer => readFileSync(new URL(`./fixtures/${name}`, import.meta.url));

export interface ModuleApp {
  readonly app: FastifyInstance;
  readonly pool: Pool;
  readonly services: Services;
  setToday(date: string): void;
  /** One transaction that sees everything. */
  all<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Jobs queued by committed transactions, oldest first. */
  jobs(): Promise<Job[]>;
  /** Runs the queued jobs and empties the queue. */
  runJobs(): Promise<void>;
  close(): Promise<void>;
}

export async function moduleApp(): Promise<ModuleApp> {
  // A folder for temporary files of its own: what others leave in the common one is not ours to judge.
  const folder = mkdtempSync(join(tmpdir(), "bobine-module-"));
  vi.stubEnv("TMPDIR", folder);
  const database = await createTestDatabase();
  const pool = createPool({ url: database.url, max: 30 });
  // A queue that is a table: what a transaction queues is gone when it is rolled back.
  await pool.query(
    "create table test_job (id bigserial, job jsonb); grant all on test_job, test_job_id_seq to bobine_app",
  );
  let today: CivilDate = civilDate("2026-11-30");
  const stored = new Map<string, Uint8Array>();
  const app = Fastify({
    logger: { level: process.env["TEST_LOG"] ?? "silent" },
    routerOptions: { ignoreTrailingSlash: true },
    requestTimeout: 120_000,
  });
  const services = {
    config: { secretKey: "a secret of the tests, long enough", boxOfficeKind: "cnc", checkResponses: true },
    pool,
    clock: { now: () => new Date(), today: () => today },
    jobs: {
      enqueue: async (tx: Tx, job: Job) => {
        await tx.run(sql`insert into test_job (job) values (${JSON.stringify(job)})`);
      },
    },
    files: {
      put: async (key: string, content: Uint8Array) => void stored.set(key, content),
      get: async (key: string) => {
        const content = stored.get(key);
        if (!content) throw new Error("no such file");
        return content;
      },
      open: () => Promise.reject(new Error("no streams here")),
      check: async () => undefined,
    },
    payments: noPayments,
    bank: noBank,
    mailer: { send: async () => undefined },
    log: app.log,
  } as unknown as Services;
  installErrorHandler(app);
  await app.register(fastifyMultipart, {
    limits: { files: 1, fields: 5, parts: 6, headerPairs: 100 },
    throwFileSizeLimit: false,
  });
  mountBoxOffice(app, services);
  mountInvoices(app, services);
  validateAgainstDocument(app);
  await app.ready();

  const all = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(pool, { kind: "all" }, work);
  const jobs = async () =>
    (await pool.query<{ job: Job }>("select job from test_job order by id")).rows.map((row) => row.job);
  return {
    app,
    pool,
    services,
    setToday: (date) => {
      today = civilDate(date);
    },
    all,
    jobs,
    runJobs: async () => {
      const queued = await jobs();
      await pool.query("truncate test_job");
      for (const job of queued) if (job.name === "issue-invoices") await runIssueInvoices(services, job.data);
      await pool.query("truncate test_job");
    },
    close: async () => {
      await app.close();
      await pool.end();
      await database.drop();
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface TestDistributor {
  readonly id: number;
  /** Headers of a user of it. */
  readonly headers: { readonly authorization: string };
}

let serial = 0;

/** A complete distributor, by default Lumen of the samples with automation on, and a signed-in user. */
export async function aSignedInDistributor(
  app: ModuleApp,
  changes: Partial<Record<"name" | "siren" | "iban", string>> & { automation_on?: boolean } = {},
): Promise<TestDistributor> {
  serial += 1;
  const {
    name = "Lumen Films Distribution",
    siren = String(100_000_000 + serial),
    iban = "FR7699999000010001234567809",
  } = changes;
  return await app.all(async (tx) => {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into distributor (name, legal_mention, rcs_city, address, post_code, city, siren, prefix_vat, iban, automation_on, validation_status)
      values (${name}, 'SAS au capital de 40 000 €', 'Paris', '14 rue des Ormes-Bleus', '75010', 'Paris', ${siren}, 'FR39', ${iban},
        ${changes.automation_on ?? true}, 'validated') returning id`);
    const user = await tx.one<{ id: number }>(sql`
      insert into app_user (distributor_id, email, first_name, company) values (${id}, ${`user-${serial}@lumen.example`}, 'Anne', 'Lumen')
      returning id`);
    const session = await tx.one<{ id: string }>(sql`
      insert into user_session (user_id, refresh_hash, expires_at)
      values (${user.id}, ${hashOf(randomBytes(9).toString("hex"))}, now() + interval '1 day') returning id`);
    return {
      id,
      headers: { authorization: `Bearer ${await signAccessToken(app.services, user.id, session.id)}` },
    };
  });
}

/** The multipart body of an upload. */
export function multipart(
  content: string | Uint8Array,
  { name = "rapport.xml", type = "text/xml", field = "xml_file" } = {},
): { headers: { "content-type": string }; payload: Buffer } {
  const boundary = "----bobine";
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  return {
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

export async function upload(
  { app }: ModuleApp,
  distributor: TestDistributor,
  content: string | Uint8Array,
  options?: Parameters<typeof multipart>[1],
): Promise<LightMyRequestResponse> {
  const { headers, payload } = multipart(content, options);
  return await app.inject({
    method: "POST",
    url: "/api/v1/box-office/upload-cnc-xml/",
    headers: { ...headers, ...distributor.headers },
    payload,
  });
}
