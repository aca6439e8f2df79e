// SEC-28: old entries leave the database for files, whole, provably, and by the owner's hand alone.
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { civilDate } from "@bobine/contract/civil-date";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditCommand } from "../../cli/audit-commands.ts";
import { runApart } from "../../db/run-apart.ts";
import { jobHandlers } from "../../job-handlers.ts";
import { ledgerCommand } from "../../cli/ledger-commands.ts";
import { errors } from "../../errors.ts";
import type { FileStore } from "../../services.ts";
import { issueRepository } from "../invoices/issue.repository.ts";
import { anIssuedInvoice } from "../mailing/mailing.testing.ts";
import { aCinema, aDistributor, aStaffUser, type BuiltDistributor } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { archiveAuditLog } from "./archive-audit-log.ts";
import { passNight } from "./archives.testing.ts";
import { parseArchiveLine, parseSaid } from "./archived-entry.ts";

const TODAY = "2026-11-30";
let app: TestApp;
let lumen: BuiltDistributor;
let boreal: BuiltDistributor;
let lumenStaff: TestClient;
let borealStaff: TestClient;
let said: string[] = [];

beforeAll(async () => {
  app = await createTestApp({ today: TODAY });
  const people = await app.inDatabase(async (tx) => {
    [lumen, boreal] = [await aDistributor(tx), await aDistributor(tx)];
    return [await aStaffUser(tx, lumen), await aStaffUser(tx, boreal)] as const;
  });
  await write(lumen.id, people[0].id, "2022-03-01T10:00:00Z", 5, "sent_email");
  // The last minute of a year in Paris, and the first of the next.
  await write(lumen.id, null, "2023-12-31T22:59:30Z", 2);
  await write(lumen.id, null, "2023-12-31T23:00:30Z", 3);
  await write(boreal.id, people[1].id, "2022-05-01T10:00:00Z", 4);
  await write(null, null, "2022-06-01T10:00:00Z", 2);
  // Of this year on the machine's clock, too: a node whose own is wrong asks that of the database (below).
  await write(lumen.id, people[0].id, new Date(Date.now() - 30 * 86_400_000).toISOString(), 6);
  [lumenStaff, borealStaff] = [await app.as(people[0]), await app.as(people[1])];
});
afterAll(() => app.close());

const write = (
  owner: number | null,
  actor: number | null,
  at: string,
  count: number,
  type = "system_action",
) =>
  app.inDatabase((tx) =>
    tx.run(sql`
      insert into audit_log (distributor_id, actor_id, action_type, action_details, request_id, created_at)
      select ${owner}::bigint, ${actor}::bigint, ${type}, jsonb_build_object('message', 'Été ' || n, 'invoice_id', 7), 'r', ${at}::timestamptz + n * interval '1 millisecond'
      from generate_series(1, ${count}) n`),
  );
const operator = (files: FileStore = app.services.files) => ({
  files,
  today: app.clock.today(),
  entriesOfAFile: 3,
  say: (line: string) => void said.push(line),
});
const audit = async (args: string, files?: FileStore): Promise<string[]> => {
  said = [];
  await auditCommand(app.owner, args.split(" "), operator(files));
  return said;
};
const prove = async (files: FileStore = app.services.files): Promise<[number, string[]]> => {
  const lines: string[] = [];
  const code = await ledgerCommand(app.owner, ["audit"], {
    secret: "secret",
    files,
    now: () => app.clock.now(),
    print: (line) => lines.push(line),
  });
  return [code, lines];
};
const countOf = async (client: TestClient, query = ""): Promise<number> =>
  (await client.get(`/audit-logs/${query}`)).body.count;
const keys = async (): Promise<string[]> =>
  (
    await app.owner.query<{ storage_key: string }>("select storage_key from audit_archive order by id")
  ).rows.map((row) => row.storage_key);
const linesOf = async (key: string) =>
  gunzipSync(await app.services.files.get(key))
    .toString()
    .trimEnd()
    .split("\n")
    .map(parseArchiveLine);

test("nothing leaves the database of who has said nothing", async () => {
  expect(await audit("archive")).toEqual(["Nothing is older than what stays."]);
  expect(await countOf(lumenStaff)).toBe(16);
});

