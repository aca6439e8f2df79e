import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { openDatabase } from "./open-database.ts";

let database: TestDatabase;
let empty: TestDatabase;
beforeAll(async () => {
  [database, empty] = await Promise.all([createTestDatabase(), createTestDatabase({ empty: true })]);
});
afterAll(() => Promise.all([database.drop(), empty.drop()]));

const said: string[] = [];
const log = { info: () => undefined, warn: (line: string) => said.push(line), error: () => undefined };
const open = (databaseUrl: string, changes: { isProduction?: boolean; databaseOwnerUrl?: string } = {}) =>
  openDatabase(
    {
      dataDir: "/nonexistent",
      databaseUrl,
      databasePoolUrl: null,
      databaseRead: null,
      databaseOwnerUrl: null,
      isProduction: true,
      ...changes,
    },
    log,
  );

test("production starts with the role of the web process", async () => {
  expect(await open(database.webUrl)).toMatchObject({ url: database.webUrl });
  expect(said).toEqual([]);
});

test("production does not start as the owner, and tells the command that makes another role", async () => {
  await expect(open(database.url)).rejects.toThrow("is a superuser");
  await expect(open(database.url)).rejects.toThrow("npm run migrate -- --make-role");
});

test("elsewhere the owner is taken, with a warning", async () => {
  expect(await open(database.url, { isProduction: false })).toMatchObject({ url: database.url });
  expect(said.at(-1)).toMatch(/the owner: never in production/);
});

test("a database that is not of this version is refused, until its owner's process has run", async () => {
  await expect(open(empty.webUrl)).rejects.toThrow("npm run migrate");
  expect(await open(empty.webUrl, { databaseOwnerUrl: empty.url })).toMatchObject({ url: empty.webUrl });
  expect(await open(empty.webUrl)).toMatchObject({ url: empty.webUrl });
}, 60_000);

test.each([
  ["knows no accents: names would not be found", "C", "a locale that knows no accents"],
  [
    "sorts É after Z: names would not be where they are looked for",
    "C.UTF-8",
    "lists by name end with « Éden »",
  ],
] as const)(
  "a database whose locale %s is told of (OPS-7)",
  async (_what, locale, told) => {
    const plain = await createTestDatabase({ empty: true, locale });
    try {
      await open(plain.webUrl, { databaseOwnerUrl: plain.url });
      expect(said.at(-1)).toContain(told);
    } finally {
      await plain.drop();
    }
  },
  60_000,
);
