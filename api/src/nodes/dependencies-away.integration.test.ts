// What a node does while something it needs is away: it says so in French, lives on, loses nothing, and goes on by itself. The other
// dependencies have their tests beside their code (the table in docs/operations.md names them).
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import sql from "sql-template-tag";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { byExtent, extentOf } from "../../../tooling/extent.mjs";
import { prepareDatabase } from "../db/prepare-database.ts";
import { urlFor } from "../db/web-role.ts";
import { declaration, reportOf } from "../modules/box-office/report.testing.ts";
import { anIssuedInvoice } from "../modules/mailing/mailing.testing.ts";
import { aCinema, aDistributor, aStaffUser, type BuiltDistributor, LUMEN } from "../testing/builders.ts";
import { createTestDatabase, type TestDatabase, WEB_LOGIN } from "../testing/database.ts";
import { startTemporaryPostgres, type TemporaryPostgres } from "../testing/temporary-postgres.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { browserAt, formWith, type NodeBrowser } from "./browser.testing.ts";
import { startNode, type TestNode, until } from "./node.testing.ts";

const RESTARTS = byExtent("machines", { part: 1, ci: 3 });
const isPart = extentOf("machines") === "part";
const UNAVAILABLE = "Le service est momentanément indisponible. Réessayez dans quelques instants.";
const UPLOAD = "/box-office/upload-cnc-xml/";
const report = (visa: string) =>
  formWith("xml_file", "rapport.xml", reportOf([declaration({ reference: visa, visa })]));

let node: TestNode | undefined;
afterEach(async () => {
  await node?.kill();
});

const seeing = (database: Omit<TestDatabase, "drop">) =>
  createTestApp({
    today: new Date().toISOString(),
    database: { ...database, drop: async () => undefined },
  });
async function accountantOf(inside: TestApp, url: string): Promise<NodeBrowser> {
  const person = await inside.inDatabase(async (tx) => aStaffUser(tx, await aDistributor(tx, LUMEN)));
  return browserAt(url, await inside.bearerOf(person));
}
const countOf = (inside: TestApp, query: ReturnType<typeof sql>) =>
  inside.inDatabase(async (tx) => (await tx.one<{ count: number }>(query)).count);

/** As `npm run migrate` does. @returns what a node logs in with */
async function prepared({ url }: TemporaryPostgres): Promise<string> {
  const webUrl = urlFor(WEB_LOGIN, url);
  await prepareDatabase({ ownerUrl: url, webUrl });
  return webUrl;
}

