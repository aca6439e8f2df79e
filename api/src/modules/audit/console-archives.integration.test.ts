import { civilDate } from "@bobine/contract/civil-date";
import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditCommand } from "../../cli/audit-commands.ts";
import { aDistributor, aStaffUser, aSuperAdmin, type BuiltDistributor } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { passNight } from "./archives.testing.ts";

const TODAY = "2026-11-30";
const YEARS = "/audit-archives/console/";
const FILE = "/exports/console-audit-archives/2022/";

let app: TestApp;
let lumen: BuiltDistributor;
let admin: TestClient;

beforeAll(async () => {
  app = await createTestApp({ today: TODAY });
  lumen = await app.inDatabase((tx) => aDistributor(tx));
  for (const [owner, count] of [
    [lumen.id, 5],
    [null, 2],
  ] as const)
    await app.inDatabase((tx) =>
      tx.run(sql`
        insert into audit_log (distributor_id, action_type, action_details, created_at)
        select ${owner}::bigint, 'system_action', jsonb_build_object('message', 'Été ' || n), '2022-06-01T10:00:00Z'::timestamptz + n * interval '1 millisecond'
        from generate_series(1, ${count}) n`),
    );
  const operator = { files: app.services.files, today: civilDate(TODAY), say: () => undefined };
  for (const command of ["keep 2", "archive", "archive"]) {
    await auditCommand(app.owner, command.split(" "), operator);
    await passNight(app.owner);
  }
  admin = await app.as(await app.inDatabase((tx) => aSuperAdmin(tx)), lumen.id);
});
afterAll(() => app.close());

test("whoever reads the console's own log has what of it is archived, year by year, and nothing of a distributor (SEC-2, SEC-28)", async () => {
  expect((await admin.get(YEARS)).body.results).toEqual([
    {
      year: 2022,
      entry_count: 2,
      from_instant: "2022-06-01T10:00:00.001Z",
      to_instant: "2022-06-01T10:00:00.002Z",
    },
  ]);
  const { text, headers } = await admin.get(FILE);
  expect(headers["content-disposition"]).toBe('attachment; filename="journal-console-2022.csv"');
  const lines = text.trim().split("\r\n").slice(1);
  expect(lines.map((line) => /Été (\d)/.exec(line)?.[1])).toEqual(["2", "1"]);
  const log = await admin.get("/audit-logs/console/");
  expect(log.body.results[0].action_details).toEqual({
    event: "audit_archive_export",
    file_name: "journal-console-2022.csv",
    row_count: 2,
  });
  expect((await admin.get("/exports/console-audit-archives/2023/")).status).toBe(404);
});

test("a distributor's archives have nothing of the console's, which its people do not read", async () => {
  expect((await admin.get("/audit-archives/")).body.results).toMatchObject([{ year: 2022, entry_count: 5 }]);
  const staff = await app.as(await app.inDatabase((tx) => aStaffUser(tx, lumen)));
  for (const path of [YEARS, FILE]) expect((await staff.get(path)).status).toBe(403);
});