describe("of a distributor that keeps two full years", () => {
  test("a store that fails, or gives back something else, takes nothing out", async () => {
    await audit(`keep 2 --distributor ${lumen.id}`);
    const { files } = app.services;
    const full: FileStore = { ...files, put: () => Promise.reject(new Error("the disk is full")) };
    await expect(audit("archive", full)).rejects.toThrow("the disk is full");
    const false_: FileStore = { ...files, get: () => Promise.resolve(Buffer.from("other")) };
    await expect(audit("archive", false_)).rejects.toThrow("does not give back");
    expect(await countOf(lumenStaff)).toBe(17);
    expect(await keys()).toEqual([]);
  });

  test("what is older leaves file by file, of one year each, and the last minute of a year in Paris is of that year", async () => {
    await audit("archive");
    const made = await keys();
    expect(made.map((key) => key.replace(/-[\da-f]{12}\.jsonl\.gz$/, ""))).toEqual([
      `audit/${lumen.id}/2022-1-3`,
      `audit/${lumen.id}/2022-4-5`,
      `audit/${lumen.id}/2023-6-7`,
    ]);
    expect(said).toEqual([
      `3 entries are in ${made[0]}.`,
      `2 entries are in ${made[1]}.`,
      `2 entries are in ${made[2]}.`,
      "They leave the database on a later night, once their files are read again.",
    ]);
    expect([await countOf(lumenStaff), (await prove())[0]]).toEqual([17 + 3, 0]);
  });

  test("a run of the same day, of a night that failed, takes nothing out", async () => {
    expect(await audit("archive")).toEqual(["Nothing is older than what stays."]);
    expect(await countOf(lumenStaff)).toBe(17 + 3);
  });

  test("a file that is lost until the next night keeps its entries here", async () => {
    await passNight(app.owner);
    const [lost = ""] = await keys();
    const was = await app.services.files.get(lost);
    await app.services.files.remove(lost);
    await expect(audit("archive")).rejects.toThrow(
      `${lost} is not the file that was written, so that its entries stay`,
    );
    expect(said[0]).toBe("4 archived entries are removed.");
    await app.services.files.put(lost, was, "application/gzip");
    expect(await audit("archive")).toEqual([
      "3 archived entries are removed.",
      "Nothing is older than what stays.",
    ]);
  });

  test("lists, counts and the log of others are as before, without it", async () => {
    // 3 of 2024, 6 of last month; the change of what is kept, and three entries of archives.
    expect(await countOf(lumenStaff)).toBe(3 + 6 + 1 + 3);
    expect(await countOf(lumenStaff, "?action_type=sent_email")).toBe(0);
    expect(await countOf(borealStaff)).toBe(4);
    const { body } = (await lumenStaff.get("/audit-logs/")) as {
      body: { results: { action_details: object }[] };
    };
    expect(body.results[0]?.action_details).toEqual({
      event: "audit_log_archived",
      period_start: "2023-12-31",
      period_end: "2023-12-31",
      row_count: 2,
      file_name: (await keys())[2],
    });
  });

  test("a file says all that its entries said, and who did it by name", async () => {
    const lines = await linesOf((await keys())[0] ?? "");
    expect(lines.map(({ id, number, actor }) => [id, number, actor])).toEqual([
      [1, 1, expect.any(String)],
      [2, 2, expect.any(String)],
      [3, 3, expect.any(String)],
    ]);
    expect(parseSaid(lines[0]?.says ?? "")).toMatchObject({
      distributor_id: lumen.id,
      action_type: "sent_email",
      action_details: { message: "Été 1", invoice_id: 7 },
      created_at: "2022-03-01T10:00:00.001Z",
    });
  });

  test("the next time nothing is left to do", async () => {
    expect(await audit("archive")).toEqual(["Nothing is older than what stays."]);
  });

  test("what was written for nothing, before a machine broke, is written again", async () => {
    await write(lumen.id, null, "2024-02-01T10:00:00Z", 1);
    await audit(`keep 1 --distributor ${lumen.id}`);
    await app.owner.query("alter table audit_archive add constraint broken check (year < 2024) not valid");
    await expect(audit("archive")).rejects.toThrow("broken");
    const before = await countOf(lumenStaff);
    await app.owner.query("alter table audit_archive drop constraint broken");
    await audit("archive");
    await passNight(app.owner);
    await audit("archive");
    // Of the four of 2024 one was written after those of 2026 and waits for them: ids and files are in one order.
    expect(await countOf(lumenStaff)).toBe(before - 3 + 1);
  });

  test("the chains hold, and each file is read and compared with its links", async () => {
    expect(await prove()).toEqual([
      0,
      [expect.stringMatching(/^The audit log holds: \d+ entries in 3 chains, 10 more are archived\.$/)],
    ]);
  });
});