describe("when PostgreSQL restarts", () => {
  let postgres: TemporaryPostgres;
  let webUrl: string;
  let inside: TestApp;
  beforeAll(async () => {
    postgres = await startTemporaryPostgres("restart", { max_connections: "60" });
    webUrl = await prepared(postgres);
    inside = await seeing({ url: postgres.url, webUrl });
  }, 120_000);
  afterAll(async () => {
    await node?.kill();
    await inside.close();
    await postgres.stop();
  });

  /** As an operator's `restart`: sessions are ended, and none begins until it runs again. */
  function restart(): void {
    const folder = realpathSync(join(postgres.folder, "postgres"));
    const [pid] = readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n");
    process.kill(Number(pid), "SIGINT");
  }

  test("requests are told to come back, then are served; the node, its jobs and its data go on", async () => {
    node = await startNode({ DATABASE_URL: webUrl, DATA_DIR: join(postgres.folder, "data") });
    const { url, isRunning } = node;
    const browser = await accountantOf(inside, url);
    const first = await browser.send("POST", UPLOAD, report("100001"));
    expect([first.status, first.body]).toMatchObject([200, { preliminary_stats: { imported: 1 } }]);

    const refused = new Set<string>();
    const strange: string[] = [];
    let retryAfter: string | null = null;
    let readiness = new Set<number>();
    let isOver = false;
    const asking = ["/cinemas/?page=1", "/invoices/invoices/?page=1", "/auth/user/"].map(async (path) => {
      while (!isOver) {
        const answer = await browser.get(path);
        if (answer.status === 503) {
          refused.add(answer.body.detail as string);
          retryAfter = answer.headers.get("retry-after");
          const probes = await Promise.all([fetch(`${url}/healthz`), fetch(`${url}/readyz`)]);
          expect(probes[0].status).toBe(200);
          readiness = readiness.add(probes[1].status);
        } else if (answer.status !== 200) strange.push(`${path}: ${answer.status}`);
        await pause(20);
      }
    });
    for (let times = 0; times < RESTARTS; times += 1) {
      restart();
      await pause(1_500);
      await until(
        "requests are served again",
        async () => (await browser.get("/cinemas/?page=1")).status === 200,
      );
    }
    isOver = true;
    await Promise.all(asking);
    expect(strange).toEqual([]);
    expect([...refused]).toEqual([UNAVAILABLE]);
    expect(retryAfter).toBe("5");
    expect(readiness).toContain(503);
    expect(isRunning()).toBe(true);

    const second = await browser.send("POST", UPLOAD, report("100002"));
    expect(second.status).toBe(200);
    expect(await countOf(inside, sql`select count(*) from declaration`)).toBe(2);
    await until(
      "the jobs of before and after are done",
      async () =>
        (await countOf(
          inside,
          sql`select count(*) from pgboss.job where name = 'issue-invoices' and state <> 'completed'`,
        )) === 0,
      // One that ran at that moment is taken again when it has not been heard of for thirty seconds.
      120_000,
    );
    expect(await countOf(inside, sql`select count(*) from pgboss.job where name = 'issue-invoices'`)).toBe(2);
  }, 240_000);
});

