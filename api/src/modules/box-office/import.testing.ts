// What the tests of the import share: an application, Lumen, and ways to look at what was kept.
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import sql from "sql-template-tag";
import { expect } from "vitest";
import { aSignedInDistributor, type TestDistributor } from "./box-office.testing.ts";
import type { TestApp } from "../../testing/test-app.ts";

export type Stats = Record<string, unknown>;
export const stats = (response: { json(): { preliminary_stats: unknown } }): Stats =>
  response.json().preliminary_stats as Stats;

/** Each test starts without cinemas, so that its report names unknown ones. */
export async function emptied(it: TestApp): Promise<void> {
  it.clock.set("2026-11-30");
  await it.owner.query(
    `truncate declaration, invoice_line, invoice_file, credit_application, invoice, invoice_sequence, import_file, cinema, screen,
      cinema_distributor, test_job cascade`,
  );
}

/** Lumen is one company and its SIREN is unique: each test takes it over. */
export async function lumen(
  it: TestApp,
  changes: Parameters<typeof aSignedInDistributor>[1] = {},
): Promise<TestDistributor> {
  await it.owner.query("update distributor set siren = '' where siren = '000100016'");
  return await aSignedInDistributor(it, { siren: "000100016", ...changes });
}

export async function rows<T = Record<string, unknown>>(
  it: TestApp,
  query: string,
  values: unknown[] = [],
): Promise<T[]> {
  return (await it.owner.query(query, values)).rows as T[];
}

export const validateAll = (it: TestApp) =>
  it.owner.query("update cinema set is_validated = true, address = '3 place du Beffroi'");

export const seed = (
  it: TestApp,
  distributor: TestDistributor,
  series: string,
  last: number,
): Promise<number> =>
  it.inDatabase((tx) =>
    tx.run(
      sql`insert into invoice_sequence (distributor_id, series, year, last_number) values (${distributor.id}, ${series}, 2026, ${last})`,
    ),
  );

export const invoices = (it: TestApp, distributor: TestDistributor) =>
  rows(
    it,
    "select invoice_number, cinema_name, total_net_amount, total_vat_amount, total_amount, due_date from invoice where distributor_id = $1 order by id",
    [distributor.id],
  );

export const leftovers = (): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith("bobine-upload-"));

export async function expectNothingSaved(it: TestApp): Promise<void> {
  for (const table of ["import_file", "declaration", "cinema", "screen", "cinema_distributor", "test_job"]) {
    expect([table, await rows(it, `select from ${table}`)]).toEqual([table, []]);
  }
  expect(leftovers()).toEqual([]);
}