test("who has written an entry and not come to an end is waited for: the entry is in a file", async () => {
  const late = await app.inDatabase((tx) => aDistributor(tx));
  await app.owner.query(`insert into audit_retention values (${late.id}, 2)`);
  const session = await app.owner.connect();
  await session.query("begin; set local app.all_distributors = 'on'");
  await session.query(
    `insert into audit_log (distributor_id, action_type, created_at) values (${late.id}, 'other', '2022-06-01T10:00:00Z')`,
  );
  await write(late.id, null, "2022-06-01T10:00:00Z", 2);
  const archived = audit("archive");
  await new Promise((done) => setTimeout(done, 300));
  await session.query("commit");
  session.release();
  await archived;
  expect(said[0]).toMatch(/^3 entries are in/);
  await passNight(app.owner);
  expect(await audit("archive")).toContain("3 archived entries are removed.");
  expect((await prove())[0]).toBe(0);
});

test("a node whose clock is wrong archives nothing of this year, nor the entries that tell of archives", async () => {
  const young = await app.inDatabase((tx) => aDistributor(tx));
  await write(young.id, null, new Date().toISOString(), 2);
  await audit(`keep 1 --distributor ${young.id}`);
  said = [];
  await auditCommand(app.owner, ["archive"], { ...operator(), today: civilDate("2099-06-01") });
  expect(said.filter((line) => line.includes(`audit/${young.id}/`))).toEqual([]);
  expect((await app.owner.query(`select from audit_log where distributor_id = ${young.id}`)).rowCount).toBe(
    3,
  );
});

test("a week that people were told is not invoiced is told once, also when that is archived", async () => {
  const old = await app.inDatabase((tx) => aDistributor(tx));
  const cinema = await app.inDatabase((tx) => aCinema(tx, old));
  await app.owner.query(
    `insert into audit_log (distributor_id, action_type, action_details, created_at)
     values ($1, 'system_action', jsonb_build_object('event', 'week_not_invoiced', 'cinema_id', $2::int, 'week_start', '2022-03-02'), '2022-03-10')`,
    [old.id, cinema.id],
  );
  const weeks = ["2022-03-02", "2022-03-09"].map((week_start) => ({
    cinema_id: cinema.id,
    week_start: civilDate(week_start),
  }));
  const untold = () => app.inDatabase((tx) => issueRepository.unaudited(tx, old.id, weeks), old.id);
  expect(await untold()).toEqual([weeks[1]]);
  await audit(`keep 2 --distributor ${old.id}`);
  await audit("archive");
  await passNight(app.owner);
  await audit("archive");
  expect(await untold()).toEqual([weeks[1]]);
});

