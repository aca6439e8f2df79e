import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copyTree } from "./copy-tree.ts";

test("a copy that a power cut left empty is made again, and one that is longer than what is left of its original stays", async () => {
  const place = mkdtempSync(join(tmpdir(), "bobine-copies-"));
  const [from, to] = [join(place, "from"), join(place, "to")];
  mkdirSync(from);
  for (const name of ["a", "b", "c"]) writeFileSync(join(from, name), `invoice ${name}`);
  const copied = () => copyTree(from, to, { onlyNew: true });
  expect(await copied()).toBe(27);
  expect(await copied()).toBe(0);
  truncateSync(join(to, "a"), 0);
  truncateSync(join(from, "b"), 0);
  expect(await copied()).toBe(9);
  expect(["a", "b", "c"].map((name) => readFileSync(join(to, name), "utf8"))).toEqual([
    "invoice a",
    "invoice b",
    "invoice c",
  ]);
  rmSync(place, { recursive: true });
});
