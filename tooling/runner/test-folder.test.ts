import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { afterEach, beforeEach, expect, it } from "vitest";
import { takeTestFolder } from "./test-folder.mjs";

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "bobine-place-"));
});
afterEach(() => rmSync(place, { recursive: true }));
const take = (env: NodeJS.ProcessEnv, neededBytes = 1) => takeTestFolder(env, { place, neededBytes });

it("gives tests a folder in memory that any account may go through, and removes it", () => {
  const { env, remove } = take({ PATH: "/bin" });

  expect(env["PATH"]).toBe("/bin");
  expect(statSync(env["TMPDIR"] ?? "").mode & 0o777).toBe(0o711);
  expect(readdirSync(env["TMPDIR"] ?? "")).toEqual([]);
  remove();
  expect(readdirSync(place)).toEqual([]);
});

it("leaves temporary files where somebody has put them", () => {
  expect(take({ TMPDIR: "/elsewhere" }).env).toEqual({ TMPDIR: "/elsewhere" });
});

it("leaves them on the disk where memory has no room, or no such place", () => {
  expect(take({}, Number.MAX_SAFE_INTEGER).env).toEqual({});
  expect(takeTestFolder({}, { place: join(place, "none"), neededBytes: 1 }).env).toEqual({});
});

it("removes what a killed run left, and nothing of a run that goes on or of another program", () => {
  const { pid: ended } = spawnSync(process.execPath, ["--version"]);
  for (const name of [`bobine-tests-${ended}`, `bobine-tests-${process.ppid}`, "bobine-tests-", "other"])
    mkdirSync(join(place, name));

  const { remove } = take({});
  remove();

  expect(existsSync(join(place, `bobine-tests-${ended}`))).toBe(false);
  expect(readdirSync(place).sort()).toEqual(["bobine-tests-", `bobine-tests-${process.ppid}`, "other"]);
});