describe("whoever reads the log", () => {
  test("finds its years, newest first", async () => {
    expect((await lumenStaff.get("/audit-archives/")).body).toEqual({
      results: [
        { year: 2024, entry_count: 3, from_instant: expect.any(String), to_instant: expect.any(String) },
        {
          year: 2023,
          entry_count: 2,
          from_instant: "2023-12-31T22:59:30.001Z",
          to_instant: "2023-12-31T22:59:30.002Z",
        },
        {
          year: 2022,
          entry_count: 5,
          from_instant: "2022-03-01T10:00:00.001Z",
          to_instant: "2022-03-01T10:00:00.005Z",
        },
      ],
    });
    expect((await borealStaff.get("/audit-archives/")).body).toEqual({ results: [] });
  });

  test("has each as a file like that of the log, newest first over all its parts", async () => {
    const { status, text, headers } = await lumenStaff.get("/exports/audit-archives/2022/");
    expect([status, headers["content-disposition"]]).toEqual([
      200,
      'attachment; filename="journaux-audit-2022.csv"',
    ]);
    const lines = text.trim().split("\r\n");
    expect(lines).toHaveLength(6);
    expect(lines[0]).toMatch(/Date;Auteur;Action;Détails/);
    expect(lines.map((line) => /Été (\d)/.exec(line)?.[1]).slice(1)).toEqual(["5", "4", "3", "2", "1"]);
    expect(lines[1]).toMatch(/E-mail envoyé/);
    expect((await lumenStaff.get("/audit-logs/")).body.results[0].action_details).toMatchObject({
      event: "audit_archive_export",
      file_name: "journaux-audit-2022.csv",
      row_count: 5,
    });
  });

  test("is told in the history of an invoice that is older", async () => {
    const [old, recent] = await app.inDatabase(async (tx) => {
      const cinema = await aCinema(tx, lumen);
      return [await anIssuedInvoice(tx, lumen, cinema), await anIssuedInvoice(tx, lumen, cinema)] as const;
    });
    await app.owner.query(
      `begin; set local session_replication_role = replica; update invoice set created_at = '2022-01-01T00:00:00Z' where id = ${old.id}; commit`,
    );
    const archivedUntil = async (id: number) =>
      (await lumenStaff.get(`/invoices/invoices/${id}/detail/`)).body.archived_until;
    expect(await archivedUntil(old.id)).toBe("2023-12-31T23:00:30.003Z");
    expect(await archivedUntil(recent.id)).toBeNull();
  });

  test.each(["2021", "0", "20222", "x", "-1", "2022.0"])("finds nothing of %j", async (year) => {
    expect((await lumenStaff.get(`/exports/audit-archives/${year}/`)).status).toBe(404);
  });

  test("finds nothing of another distributor", async () => {
    expect((await borealStaff.get("/exports/audit-archives/2022/")).status).toBe(404);
  });

  test("is told when the store does not give it", async () => {
    const { files } = app.services;
    const get = files.get.bind(files);
    files.get = () => Promise.reject(errors.files.unavailable(new Error("away")));
    const answer = await lumenStaff.get("/exports/audit-archives/2022/");
    files.get = get;
    expect([answer.status, answer.body.detail]).toEqual([503, expect.stringContaining("réessayez")]);
  });
});

describe("a proof finds", () => {
  const changed = (change: (content: Buffer) => Buffer): FileStore => ({
    ...app.services.files,
    get: async (key) => change(Buffer.from(await app.services.files.get(key))),
  });

  test("a file that is gone, or another one", async () => {
    const gone: FileStore = { ...app.services.files, get: () => Promise.reject(new Error("not there")) };
    for (const [files, problem] of [
      [gone, "cannot be read: not there"],
      [changed((content) => content.subarray(1)), "is not the file that was written there"],
    ] as const) {
      const [code, lines] = await prove(files);
      expect([code, lines[0]]).toEqual([1, expect.stringContaining(problem)]);
    }
  });

  test("a file that its row was changed for", async () => {
    const { rows } = await app.owner.query<{ storage_key: string }>(
      "select storage_key from audit_archive order by id limit 1",
    );
    const key = rows[0]?.storage_key ?? "";
    const was = Buffer.from(await app.services.files.get(key));
    const forged = gzipSync(gunzipSync(was).toString().replace("Été 1", "Été 9"));
    const behind = (statement: string) =>
      app.owner.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
    const hashed = (content: Buffer) => createHash("sha256").update(content).digest("hex");
    await app.services.files.put(key, forged, "application/gzip");
    await behind(`update audit_archive set sha256 = '\\x${hashed(forged)}' where storage_key = '${key}'`);
    expect(await prove()).toEqual([
      1,
      [expect.stringContaining("does not say what the link"), expect.anything()],
    ]);
    await app.services.files.put(key, was, "application/gzip");
    await behind(`update audit_archive set sha256 = '\\x${hashed(was)}' where storage_key = '${key}'`);
    expect((await prove())[0]).toBe(0);
  });

  test("an entry that went with the archived ones and is in no file", async () => {
    await app.owner.query(
      `begin; set local session_replication_role = replica;
       create temp table kept on commit drop as select * from audit_archive where distributor_id = ${lumen.id} order by last_entry_id desc limit 1;
       delete from audit_archive where id in (select id from kept);
       insert into audit_archive overriding system value select id, distributor_id, year, first_entry_id, last_entry_id, entry_count - 1, from_instant, to_instant,
         storage_key, file_size, sha256, archived_at from kept where entry_count > 1; commit`,
    );
    const [code, lines] = await prove();
    expect([
      code,
      lines.some((line) => /removed: .*the chain has \d+ links and \d+ were archived/.test(line)),
    ]).toEqual([1, true]);
    await app.owner.query(
      `begin; set local session_replication_role = replica; update audit_archive set entry_count = entry_count + 1
       where id = (select max(id) from audit_archive where distributor_id = ${lumen.id}); commit`,
    );
    expect((await prove())[0]).toBe(0);
  });
});

