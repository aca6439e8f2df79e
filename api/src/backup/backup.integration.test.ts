// A backup and its archive on the PostgreSQL that the product brings (OPS-16): what was there at an instant comes back, and what came after
// does not.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { extentOf } from "../../../tooling/extent.mjs";
import { backupCommand, type BackedUp } from "../cli/backup-commands.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "../db/embedded-postgres.ts";
import { migrate } from "../db/migrate.ts";
import { createPool } from "../db/pool.ts";
import { inTransaction } from "../db/scope.ts";
import { systemSource, writeAudit } from "../http/audit.ts";
import { until } from "../nodes/node.testing.ts";
import { aCinema, aDistributor, anInvoice } from "../testing/builders.ts";

let place: string;
let dataDir: string;
let backups: string;
let server: EmbeddedPostgres;
let product: BackedUp;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const said: string[] = [];

beforeAll(async () => {
  // As root, PostgreSQL's user must get in; a quote and a space are in many paths.
  place = mkdtempSync(join(tmpdir(), "bobine-backup d'essai-"));
  chmodSync(place, 0o711);
  dataDir = join(place, "data");
  backups = join(place, "sauve gardes");
  server = await startEmbeddedPostgres({ dataDir, log: quiet });
  await migrate({ url: server.url });
  product = {
    config: {
      databaseUrl: null,
      dataDir,
      filesUrl: pathToFileURL(join(dataDir, "files")).href,
      registryUrl: pathToFileURL(join(place, "teams")).href,
    },
    withClient: withClientOf(() => server.url),
  };
  mkdirSync(join(dataDir, "files/invoices/ab"), { recursive: true });
  mkdirSync(join(place, "teams"));
  writeFileSync(join(place, "teams/registry.json"), "{}");
  document("one");
}, 120_000);
afterAll(async () => {
  await server.stop();
  const files = realpathSync(join(dataDir, "postgres"));
  if (!files.startsWith(realpathSync(place))) rmSync(dirname(files), { recursive: true, force: true });
  rmSync(place, { recursive: true, force: true });
});

/** A session as the command has it. */
const withClientOf =
  (url: () => string): BackedUp["withClient"] =>
  async (work) => {
    const pool = createPool({ url: url(), onError: () => undefined });
    const client = await pool.connect();
    return await work(client).finally(async () => {
      client.release(true);
      await pool.end();
    });
  };
const document = (name: string) => writeFileSync(join(dataDir, "files/invoices/ab", `${name}.pdf`), name);
const backup = async (...args: string[]) => {
  said.length = 0;
  return await backupCommand(product, args, (line) => void said.push(line));
};
const inDatabase = async <T>(url: string, work: Parameters<typeof inTransaction<T>>[2]): Promise<T> => {
  const pool = createPool({ url });
  return await inTransaction(pool, { kind: "all" }, work).finally(() => pool.end());
};
const issue = (count: number) =>
  inDatabase(server.url, async (tx) => {
    const distributor = await aDistributor(tx);
    const cinema = await aCinema(tx, distributor);
    for (let n = 0; n < count; n += 1) await anInvoice(tx, distributor, cinema);
    await writeAudit(tx, systemSource(distributor.id), "other", { comment: "Essai" });
  });
const invoices = (url: string) =>
  inDatabase(url, async (tx) => (await tx.one<{ count: number }>(sql`select count(*) from invoice`)).count);
const now = () =>
  product.withClient(async (client) => {
    const { rows } = await client.query<{ at: string }>("select clock_timestamp()::text as at");
    return new Date(rows[0]!.at);
  });
/** What a minute's waiting does (archive_timeout). */
const archived = async () => {
  const { wal } = await product.withClient(async (client) => {
    const { rows } = await client.query<{ wal: string }>("select pg_walfile_name(pg_switch_wal()) as wal");
    return rows[0]!;
  });
  await until("it is archived", async () => existsSync(join(backups, "wal", `${wal}.gz`)));
};
const openRestored = async <T>(folder: string, work: (url: string) => Promise<T>): Promise<T> => {
  const restored = await startEmbeddedPostgres({ dataDir: folder, log: quiet });
  return await work(restored.url).finally(() => restored.stop());
};

