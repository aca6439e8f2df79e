import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { ClientBase } from "pg";
import { expect, test } from "vitest";
import { proveArchive } from "./archive-wal.ts";
import { baseBackups, pruneBackups, RECORD } from "./backup-folder.ts";
import { readWayOn, saveSegments } from "./timelines.ts";

/** A folder of backups of these segments, at an hour each, whose archive was left in its second segment by a restore. */
function makeBackups(...segments: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "bobine-timelines-"));
  mkdirSync(join(folder, "wal"));
  writeFileSync(
    join(folder, "wal/00000002.history.gz"),
    gzipSync("1\t0/2000158\tbefore 2026-12-01 10:00:00.12+00\n"),
  );
  for (const [hour, segment] of segments.entries()) {
    const at = `2026-12-01T0${hour}:00:00Z`;
    mkdirSync(join(folder, "base", String(hour)), { recursive: true });
    writeFileSync(
      join(folder, "base", String(hour), RECORD),
      JSON.stringify({
        ended_at: at,
        started_at: at,
        postgres: "18",
        first_wal: segment,
        last_wal: segment,
        bytes: 1,
      }),
    );
  }
  return folder;
}

const BEFORE = "000000010000000000000001";
const LEFT = "000000010000000000000003";
const SINCE = "000000020000000000000004";

test.each([
  { segments: [BEFORE, LEFT], left: [BEFORE, LEFT] },
  { segments: [BEFORE, LEFT, SINCE], left: [SINCE] },
  { segments: [LEFT], left: [LEFT] },
])(
  "of $segments those that no restore would choose are not counted among what is pruned to (OPS-16)",
  ({ segments, left }) => {
    const folder = makeBackups(...segments);
    pruneBackups(folder, 1, readWayOn(folder));
    expect(baseBackups(folder).map(({ last_wal }) => last_wal)).toEqual(left);
    rmSync(folder, { recursive: true });
  },
);

test("what a restored database wrote before it archived goes into the archive, and where a part of it is gone that is told (OPS-16)", () => {
  const folder = makeBackups(BEFORE);
  const postgres = join(folder, "postgres");
  mkdirSync(join(postgres, "pg_wal"), { recursive: true });
  const names = [2, 3, 4, 5].map((number) => `00000002000000000000000${number}`);
  const [fork = "", ...more] = names;
  for (const name of more) writeFileSync(join(postgres, "pg_wal", name), name);
  expect(saveSegments(postgres, folder, "000000020000000000000005")).toBe(false);
  writeFileSync(join(postgres, "pg_wal", fork), fork);
  expect(saveSegments(postgres, folder, "000000020000000000000005")).toBe(true);
  // The last one is being written.
  expect(names.map((name) => existsSync(join(folder, "wal", `${name}.gz`)))).toEqual([
    true,
    true,
    true,
    false,
  ]);
  rmSync(folder, { recursive: true });
});

test("an archive that works off what waited a night is proved by the first segment that arrives (OPS-16)", async () => {
  const folder = makeBackups();
  let count = 5;
  const client = {
    query: async (text: string) => {
      if (text.includes("pg_switch_wal")) {
        count += 1;
        writeFileSync(join(folder, "wal", `${BEFORE}.gz`), "");
      }
      return { rows: [{ count: String(count), last: BEFORE, waiting: 480 }] };
    },
  } as unknown as ClientBase;
  expect(await proveArchive(client, folder, 1000)).toBe(480);
  rmSync(folder, { recursive: true });
});
