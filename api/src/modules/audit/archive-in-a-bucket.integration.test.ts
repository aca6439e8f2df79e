// SEC-28 where files are in a bucket: one that is slow to answer, away for a while, or gives back something else.
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { auditCommand } from "../../cli/audit-commands.ts";
import { ledgerCommand } from "../../cli/ledger-commands.ts";
import { s3FileStore } from "../../platform/files/s3-file-store.ts";
import type { FileStore } from "../../services.ts";
import { aDistributor, aStaffUser } from "../../testing/builders.ts";
import { startS3Server, TEST_BUCKET } from "../../testing/s3-server.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { passNight } from "./archives.testing.ts";

const ENTRIES = 7;
let app: TestApp;
let server: Awaited<ReturnType<typeof startS3Server>>;
let bucket: FileStore;
let staff: TestClient;
beforeAll(async () => {
  app = await createTestApp({ today: "2026-11-30" });
  server = await startS3Server();
  bucket = s3FileStore(`s3://${TEST_BUCKET}/bobine`, server.access, { firstDelayMs: 1, answerLimitMs: 500 });
  Object.assign(app.services.files, bucket);
  const { distributor, user } = await app.inDatabase(async (tx) => {
    const made = await aDistributor(tx);
    const person = await aStaffUser(tx, made);
    await tx.run(sql`
      insert into audit_log (distributor_id, actor_id, action_type, action_details, created_at)
      select ${made.id}::bigint, ${person.id}, 'other', jsonb_build_object('message', n), '2022-03-01'::timestamptz + n * interval '1 second'
      from generate_series(1, ${ENTRIES}::integer) n`);
    return { distributor: made, user: person };
  });
  staff = await app.as(user);
  await app.owner.query(`insert into audit_retention values (${distributor.id}, 2)`);
});
beforeEach(() => server.mend());
afterAll(async () => {
  await app.close();
  await server.close();
});

/** For longer than anybody tries. */
const beAway = (): void => server.failNext(...Array.from({ length: 50 }, () => "503" as const));

async function archive(): Promise<string[]> {
  const said: string[] = [];
  await auditCommand(app.owner, ["archive"], {
    files: bucket,
    today: app.clock.today(),
    entriesOfAFile: 3,
    say: (line) => void said.push(line),
  });
  return said;
}
async function prove(): Promise<number> {
  return await ledgerCommand(app.owner, ["audit"], {
    secret: "secret",
    files: bucket,
    now: () => app.clock.now(),
    print: () => undefined,
  });
}
const inDatabase = async (): Promise<number | null> =>
  (await app.owner.query("select from audit_log where action_type = 'other'")).rowCount;

test("one that is away takes nothing out, and is written to the next time", async () => {
  beAway();
  await expect(archive()).rejects.toThrow(/file|store|fichier/i);
  expect(await inDatabase()).toBe(ENTRIES);
  server.mend();
  expect((await archive()).filter((line) => line.includes("entries are in audit/"))).toHaveLength(3);
  expect([await inDatabase(), await prove()]).toEqual([ENTRIES, 0]);
});

test("one that is away when the files are to be read again keeps the entries here", async () => {
  await passNight(app.owner);
  beAway();
  await expect(archive()).rejects.toThrow("is not the file that was written, so that its entries stay");
  expect(await inDatabase()).toBe(ENTRIES);
});

test("once it gives them back the entries leave, are proved, and are read by the year", async () => {
  expect(await archive()).toEqual([
    `${ENTRIES} archived entries are removed.`,
    "Nothing is older than what stays.",
  ]);
  expect([await inDatabase(), await prove()]).toEqual([0, 0]);
  const { status, text } = await staff.get("/exports/audit-archives/2022/");
  expect([status, text.trim().split("\r\n").length]).toEqual([200, 1 + ENTRIES]);
});

test("one that is away is told to whoever wants a year, and to whoever proves the log", async () => {
  beAway();
  expect((await staff.get("/exports/audit-archives/2022/")).status).toBe(503);
  expect(await prove()).not.toBe(0);
});
