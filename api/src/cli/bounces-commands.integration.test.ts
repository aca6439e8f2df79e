import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Pool } from "pg";
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createPool } from "../db/pool.ts";
import { inTransaction, type Tx } from "../db/scope.ts";
import { anIssuedInvoice } from "../modules/mailing/mailing.testing.ts";
import { aCinema, aDistributor } from "../testing/builders.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { TEST_SECRET_KEY } from "../testing/secret-key.ts";

const CLI = fileURLToPath(new URL("bounces.ts", import.meta.url));
let database: TestDatabase;
let pool: Pool;
let folder: string;
let mail: { id: number; message_key: string };

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.url });
  folder = await mkdtemp(join(tmpdir(), "bobine-bounces-"));
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

const inDatabase = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(pool, { kind: "all" }, work);

beforeEach(async () => {
  mail = await inDatabase(async (tx) => {
    const distributor = await aDistributor(tx);
    const invoice = await anIssuedInvoice(tx, distributor, await aCinema(tx, distributor, {}));
    const made = await tx.one<{ id: number; message_key: string }>(sql`
      insert into mail (distributor_id, kind, state, created_at, sent_at)
      values (${distributor.id}, 'invoice', 'sent', now(), now()) returning id, message_key`);
    await tx.run(sql`
      insert into mail_invoice (mail_id, invoice_id, distributor_id, event)
      values (${made.id}, ${invoice.id}, ${distributor.id}, 'issued')`);
    await tx.run(sql`
      insert into mail_recipient (mail_id, address, distributor_id, state)
      values (${made.id}, 'cine@salle.test', ${distributor.id}, 'accepted')`);
    return made;
  });
});

const notice = (key: string) =>
  [
    'Content-Type: multipart/report; report-type=delivery-status; boundary="B"',
    "",
    "--B",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.test",
    "",
    "Final-Recipient: rfc822; cine@salle.test",
    "Action: failed",
    "Status: 5.1.1",
    "Diagnostic-Code: smtp; 550 5.1.1 User unknown",
    "",
    "--B",
    "Content-Type: text/rfc822-headers",
    "",
    `Message-ID: <${key}@factures.bobine.example>`,
    "--B--",
    "",
  ].join("\r\n");

/** The command as a mail server runs it. */
async function bounces(input: string, args: readonly string[] = [], url = database.url) {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: {
      PATH: process.env["PATH"],
      DATA_DIR: folder,
      DATABASE_URL: url,
      SECRET_KEY: TEST_SECRET_KEY,
      NODE_ENV: "test",
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, output };
}
const recipient = () =>
  inDatabase((tx) =>
    tx.one<{ state: string; response: string }>(
      sql`select state, response from mail_recipient where mail_id = ${mail.id}`,
    ),
  );

test("a bounce that is piped in marks its address", async () => {
  expect(await bounces(notice(mail.message_key))).toEqual({
    code: 0,
    output: `${mail.message_key}: 1 marked\n`,
  });
  expect(await recipient()).toEqual({ state: "refused", response: "550 5.1.1 User unknown" });
});

test("bounces that are named as files are read one after the other", async () => {
  const files = ["one.eml", "two.eml"].map((name) => join(folder, name));
  for (const file of files) await writeFile(file, notice(mail.message_key));
  expect(await bounces("", files)).toEqual({
    code: 0,
    output: `${mail.message_key}: 1 marked\n${mail.message_key}: 0 marked\n`,
  });
});

test("a bounce of a mail that is being handed over is asked for again", async () => {
  await inDatabase((tx) =>
    tx.run(sql`
      update mail set state = 'handing_over', claim = gen_random_uuid(), claimed_until = now() where id = ${mail.id}`),
  );
  expect((await bounces(notice(mail.message_key))).code).toBe(75);
  expect(await recipient()).toMatchObject({ state: "accepted" });
});

test("a bounce is asked for again while the database is away", async () => {
  expect((await bounces(notice(mail.message_key), [], "postgres://nobody@127.0.0.1:1/none")).code).toBe(75);
});

test("any other message is taken and changes nothing", async () => {
  expect(await bounces("Subject: Bonjour\r\n\r\nMerci")).toEqual({ code: 0, output: "" });
  expect(await recipient()).toMatchObject({ state: "accepted" });
});
