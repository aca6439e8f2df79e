import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { operatorCommand } from "./cli/operator-commands.ts";
import { describeNoEntry, describeProblem } from "./operator-problem.ts";

const failureOf = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("it did not fail");
};

test("what the machine refuses is one line for the operator", () => {
  expect(describeProblem(failureOf(() => readFileSync("/nowhere/x")))).toBe(
    "It is not there: ENOENT: no such file or directory, open '/nowhere/x'",
  );
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), {
    code: "ENOSPC",
    syscall: "write",
  });
  expect(describeProblem(full)).toBe("The disk is full: ENOSPC: no space left on device, write");
});

test("a port that is taken is named", async () => {
  const [first, second] = [createServer(), createServer()];
  await new Promise<void>((done) => first.listen(0, "127.0.0.1", done));
  const { port } = first.address() as { port: number };
  const error = await new Promise((done) => second.once("error", done).listen(port, "127.0.0.1"));
  first.close();
  expect(describeProblem(error)).toBe(
    `Another process listens on 127.0.0.1, port ${port}: stop it, or set PORT.`,
  );
});

test("a mistake of the product keeps its stack", () => {
  const mistake = new TypeError("x is undefined");
  expect(describeProblem(mistake)).toBe(mistake);
  expect(describeNoEntry("DATABASE_URL", mistake)).toBe(mistake);
});

test("a command names the variable whose PostgreSQL is away", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "bobine-away-"));
  try {
    vi.stubEnv("DATA_DIR", dataDir);
    vi.stubEnv("SECRET_KEY", "mC4vT9xWq2Lr7ZbH1sYn5KdF8gJp3RuA6eXo0VwQtNk");
    vi.stubEnv("DATABASE_URL", "postgres://web:secret@127.0.0.1:1/bobine");
    const complained: unknown[] = [];
    const ops = async (...args: string[]) =>
      await operatorCommand(args, { say: () => undefined, complain: (line) => complained.push(line) });
    expect(await ops("ledger", "verify")).toBe(2);
    vi.stubEnv("DATABASE_OWNER_URL", "postgres://owner:secret@127.0.0.1:1/bobine");
    expect(await ops("rates", "list")).toBe(2);
    expect(complained).toEqual([
      "PostgreSQL does not answer at the address in DATABASE_URL (ECONNREFUSED).",
      "PostgreSQL does not answer at the address in DATABASE_OWNER_URL (ECONNREFUSED).",
    ]);
  } finally {
    vi.unstubAllEnvs();
    rmSync(dataDir, { recursive: true });
  }
});
