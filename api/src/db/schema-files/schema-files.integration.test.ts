import { readFileSync } from "node:fs";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { isOutdated, type SchemaFile, schemaFilesOf } from "./schema-files.ts";

let database: TestDatabase;
let client: Client;
let files: SchemaFile[];
beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
  files = await schemaFilesOf(client);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test("the files in git are what the migrations make", () => {
  for (const { path, text } of files)
    expect(readFileSync(path, "utf8"), `${path}: npm run schema`).toBe(text);
});

test("without a database, other migrations or an edit by hand are noticed", () => {
  for (const { text } of files) {
    expect(isOutdated(text)).toBe(false);
    expect(isOutdated(text, "of another version")).toBe(true);
    expect(isOutdated(`${text}\n`)).toBe(true);
  }
});

test("a column that must be given is one of what an insert says, and one that the database computes is not", async () => {
  await client.query(
    `create table reel (id bigint generated always as identity primary key, title text not null, weight numeric(14, 2), kind text not null
      default 'print' check (kind in ('print', 'disk')), is_heavy boolean generated always as (weight > 20) stored)`,
  );
  const [schemaSql, rows] = await schemaFilesOf(client).then((changed) => changed.map((file) => file.text));
  expect(schemaSql).toContain("create table reel (");
  expect(rows).toContain(`export interface ReelRow {
  readonly id: number;
  readonly title: string;
  readonly weight: Money | null;
  readonly kind: "print" | "disk";
  readonly is_heavy: boolean | null;
}
export type NewReel = Inserted<ReelRow, "id" | "is_heavy", "weight" | "kind">;`);
});

test("a type that the driver has no words for is refused", async () => {
  await client.query("create table place (id bigint, at point)");
  await expect(schemaFilesOf(client)).rejects.toThrow("How is a point read?");
});
