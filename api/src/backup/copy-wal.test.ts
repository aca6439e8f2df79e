import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { copyWal } from "./copy-wal.ts";

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "bobine-wal-"));
});
afterEach(() => rmSync(place, { recursive: true }));

/** Written while a backup was taken, over the end of 4 GB. */
const WRITTEN = ["0000000100000001000000FE", "0000000100000001000000FF", "000000010000000200000000"] as const;
const [first, second, last] = WRITTEN;

/** Copies what PostgreSQL still has. @param archived what is in the archive of the folder of backups */
async function copied(there: readonly string[], archived: readonly string[] = []): Promise<string[]> {
  mkdirSync(join(place, "postgres/pg_wal"), { recursive: true });
  mkdirSync(join(place, "backups/wal"), { recursive: true });
  for (const name of there) writeFileSync(join(place, "postgres/pg_wal", name), name);
  for (const name of archived) writeFileSync(join(place, "backups/wal", `${name}.gz`), name);
  await copyWal(join(place, "postgres"), join(place, "to"), {
    first,
    last,
    backups: join(place, "backups"),
  });
  return readdirSync(join(place, "to")).toSorted();
}

test("a backup has what was written meanwhile, and no more", async () => {
  const others = ["0000000100000001000000FD", "000000010000000200000001", "00000002.history"];
  expect(await copied([...WRITTEN, ...others])).toEqual(WRITTEN);
});

test.each([[first], [second], [last]])(
  "a segment that PostgreSQL has forgotten, and that is not in the archive beside the backup, ends it: %s",
  async (gone) => {
    await expect(copied(WRITTEN.filter((name) => name !== gone))).rejects.toThrow(
      `forgot what the backup needs (${gone})`,
    );
  },
);

test("a segment that PostgreSQL has forgotten comes from the archive beside the backup", async () => {
  expect(await copied([last], [first, second])).toEqual([last]);
});
