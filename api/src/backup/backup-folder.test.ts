import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { backupCommand } from "../cli/backup-commands.ts";
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

test.each(["prune", "files"])(
  "backup %s works while a database of one's own is away, and says so",
  async (name) => {
    const folder = mkdtempSync(join(tmpdir(), "bobine-backups-"));
    mkdirSync(join(folder, "base"));
    const said: string[] = [];
    const product = {
      config: { databaseUrl: "postgres://away", dataDir: folder, filesUrl: "s3://documents" },
      withClient: () => Promise.reject(new Error("away")),
    };
    const code = await backupCommand(product, [name, folder], (line) => void said.push(line));
    rmSync(folder, { recursive: true });
    expect(code).toBe(0);
    expect(said[0]).toContain("does not answer");
  },
);
