import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ClientBase } from "pg";
import { expect, test, vi } from "vitest";
import { backupCommand } from "../cli/backup-commands.ts";
import { postgresFolder } from "./archive-wal.ts";
import { baseBackups, PARTIAL, RECORD } from "./backup-folder.ts";

/** A folder with what a backup was broken off between its record and its name. */
function withBroken<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "bobine-backups-"));
  const broken = join(folder, "base", `2026-11-30T02-00-00.000Z${PARTIAL}`);
  mkdirSync(broken, { recursive: true });
  writeFileSync(join(broken, RECORD), "{}");
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("a backup that was broken off behind its record is none: pruning would keep it in the place of a whole one, and remove it", () => {
  expect(withBroken(baseBackups)).toEqual([]);
});

test("a path is the operator's, whatever folder npm runs the command in", async () => {
  vi.stubEnv("INIT_CWD", "/mnt/of the operator");
  const product = {
    config: {
      databaseUrl: null,
      dataDir: "/no/product",
      filesUrl: "s3://documents",
      registryUrl: "s3://remotes",
    },
    withClient: () => Promise.reject(new Error("asked")),
  };
  await expect(backupCommand(product, ["take", "nas"], () => undefined)).rejects.toThrow(
    "There is no folder of backups at /mnt/of the operator/nas: ",
  );
  vi.unstubAllEnvs();
});

test("the cluster that lies on this machine at the path of another machine's is not its database", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bobine-cluster-"));
  for (const name of ["base", "global"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "postmaster.pid"), "");
  writeFileSync(join(folder, "global/pg_control"), new Uint8Array(new BigInt64Array([41n]).buffer));
  // What PostgreSQL says of itself.
  const of = (id: string) =>
    postgresFolder({ query: async () => ({ rows: [{ folder, id }] }) } as unknown as ClientBase);
  await expect(of("42")).rejects.toThrow(
    `PostgreSQL keeps its files in ${folder}, which this user does not find or cannot read on this machine`,
  );
  expect(await of("41")).toBe(folder);
  rmSync(folder, { recursive: true });
});

test.each(["take", "archive", "status"])(
  "backup %s refuses a database of one's own, which no restore would bring back, and leads to what does",
  async (name) => {
    const folder = mkdtempSync(join(tmpdir(), "bobine-backups-"));
    const product = {
      config: {
        databaseUrl: "postgres://mine",
        dataDir: folder,
        filesUrl: "s3://documents",
        registryUrl: "s3://remotes",
      },
      withClient: () => Promise.reject(new Error("asked")),
    };
    const command = backupCommand(product, [name, join(folder, "new")], () => undefined);
    await expect(command).rejects.toThrow(
      "The database of DATABASE_URL is not the one that the product brings, and `backup restore` could not bring it back: have pgBackRest back it up",
    );
    expect(existsSync(join(folder, "new"))).toBe(false);
    rmSync(folder, { recursive: true });
  },
);

test.each(["prune", "files"])(
  "backup %s works while a database of one's own is away, and says so",
  async (name) => {
    const folder = mkdtempSync(join(tmpdir(), "bobine-backups-"));
    mkdirSync(join(folder, "base"));
    const said: string[] = [];
    const product = {
      config: {
        databaseUrl: "postgres://away",
        dataDir: folder,
        filesUrl: "s3://documents",
        registryUrl: "s3://remotes",
      },
      withClient: () => Promise.reject(new Error("away")),
    };
    const code = await backupCommand(product, [name, folder], (line) => void said.push(line));
    rmSync(folder, { recursive: true });
    expect(code).toBe(0);
    expect(said[0]).toContain("does not answer");
  },
);