describe("a backup without an archive", () => {
  test("comes back as it was, documents and secrets with it", async () => {
    await issue(3);
    expect(await backup("take", backups, "--new")).toBe(0);
    expect(await backup("status", backups)).toBe(1);
    expect(said).toContain("PostgreSQL does not archive: only whole backups can be restored.");
    await issue(2);
    const restored = join(place, "as it was");
    expect(await backup("restore", backups, restored)).toBe(0);
    expect(said).toContain("The ledger holds.");
    expect(said).toContain("The audit log holds: 1 entries in 1 chains.");
    expect(said.filter((line) => line.includes(" are in "))).toEqual([
      `The documents are in ${restored}/files: where FILES_URL names another folder, move them there before you start it, or start it without FILES_URL.`,
      `The published remotes are in ${restored}/remotes: where REGISTRY_URL names another folder, move them there before you start it, or start it without REGISTRY_URL.`,
    ]);
    expect(await openRestored(restored, invoices)).toBe(3);
    expect(readFileSync(join(restored, "files/invoices/ab/one.pdf"), "utf8")).toBe("one");
    expect(readFileSync(join(restored, "remotes/registry.json"), "utf8")).toBe("{}");
    expect(readFileSync(join(restored, "secrets/postgres-password"), "utf8")).toBe(
      readFileSync(join(dataDir, "secrets/postgres-password"), "utf8"),
    );
  }, 120_000);

  test("cannot be restored to a later instant, and says so", async () => {
    const later = (await now()).toISOString();
    await expect(backup("restore", backups, join(place, "later"), "--until", later)).rejects.toThrow(
      "There is no archive beside this backup",
    );
  });
});

describe("a folder of backups", () => {
  const productOf = (folder: string, url: string): BackedUp => ({
    config: {
      databaseUrl: null,
      dataDir: folder,
      filesUrl: pathToFileURL(join(folder, "files")).href,
      registryUrl: pathToFileURL(join(folder, "remotes")).href,
    },
    withClient: withClientOf(() => url),
  });
  const say = () => undefined;
  const bases = () => readdirSync(join(place, "one cluster", "base"));

  test("is of one database: of another one nothing is backed up, archived, told or pruned there", async () => {
    const folder = join(place, "one cluster");
    expect(await backup("take", folder, "--new")).toBe(0);
    const other = join(place, "other");
    const elsewhere = await startEmbeddedPostgres({ dataDir: other, log: quiet });
    const theirs = productOf(other, elsewhere.url);
    const before = bases();
    const refused = `${join(realpathSync(folder), "base", before[0]!)} is a backup of another database than that of ${other}: `;
    try {
      for (const command of ["take", "archive", "files", "status"])
        await expect(backupCommand(theirs, [command, folder], say)).rejects.toThrow(refused);
      const asTheirs = {
        ...theirs,
        config: { ...theirs.config, databaseUrl: "postgres://db.example/bobine" },
      };
      await expect(backupCommand(asTheirs, ["files", folder], say)).rejects.toThrow("that of DATABASE_URL: ");
    } finally {
      await elsewhere.stop();
    }
    // Pruning needs no server: a full disk may have stopped it.
    await expect(backupCommand(theirs, ["prune", folder, "--keep", "1"], say)).rejects.toThrow(refused);
    expect(bases()).toEqual(before);
  }, 120_000);

  test("goes on with the database that was restored from it", async () => {
    const folder = join(place, "one cluster");
    const restored = join(place, "restored elsewhere");
    expect(await backup("restore", folder, restored)).toBe(0);
    await openRestored(restored, async (url) => {
      expect(await backupCommand(productOf(restored, url), ["take", folder], say)).toBe(0);
    });
    expect(await backupCommand(productOf(restored, ""), ["prune", folder, "--keep", "1"], say)).toBe(0);
    expect(bases()).toHaveLength(1);
  }, 120_000);
});

