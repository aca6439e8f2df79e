import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { run } from "./process.mjs";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bobine-runner-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const runs = (program: string, progress: string) =>
  run(process.execPath, ["-e", program], { env: process.env, timeout: 1_000, progress });

it("stops a program that shows no progress, and says so", async () => {
  const { code, output } = await runs("setInterval(() => undefined, 1_000)", join(folder, "silent"));
  expect(code).toBe(143);
  expect(output).toMatch(/^\nstopped after 1 s without a new test: /);
});

it("lets a program go on that shows progress, however long it takes", async () => {
  const progress = join(folder, "working");
  writeFileSync(progress, "");
  const later = new Date(Date.now() + 3_600_000);
  utimesSync(progress, later, later);
  expect(await runs("setTimeout(() => undefined, 3_000)", progress)).toEqual({ code: 0, output: "" });
});