test("each night it is done by itself, in a process of its own that has the owner's address", async () => {
  const night = await app.inDatabase((tx) => aDistributor(tx));
  await write(night.id, null, "2021-01-01T10:00:00Z", 2);
  await audit(`keep 1 --distributor ${night.id}`);
  const lines: string[] = [];
  const asOperator = (args: readonly string[], signal: AbortSignal) =>
    runApart(
      [fileURLToPath(new URL("../../cli/ops.ts", import.meta.url)), ...args],
      { ownerUrl: app.ownerUrl, webUrl: app.ownerUrl },
      {
        log: (line) => lines.push(line),
        env: { DATA_DIR: app.services.config.dataDir, SECRET_KEY: app.services.config.secretKey },
        signal,
      },
    );
  const { signal } = new AbortController();
  const round = jobHandlers({ ...app.services, asOperator })["archive-round"];
  await round({}, signal);
  expect(lines).toEqual([
    expect.stringMatching(`^2 entries are in audit/${night.id}/2021-`),
    "They leave the database on a later night, once their files are read again.",
  ]);
  await passNight(app.owner);
  await round({}, signal);
  expect(lines.slice(2)).toEqual(["2 archived entries are removed.", "Nothing is older than what stays."]);
  expect((await prove())[0]).toBe(0);
  // Where nobody knows the owner's address it is left to operators.
  await jobHandlers(app.services)["archive-round"]({}, signal);
});

test("an entry that was changed is never archived, and keeps no other distributor's from it", async () => {
  await app.owner.query(
    `begin; set local session_replication_role = replica;
     update audit_log set request_id = 'x' where id = (select min(id) from audit_log where distributor_id is null); commit`,
  );
  await audit("keep 2");
  await expect(audit("archive")).rejects.toThrow(/does not say what its link/);
  await passNight(app.owner);
  await expect(audit("archive")).rejects.toThrow(/does not say what its link/);
  expect(await countOf(borealStaff)).toBe(4 - 4 + 2);
  const { rows } = await app.owner.query(
    "select count(*)::int as count from audit_log where request_id in ('x', 'r') and distributor_id is null",
  );
  expect(rows).toEqual([{ count: 2 }]);
  await app.owner.query(
    `begin; set local session_replication_role = replica; update audit_log set request_id = 'r' where request_id = 'x'; commit`,
  );
  await audit("archive");
  await passNight(app.owner);
  await audit("archive");
  expect((await prove())[0]).toBe(0);
});

test("a chain that does not hold is told also on a night whose time is up before the last distributor", async () => {
  await audit("archive");
  await passNight(app.owner);
  await audit("archive");
  const broken = await app.inDatabase((tx) => aDistributor(tx));
  await write(broken.id, null, "2021-01-01T10:00:00Z", 2);
  await audit(`keep 1 --distributor ${broken.id}`);
  const change = (from: string, to: string) =>
    app.owner.query(
      `begin; set local session_replication_role = replica;
       update audit_log set request_id = '${to}' where request_id = '${from}' and distributor_id = ${broken.id} and created_at < '2022-01-01'; commit`,
    );
  await change("r", "x");
  const { rows } = await app.owner.query<{ before: number }>(
    "select count(*)::int as before from distributor where id < $1",
    [broken.id],
  );
  let asked = 0;
  const night = archiveAuditLog({
    pool: app.owner,
    files: app.services.files,
    today: civilDate(TODAY),
    isTimeUp: () => (asked += 1) > rows[0]!.before + 1,
  });
  await expect(night).rejects.toThrow(/does not say what its link/);
  expect(asked).toBe(rows[0]!.before + 2);
  await change("x", "r");
  await audit("archive");
  await passNight(app.owner);
  await audit("archive");
  expect((await prove())[0]).toBe(0);
});

