import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { openStoredJson } from "./stored-json.ts";

const shape = z.object({ count: z.number() });
let folder: string;
let problems: unknown[];
const open = (file = join(folder, "simulators", "bank.json")) =>
  openStoredJson(file, shape, (problem) => problems.push(problem));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bobine-kept-"));
  problems = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("what was kept is known again, and its owner alone may read it", async () => {
  const first = open();
  expect(first.known).toBeUndefined();
  first.changed(() => ({ count: 1 }));
  await first.flush();
  expect(open().known).toEqual({ count: 1 });
  expect(statSync(join(folder, "simulators", "bank.json")).mode & 0o777).toBe(0o600);
  expect([readdirSync(join(folder, "simulators")), problems]).toEqual([["bank.json"], []]);
});

test("many changes at once are one writing of the last of them", async () => {
  const kept = open();
  let asked = 0;
  for (let count = 1; count <= 100; count += 1)
    kept.changed(() => {
      asked += 1;
      return { count };
    });
  await kept.flush();
  expect([asked, open().known]).toEqual([1, { count: 100 }]);
});

test.each(["", "{", '{"count":"many"}'])("a file that says « %s » is put aside", async (content) => {
  open();
  const file = join(folder, "simulators", "bank.json");
  writeFileSync(file, content);
  const kept = open();
  expect([kept.known, problems.length, readFileSync(`${file}.broken`, "utf8")]).toEqual([
    undefined,
    1,
    content,
  ]);
  kept.changed(() => ({ count: 2 }));
  await kept.flush();
  expect(open().known).toEqual({ count: 2 });
});

test("a folder that cannot be written is told, and ends nothing", async () => {
  writeFileSync(join(folder, "file"), "");
  const kept = open(join(folder, "file", "bank.json"));
  kept.changed(() => ({ count: 1 }));
  await kept.flush();
  expect([kept.known, problems.length > 1]).toEqual([undefined, true]);
});
