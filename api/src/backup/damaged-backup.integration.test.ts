// What is lost or damaged in a folder of backups is told, and never restored as if nothing were.
import {
  existsSync,
  mkdirSync,
  statSync,
  utimesSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { extentOf } from "../../../tooling/extent.mjs";
import { until } from "../nodes/node.testing.ts";
import { startEmbeddedPostgres } from "../db/embedded-postgres.ts";
import { createPool } from "../db/pool.ts";
import { inTransaction, type Tx } from "../db/scope.ts";
import { aCinema, aDistributor, anInvoice } from "../testing/builders.ts";
import { archiveInto, proveArchive } from "./archive-wal.ts";
import { startBackedUp, type TestBackedUp } from "./backed-up.testing.ts";
import { takeBackup } from "./take-backup.ts";

let product: TestBackedUp;
/** Archived after the backup, in their order. */
const segments: string[] = [];

beforeAll(async () => {
  product = await startBackedUp();
  writeFileSync(join(product.dataDir, "secrets/secret-of-a-test"), "secret");
  await nameDocuments("invoices/one.pdf", "invoices/two.pdf");
  await product.backup("take", product.backups);
  for (let n = 0; n < 4; n += 1) segments.push(await product.archiveSegment());
}, 240_000);
afterAll(() => product.stop());

const inDatabase = async (work: (tx: Tx) => Promise<void>): Promise<void> => {
  const pool = createPool({ url: product.url });
  await inTransaction(pool, { kind: "all" }, work).finally(() => pool.end());
};
const nameDocuments = (...keys: readonly string[]) =>
  inDatabase(async (tx) => {
    const distributor = await aDistributor(tx);
    const invoice = await anInvoice(tx, distributor, await aCinema(tx, distributor));
    for (const key of keys) {
      writeFileSync(join(product.dataDir, "files", key), "text");
      await tx.run(sql`
        insert into invoice_file (distributor_id, invoice_id, file_name, kind, content_type, size, sha256, storage_key)
        values (${distributor.id}, ${invoice.id}, 'f.pdf', 'report', 'application/pdf', 4, sha256('text'), ${key})`);
    }
  });
const segment = (backups: string, n: number) => join(backups, "wal", `${segments[n]!}.gz`);

const isPart = extentOf("machines") === "part";

describe.skipIf(isPart)("an archive with a hole (npm run campaign machines)", () => {
  test("is replayed up to there, which is told with the name of the segment and ends with 1", async () => {
    const backups = product.copyBackups();
    truncateSync(segment(backups, 1), 30);
    const { code, said } = await product.backup("restore", backups, product.newPath());
    expect(said).toContain(
      `NOT all was replayed: ${segments[1]!} cannot be unpacked, and the archive goes on to ${segments[3]!}.`,
    );
    expect(code).toBe(1);
  }, 240_000);

  test("is told when the segment is not there at all", async () => {
    const backups = product.copyBackups();
    rmSync(segment(backups, 1));
    const { code, said } = await product.backup("restore", backups, product.newPath());
    expect(said).toContain(
      `NOT all was replayed: the segment after ${segments[0]!} is missing or damaged, and the archive goes on to ${segments[3]!}.`,
    );
    expect(code).toBe(1);
  }, 240_000);

  test("does not pass for the end of the archive when an instant behind it is asked for", async () => {
    const backups = product.copyBackups();
    truncateSync(segment(backups, 1), 30);
    await expect(
      product.backup("restore", backups, product.newPath(), "--until", "2099-01-01T00:00:00Z"),
    ).rejects.toThrow(
      `The archive cannot be replayed until 2099-01-01T00:00:00.000Z: ${segments[1]!} cannot be unpacked, and the archive goes on to ${segments[3]!}.`,
    );
  }, 240_000);

  test("is not told of one that is whole", async () => {
    const { code, said } = await product.backup("restore", product.copyBackups(), product.newPath());
    expect(said.filter((line) => line.startsWith("NOT all"))).toEqual([]);
    expect(code).toBe(0);
  }, 240_000);
});

describe("the status of a folder of backups", () => {
  test("vouches for the folder that PostgreSQL archives into", async () => {
    const { code, said } = await product.backup("status", product.backups);
    expect(said).toContainEqual(expect.stringMatching(/^Archived up to [0-9A-F]{24}, at /));
    expect(code).toBe(0);
  });

  test("says that nothing is archived into another one, with or without an archive of its own", async () => {
    const other = product.copyBackups();
    const last = await product.archiveSegment();
    const stale = await product.backup("status", other);
    expect(stale.said).toContainEqual(
      expect.stringMatching(`^PostgreSQL does NOT archive here: ${last}, of .*, is not in ${other}/wal\\.$`),
    );
    expect(stale.code).toBe(1);
    rmSync(join(other, "wal"), { recursive: true });
    const none = await product.backup("status", other);
    expect(none.said).toContainEqual(expect.stringMatching(/^PostgreSQL does NOT archive here: /));
    expect(none.said).not.toContainEqual(expect.stringMatching(/^Archived up to/));
    expect(none.code).toBe(1);
  });

  test("and its pruning make nothing where a path is mistyped", async () => {
    for (const command of ["status", "prune"]) {
      const path = product.newPath();
      await expect(product.backup(command, path)).rejects.toThrow(
        `There is no folder of backups at ${path}: `,
      );
      expect(existsSync(path)).toBe(false);
    }
  });

  test("counts a newest backup of more than two days ago as none of last night", async () => {
    const old = product.copyBackups();
    const [name] = readdirSync(join(old, "base"));
    const record = join(old, "base", name!, "backup.json");
    writeFileSync(
      record,
      readFileSync(record, "utf8").replace(/"ended_at": "[^"]*"/, '"ended_at": "2026-01-02T03:04:05.678Z"'),
    );
    const { code, said } = await product.backup("status", old);
    expect(said).toContain("The newest backup is of 2026-01-02T03:04:05.678Z: take one each night.");
    expect(code).toBe(1);
  });
});

describe("a damaged backup", () => {
  test.each([
    [
      "a table is cut short",
      "postgres/base/1/1259",
      (path: string) => truncateSync(path, 8192),
      "is damaged",
    ],
    ["a file is gone", "beside/secrets/secret-of-a-test", (path: string) => rmSync(path), "is missing"],
    ["its manifest is gone", "SHA256SUMS", (path: string) => rmSync(path), "is missing or damaged"],
  ])("is refused before anything is made: %s", async (_what, path, damage, wrong) => {
    const backups = product.copyBackups();
    const [name] = readdirSync(join(backups, "base"));
    damage(join(backups, "base", name!, path));
    const dataDir = product.newPath();
    await expect(product.backup("restore", backups, dataDir)).rejects.toThrow(
      new RegExp(
        `^The backup of .* is damaged: ${path} ${wrong}\\. Move ${join(backups, "base", name!)} elsewhere`,
      ),
    );
    expect(existsSync(dataDir)).toBe(false);
  });

  test.skipIf(isPart)(
    "that was taken by a version without manifests is restored, and told as unverified",
    async () => {
      const backups = product.copyBackups();
      takeManifestAway(backups);
      const { code, said } = await product.backup("restore", backups, product.newPath());
      expect(said).toContain(
        "UNVERIFIED: this backup has no manifest (an earlier version took it), so that damage to its files may go unseen.",
      );
      expect(said).toContain("2 documents are named, and all are there.");
      expect(code).toBe(0);
    },
    240_000,
  );

  test.skipIf(isPart)(
    "without a manifest, whose database cannot be read, is told in a sentence, and what was made of it does not start",
    async () => {
      const backups = product.copyBackups();
      truncateSync(join(takeManifestAway(backups), "postgres/global/pg_control"), 0);
      const dataDir = product.newPath();
      await expect(product.backup("restore", backups, dataDir)).rejects.toThrow(
        /^What was restored cannot be read: .* is left as it is\.$/s,
      );
      const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
      await expect(startEmbeddedPostgres({ dataDir, log: quiet })).rejects.toThrow(
        `A restore into ${dataDir} is under way, failed or was broken off`,
      );
    },
    240_000,
  );
  const takeManifestAway = (backups: string): string => {
    const [name] = readdirSync(join(backups, "base"));
    const folder = join(backups, "base", name!);
    const {
      manifest: _manifest,
      holds_files: _holds,
      ...record
    } = JSON.parse(readFileSync(join(folder, "backup.json"), "utf8")) as Record<string, unknown>;
    writeFileSync(join(folder, "backup.json"), JSON.stringify(record));
    rmSync(join(folder, "SHA256SUMS"), { force: true });
    return folder;
  };

  test("lacks documents that its database names: they are counted, and it ends with 1", async () => {
    const backups = product.copyBackups();
    truncateSync(join(backups, "files/invoices/one.pdf"), 1);
    const { code, said } = await product.backup("restore", backups, product.newPath());
    expect(said).toContain(
      "1 of 2 documents that the database names are NOT there as it names them, such as invoices/one.pdf: look for them in other copies of the documents.",
    );
    expect(code).toBe(1);
  }, 240_000);
});

describe.skipIf(isPart)("a backup that was broken off (npm run campaign machines)", () => {
  test("goes with the next pruning, unless it may be under way: by its last sign of life", async () => {
    const backups = product.copyBackups();
    const broken = (name: string, hoursAgo: number, sign?: string) => {
      const folder = join(backups, "base", `${name}.partial`);
      mkdirSync(join(folder, "postgres"), { recursive: true });
      if (sign !== undefined) writeFileSync(join(folder, sign), "");
      const at = new Date(statSync(backups).ctimeMs - hoursAgo * 3_600_000);
      utimesSync(folder, at, at);
      return folder;
    };
    const killed = broken("2026-01-02T03-04-05.678Z", 2);
    const begun = broken("2026-01-03T03-04-05.678Z", 0);
    const long = broken("2026-01-04T03-04-05.678Z", 2, "under-way");
    const { code, said } = await product.backup("prune", backups);
    expect(said).toContain("Removed 1 backup that was broken off.");
    expect(code).toBe(0);
    expect([killed, begun, long].map((folder) => existsSync(folder))).toEqual([false, true, true]);
    expect(readdirSync(join(backups, "base"))).toHaveLength(3);
  });

  test("gives signs of life while it is taken, and none of them stays", async () => {
    const backups = product.newPath();
    const taking = product.backup("take", backups, "--new");
    await until("it gives one", async () =>
      readdirSync(join(backups, "base")).some((name) => existsSync(join(backups, "base", name, "under-way"))),
    );
    expect((await taking).code).toBe(0);
    const [name] = readdirSync(join(backups, "base"));
    expect(readdirSync(join(backups, "base", name!))).not.toContain("under-way");
  }, 240_000);
});

describe.skipIf(isPart)("what the product has forgotten (npm run campaign machines)", () => {
  const FORGOTTEN = ["bank-statements/1/never-imported", "operation-files/1/removed"];
  const put = (folder: string, keys: readonly string[]) => {
    for (const key of keys) {
      mkdirSync(dirname(join(folder, key)), { recursive: true });
      writeFileSync(join(folder, key), "text");
    }
  };
  const there = (folder: string, keys: readonly string[]) => keys.map((key) => existsSync(join(folder, key)));

  test("does not come back with a restore: statements that nobody imported, files that somebody removed", async () => {
    const backups = product.copyBackups();
    put(join(backups, "files"), FORGOTTEN);
    const dataDir = product.newPath();
    await product.backup("restore", backups, dataDir);
    expect(there(join(dataDir, "files"), [...FORGOTTEN, "invoices/two.pdf"])).toEqual([false, false, true]);
    expect(there(join(backups, "files"), FORGOTTEN)).toEqual([true, true]);
  }, 240_000);

  test("goes from the copies with a pruning, when no backup that is left can name it", async () => {
    const backups = product.copyBackups();
    let kept = "";
    await inDatabase(async (tx) => {
      const { id, distributor_id } = await tx.one<{ id: string; distributor_id: number }>(sql`
        insert into kept_statement (id, distributor_id, file_name, file_size, sha256, layouts, created_at, expires_at)
        values (gen_random_uuid(), ${(await aDistributor(tx)).id}, 'f.csv', 4, sha256('text'), '[]', now(), now())
        returning id, distributor_id`);
      kept = `bank-statements/${distributor_id}/${id}`;
    });
    const keys = [...FORGOTTEN, kept, "bank-statements/1/of-today"];
    put(join(backups, "files"), keys);
    for (const key of keys.slice(0, 3)) utimesSync(join(backups, "files", key), 1, 1);
    const { said } = await product.backup("prune", backups);
    expect(said).toContain("Removed 1 copies of statements that were never imported.");
    expect(there(join(backups, "files"), keys)).toEqual([false, true, true, true]);
  }, 60_000);
});

test.skipIf(isPart)(
  "an archive that PostgreSQL cannot write is told when it is asked for",
  async () => {
    const folder = product.newPath();
    mkdirSync(join(folder, "wal"), { recursive: true });
    const last = await product.archiveSegment();
    // Others have their places: as little as into a folder that is read-only to it does PostgreSQL write there.
    for (const n of [1, 2]) {
      const name = (Number.parseInt(last.slice(16), 16) + n).toString(16).toUpperCase().padStart(8, "0");
      writeFileSync(join(folder, "wal", `${last.slice(0, 16)}${name}.gz`), "of another database");
    }
    const archiving = product.withClient(async (client) => {
      await archiveInto(client, folder);
      await proveArchive(client, folder, 3000);
    });
    await expect(archiving).rejects.toThrow(
      `PostgreSQL is to archive into ${folder}/wal, and has NOT done so within 3 s: its log says why.`,
    );
    expect((await product.backup("archive", product.backups)).code).toBe(0);
  },
  60_000,
);

test.skipIf(isPart)(
  "a backup whose end is not archived in time is given up, and leaves nothing",
  async () => {
    const setCommand = (value: string) =>
      product.withClient(async (client) => {
        await client.query(`alter system set archive_command = ${client.escapeLiteral(value)}`);
        await client.query("select pg_reload_conf()");
      });
    const bases = readdirSync(join(product.backups, "base"));
    const was = await product.withClient(async (client) => {
      const { rows } = await client.query<{ archive_command: string }>("show archive_command");
      return rows[0]!.archive_command;
    });
    // It hangs, as a share does that is away, and does not fail.
    await setCommand(was.replace("if ", "sleep 5; if "));
    const taking = product.withClient((client) =>
      takeBackup(
        client,
        {
          dataDir: product.dataDir,
          filesUrl: pathToFileURL(join(product.dataDir, "files")).href,
          registryUrl: pathToFileURL(join(product.dataDir, "remotes")).href,
        },
        product.backups,
        2000,
      ),
    );
    await expect(taking).rejects.toThrow(/^PostgreSQL has not archived the end of the backup within /);
    expect(readdirSync(join(product.backups, "base"))).toEqual(bases);
    await setCommand(was);
  },
  60_000,
);

test("a folder that cannot be used is told in a sentence", async () => {
  const path = join(product.dataDir, "files/invoices/one.pdf", "backups");
  for (const command of [
    ["archive", path],
    ["take", path, "--new"],
  ])
    await expect(product.backup(...command)).rejects.toThrow(
      `${path} cannot be used (ENOTDIR): name another folder, or run this as root or as who took the backups.`,
    );
});