/** Makes the folder a disk of so many megabytes; only root may. */
function mountSmallDisk(folder: string, megabytes = 2): boolean {
  try {
    const size = `size=${megabytes}m,mode=1777`;
    execFileSync("mount", ["-t", "tmpfs", "-o", size, "tmpfs", folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
const unmount = (folder: string) => execFileSync("umount", ["--lazy", folder]);
const mayMount = ((): boolean => {
  const folder = mkdtempSync(join(tmpdir(), "bobine-may-mount-"));
  const may = mountSmallDisk(folder);
  if (may) unmount(folder);
  rmSync(folder, { recursive: true });
  return may;
})();

describe.skipIf(isPart || !mayMount)(
  "when the disk is full (npm run campaign machines; needs root, to mount a small one)",
  () => {
    let database: TestDatabase;
    let inside: TestApp;
    let folder: string;
    let dataDir: string;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "bobine-small-disk-"));
      mountSmallDisk(folder);
      dataDir = mkdtempSync(join(tmpdir(), "bobine-data-"));
      database = await createTestDatabase();
      inside = await seeing(database);
    });
    afterAll(async () => {
      await node?.kill();
      await inside.close();
      await database.drop();
      unmount(folder);
      for (const each of [folder, dataDir]) rmSync(each, { recursive: true });
    });

    test("an upload and a document are refused in French, and both work once there is room", async () => {
      node = await startNode({
        DATABASE_URL: database.webUrl,
        DATA_DIR: dataDir,
        FILES_URL: pathToFileURL(join(folder, "files")).href,
        TMPDIR: folder,
      });
      const browser = await accountantOf(inside, node.url);
      const invoice = await inside.inDatabase(async (tx) => {
        const distributor = await tx.one<BuiltDistributor>(sql`select id, name from distributor`);
        return (await anIssuedInvoice(tx, distributor, await aCinema(tx, distributor))).id;
      });
      const filler = join(folder, "filler");
      const fill = () => {
        try {
          writeFileSync(filler, Buffer.alloc(4 * 1024 * 1024));
        } catch {
          // It holds what fitted.
        }
      };
      fill();
      const refused = await browser.send("POST", UPLOAD, report("100001"));
      expect([refused.status, refused.body]).toEqual([
        503,
        {
          error:
            "Le serveur n’a plus la place de recevoir ce fichier pour l’instant. Rien n’a été importé\u00a0: réessayez dans quelques minutes.",
          code: "no_space",
        },
      ]);
      expect(refused.headers.get("retry-after")).toBe("60");
      expect(await countOf(inside, sql`select count(*) from declaration`)).toBe(0);
      const documents = `/invoices/invoices/${invoice}/files/`;
      const document = await browser.get(documents);
      expect([document.status, document.body.code]).toEqual([503, "files_unavailable"]);
      expect((await browser.get("/cinemas/?page=1")).status).toBe(200);
      expect(node.isRunning()).toBe(true);

      rmSync(filler);
      expect((await browser.send("POST", UPLOAD, report("100001"))).status).toBe(200);
      const { files } = (await browser.get(documents)).body as { files: { id: number }[] };
      expect(files).toHaveLength(1);
      const drawn = await browser.get(`/invoices/files/${files[0]!.id}/`);
      expect([drawn.status, drawn.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    }, 120_000);
  },
);

describe.skipIf(isPart || !mayMount)(
  "when the disk of PostgreSQL is full (npm run campaign machines; needs root, to mount a small one)",
  () => {
    const MEGABYTES = 160;
    let disk: string;
    let postgres: TemporaryPostgres;
    let webUrl: string;
    let inside: TestApp;
    let dataDir: string;
    beforeAll(async () => {
      disk = mkdtempSync(join(tmpdir(), "bobine-small-disk-"));
      mountSmallDisk(disk, MEGABYTES);
      dataDir = mkdtempSync(join(tmpdir(), "bobine-data-"));
      const elsewhere = process.env["TMPDIR"];
      process.env["TMPDIR"] = disk;
      // Segments of WAL are made anew, so that a full disk is met.
      postgres = await startTemporaryPostgres("full", {
        max_connections: "60",
        wal_recycle: "off",
        max_wal_size: "32MB",
        min_wal_size: "32MB",
      }).finally(() => {
        if (elsewhere === undefined) delete process.env["TMPDIR"];
        else process.env["TMPDIR"] = elsewhere;
      });
      webUrl = await prepared(postgres);
      inside = await seeing({ url: postgres.url, webUrl });
    }, 120_000);
    afterAll(async () => {
      await node?.kill();
      await inside.close();
      await postgres.stop();
      unmount(disk);
      for (const each of [disk, dataDir]) rmSync(each, { recursive: true });
    });

    const large = (round: number) =>
      formWith(
        "xml_file",
        "rapport.xml",
        reportOf(
          Array.from({ length: 2_000 }, (_, n) =>
            declaration({ reference: `${round}-${n}`, visa: String(100_000 + round * 2_000 + n) }),
          ),
        ),
      );

    test("changes are told to come back, nothing is kept in half, and all goes on once there is room", async () => {
      node = await startNode({ DATABASE_URL: webUrl, DATA_DIR: dataDir });
      const { url, isRunning } = node;
      const browser = await accountantOf(inside, url);
      const filler = join(disk, "filler");
      try {
        writeFileSync(filler, Buffer.alloc(MEGABYTES * 1024 * 1024));
      } catch {
        // It holds what fitted.
      }
      let kept = 0;
      let refusal: Awaited<ReturnType<NodeBrowser["send"]>> | undefined;
      for (let round = 0; round < 20 && !refusal; round += 1) {
        const answer = await browser.send("POST", UPLOAD, large(round));
        if (answer.status === 200) kept += 1;
        else refusal = answer;
      }
      expect([refusal?.status, refusal?.body]).toEqual([503, { detail: UNAVAILABLE, code: "unavailable" }]);
      expect(refusal?.headers.get("retry-after")).toBe("5");
      expect(isRunning()).toBe(true);
      expect((await fetch(`${url}/healthz`)).status).toBe(200);

      rmSync(filler);
      await until(
        "changes are taken again",
        async () => (await browser.send("POST", UPLOAD, large(kept))).status === 200,
        120_000,
      );
      // Whole reports only: nothing of the one that was refused, and those before it are there.
      expect(await countOf(inside, sql`select count(*) from declaration`)).toBe((kept + 1) * 2_000);
      expect(isRunning()).toBe(true);
    }, 240_000);
  },
);