describe("nobody takes out what is in no archive:", () => {
  test.each([
    "delete from audit_log",
    "update audit_log set request_id = 'x'",
    "truncate audit_log",
    "delete from audit_archive",
  ])("the owner: %s", async (statement) => {
    await expect(app.owner.query(statement)).rejects.toThrow("only grows");
  });

  test.each([
    "delete from audit_log where id = 1",
    "insert into audit_archive (distributor_id) values (1)",
    "insert into audit_retention (distributor_id, years) values (1, 1)",
    "update audit_retention set years = 1",
    "delete from audit_retention",
  ])("a request: %s", async (statement) => {
    await expect(app.inDatabase((tx) => tx.run(sql([statement])))).rejects.toThrow("permission denied");
  });

  test("nor sees what others archived", async () => {
    const seen = await app.inDatabase(
      (tx) => tx.many(sql`select distributor_id from audit_archive group by 1`),
      boreal.id,
    );
    expect(seen).toEqual([{ distributor_id: boreal.id }]);
  });
});

describe("what stays is said by an operator:", () => {
  test("of one, of all others, and what it was before is in the log", async () => {
    expect(await audit(`keep all --distributor ${boreal.id}`)).toEqual(
      expect.arrayContaining([
        "2 full years before the present one stay in the database.",
        `Distributor ${lumen.id}: 1 full year before the present one stays in the database.`,
        `Distributor ${boreal.id}: all stay in the database.`,
      ]),
    );
    await write(boreal.id, null, "2022-05-01T10:00:00Z", 1);
    await audit(`keep 3 --distributor ${boreal.id}`);
    await audit(`keep 3 --distributor ${boreal.id}`);
    expect((await audit(`keep default --distributor ${boreal.id}`)).join()).not.toContain(
      `Distributor ${boreal.id}: all`,
    );
    const { rows } = await app.owner.query(
      `select action_details ->> 'old_value' as before, action_details ->> 'new_value' as after from audit_log
       where distributor_id = ${boreal.id} and action_details ->> 'event' = 'audit_retention_changed' order by id`,
    );
    expect(rows).toEqual([
      { before: "comme les autres distributeurs", after: "tout" },
      { before: "tout", after: "3\u00a0ans" },
      { before: "3\u00a0ans", after: "comme les autres distributeurs" },
    ]);
  });

  test.each([
    "keep",
    "keep 0",
    "keep 51",
    "keep 2.5",
    "keep -1",
    "keep all --distributor x",
    "keep 2 3",
    "list 2",
    "archive 2",
    "forget",
    "keep 2 --since 3",
  ])("not by %j", async (args) => {
    await expect(audit(args)).rejects.toThrow(expect.objectContaining({ name: "UsageError" }));
  });

  test("nor for years below zero, which is said of the years", async () => {
    await expect(audit("keep -1")).rejects.toThrow("The years that stay are a number from 1 to 50");
  });

  test("nor of a distributor that is not there", async () => {
    await expect(audit("keep 2 --distributor 999")).rejects.toThrow("There is no distributor 999.");
  });
});

test("entries of none stay where one tells what an operator took out with a part of the table, as until 0.1", async () => {
  await app.owner.query(
    `insert into audit_log (action_type, action_details, created_at)
     values ('system_action', '{"event": "audit_log_part_archived", "last_entry_id": 0}', '2020-01-01')`,
  );
  await app.owner.query("delete from audit_retention");
  await audit("keep 2");
  await app.owner.query(
    "insert into audit_log (action_type, created_at) select 'other', '2022-01-01' from generate_series(1, 2)",
  );
  expect((await audit("archive")).filter((line) => line.includes("audit/none/"))).toEqual([]);
  expect((await prove())[0]).toBe(0);
});
