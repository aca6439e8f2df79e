import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { SESSION_LOCKS, TRANSACTION_LOCKS } from "./locks.ts";

const SOURCES = fileURLToPath(new URL("..", import.meta.url));
/** Take locks away, or watch in which order they are taken, by the text of statements. */
const READ_STATEMENTS = ["db/lock-order.testing.ts", "modules/banking/concurrency.testing.ts"];

test("a lock has its name, its key and its place in the order in db/locks.ts, and nowhere else", () => {
  const elsewhere = globSync("**/*.ts", { cwd: SOURCES })
    .filter((file) => !["db/locks.ts", "db/locks.test.ts", ...READ_STATEMENTS].includes(file))
    .filter((file) => /pg_(try_)?advisory_/.test(readFileSync(`${SOURCES}/${file}`, "utf8")));
  expect(elsewhere).toEqual([]);
});

test("two locks never have one key", () => {
  const keys = [...Object.values(TRANSACTION_LOCKS), ...Object.values(SESSION_LOCKS)];
  expect(new Set(keys).size).toBe(keys.length);
});