describe.skipIf(extentOf("machines") === "part")("with an archive (npm run campaign machines)", () => {
  let before: Date;
  test("is taken while somebody works, and goes on by itself", async () => {
    expect(await backup("archive", backups)).toBe(0);
    expect(said[0]).toBe(
      "Now stop Bobine and start it: PostgreSQL archives from then on. Then ask again, which proves it.",
    );
    await server.stop();
    server = await startEmbeddedPostgres({ dataDir, log: quiet });
    expect(await backup("archive", backups)).toBe(0);
    expect(said[0]).toMatch(/^PostgreSQL archives into /);

    // Somebody works on all the while.
    let isOver = false;
    const working = (async () => {
      while (!isOver) await issue(1);
    })();
    expect(await backup("take", backups)).toBe(0);
    isOver = true;
    await working;
    await issue(2);
    document("two");
    expect(await backup("files", backups)).toBe(0);
    await pause(20);
    before = await now();
    await pause(20);
    // The accident.
    await product.withClient((client) => client.query("drop table payer_alias"));
    await issueNothing();
    await archived();
  }, 180_000);
  const issueNothing = () =>
    product.withClient((client) => client.query("create table after_the_accident ()"));

  test("the moment before an accident comes back, and nothing that came after", async () => {
    const there = await invoices(server.url);
    const restored = join(place, "before");
    expect(await backup("restore", backups, restored, "--until", before.toISOString())).toBe(0);
    expect(said).toContain("The ledger holds.");
    await openRestored(restored, async (url) => {
      expect(await invoices(url)).toBe(there);
      const { rows } = await inDatabase(url, ({ client }) =>
        client.query("select to_regclass('payer_alias') as kept, to_regclass('after_the_accident') as later"),
      );
      expect(rows).toEqual([{ kept: "payer_alias", later: null }]);
      // An ordinary database again: it writes, and not into the archive of the one it came from.
      const count = readdirSync(join(backups, "wal")).length;
      await inDatabase(url, (tx) => aDistributor(tx));
      const settings = await inDatabase(url, ({ client }) =>
        client.query("select current_setting('archive_mode') as archives, pg_is_in_recovery() as recovers"),
      );
      expect(settings.rows).toEqual([{ archives: "off", recovers: false }]);
      expect(readdirSync(join(backups, "wal")).length).toBe(count);
    });
    expect(readFileSync(join(restored, "files/invoices/ab/two.pdf"), "utf8")).toBe("two");
  }, 120_000);

  test("what lies before the first backup or after the archive is refused in a sentence", async () => {
    await expect(
      backup("restore", backups, join(place, "too early"), "--until", "2020-01-01T00:00:00Z"),
    ).rejects.toThrow(/^The oldest backup ended at .*: nothing before that can be restored\.$/);
    await expect(
      backup("restore", backups, join(place, "too late"), "--until", "2099-01-01T00:00:00Z"),
    ).rejects.toThrow(/^The archive ends before 2099-01-01/);
  }, 120_000);

  test("a folder that holds something is never written over", async () => {
    await expect(backup("restore", backups, dataDir)).rejects.toThrow("is not empty");
  });

  test("a backup that is pruned takes along what only it needed; the others can be restored, and a changed entry of the audit log is told", async () => {
    const segments = () => readdirSync(join(backups, "wal")).length;
    const before = segments();
    expect(await backup("take", backups)).toBe(0);
    expect(await backup("prune", backups, "--keep", "1")).toBe(0);
    expect(said[0]).toMatch(/^Removed 2 backups and \d+ segments/);
    expect(segments()).toBeLessThan(before);
    expect(readdirSync(join(backups, "base"))).toHaveLength(1);
    await product.withClient((client) =>
      client.query(`
        set session_replication_role = replica;
        update audit_log set action_details = '{}' where id = (select min(id) from audit_log)`),
    );
    await archived();
    expect(await backup("restore", backups, join(place, "after pruning"))).toBe(1);
    expect(said).toContain("The ledger holds.");
    expect(said).toContainEqual(expect.stringMatching(/^changed: distributor \d+, entry \d+: /));
    expect(said).toContainEqual(expect.stringMatching(/^The audit log does not hold/));
  }, 120_000);

  test("tells how far it is, and that it fails", async () => {
    expect(await backup("status", backups)).toBe(0);
    expect(said.join("\n")).toMatch(/Archived up to [0-9A-F]{24}/);
    await product.withClient(async (client) => {
      const { rows } = await client.query<{ archive_command: string }>("show archive_command");
      const fails = client.escapeLiteral(`false; ${rows[0]!.archive_command.replace("mv ", "false ")}`);
      await client.query(`alter system set archive_command = ${fails}`);
      await client.query("select pg_reload_conf()");
      // A segment that holds nothing is not switched, and so not archived.
      await client.query("select pg_logical_emit_message(true, 'test', 'work')");
      await client.query("select pg_switch_wal()");
    });
    await expect
      .poll(async () => (await backup("status", backups)) === 1 && said.some((line) => /FAILS/.test(line)), {
        timeout: 20_000,
      })
      .toBe(true);
    // A copy a night, each of which waited for ever, filled the disk that was to be backed up.
    const bases = readdirSync(join(backups, "base"));
    await expect(backup("take", backups)).rejects.toThrow(/^Archiving FAILS since [0-9A-F]{24}, /);
    expect(readdirSync(join(backups, "base"))).toEqual(bases);
    // Into another folder it can be taken, for that very hour.
    expect(await backup("take", join(place, "another disk"), "--new")).toBe(0);
  }, 60_000);
});

test.each(["take", "files"])(
  "backup %s makes nothing below a disk that is not mounted, or where a path is mistyped",
  async (name) => {
    const unmounted = join(place, `mount of ${name}`);
    mkdirSync(unmounted);
    await expect(backup(name, unmounted)).rejects.toThrow(
      `There is no folder of backups at ${unmounted}: its disk may not be mounted.`,
    );
    expect(readdirSync(unmounted)).toEqual([]);
  },
);
test.each([
  [[]],
  [["take"]],
  [["take", "a", "b"]],
  [["archive", "a", "--new"]],
  [["sleep", "a"]],
  [["restore", "a"]],
  [["take", "a", "--until", "2026-01-01T00:00:00Z"]],
])("arguments that mean nothing are told the usage: %j", async (args) => {
  await expect(backup(...args)).rejects.toThrow("backup take <folder>");
});
test("an instant without its zone is refused", async () => {
  await expect(backup("restore", backups, "x", "--until", "2026-11-21 10:30")).rejects.toThrow(
    "with its zone",
  );
});
