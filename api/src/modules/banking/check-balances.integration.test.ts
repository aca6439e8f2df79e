import type { StatementStats } from "@bobine/contract/banking";
import type { StatementPreview } from "@bobine/contract/statement-previews";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { type Accountant, anAccountant, LEDGER, multipart, twoBankAccounts } from "./banking.testing.ts";

let bank: TestApp;
let me: Accountant;
beforeAll(async () => {
  bank = await createTestApp(LEDGER);
});
afterAll(() => bank.close());
beforeEach(async () => {
  me = await anAccountant(bank);
});

/** One operation, and what is on the account at the end of its day. */
const statement = (day: string, amount: string, balance: string) =>
  `Date;Libellé;Montant\r\n${day};VIR ${day};${amount}\r\nSolde au ${day};;${balance}\r\n`;
const plain = (notes: readonly string[] | undefined) =>
  notes?.map((note) => note.replaceAll(/[\u00a0\u202f]/g, " "));
const imported = async (content: string, account?: number) =>
  plain((await me.upload("releve.csv", content, account)).json<{ stats: StatementStats }>().stats.notes);
const previewed = async (content: string) => {
  const { payload, contentType } = multipart("file", "releve.csv", content);
  const answer = await bank.app.inject({
    method: "POST",
    url: "/api/v1/banking/statement-previews/",
    headers: { ...me.headers, "content-type": contentType },
    payload,
  });
  const preview = answer.json<StatementPreview>();
  if (preview.outcome !== "read") throw new Error(preview.message);
  return { id: preview.id, notes: plain(preview.notes) };
};

const NOVEMBER = statement("30/11/2026", "100,00", "1100,00");
const DECEMBER = statement("15/12/2026", "50,00", "1250,00");
const GAP =
  "De 1 100,00 € au 30/11/2026 à 1 250,00 € au 15/12/2026, les opérations font 50,00 €. Écart de 100,00 € : il en manque du 01/12/2026 au 15/12/2026, ou il y en a en double.";

test("BANK-36: a gap to the statement before is told in the preview and after the import", async () => {
  expect(await imported(NOVEMBER)).toBeUndefined();
  const { id, notes } = await previewed(DECEMBER);
  expect(notes).toEqual([GAP]);
  const answer = await me.call("POST", `/banking/statement-previews/${id}/import/`, {});
  expect(plain(answer.json<{ stats: StatementStats }>().stats.notes)).toEqual([GAP]);
});

test("BANK-36: what was missing closes it, in any order, and the same file again says nothing new", async () => {
  await imported(NOVEMBER);
  expect(await imported(DECEMBER)).toEqual([GAP]);
  expect(await imported(statement("07/12/2026", "100,00", "1200,00"))).toBeUndefined();
  expect(await imported(DECEMBER)).toBeUndefined();
});

test("BANK-36: each account has its own, also its opening balance, and a taken back import none", async () => {
  const { first, second } = await twoBankAccounts(me, {
    opening_date: "2026-11-01",
    opening_balance: "1000.00",
  });
  expect(await imported(NOVEMBER, first)).toBeUndefined();
  expect(await imported(DECEMBER, second)).toBeUndefined();
  expect(await imported(statement("16/12/2026", "50,00", "1250,00"), first)).toEqual([
    `Courant : ${GAP.replace("De", "de").replaceAll("15/12/2026", "16/12/2026")}`,
  ]);
  const listed = (await me.call("GET", "/banking/statement-imports/")).json<{ results: { id: number }[] }>();
  await me.call("POST", `/banking/statement-imports/${listed.results.at(-1)?.id}/take-back/`);
  expect(await imported(statement("01/11/2026", "1,00", "1001,00"), first)).toEqual([
    expect.stringMatching(/^Courant : de 1 001,00 € au 01\/11\/2026 à 1 250,00 € au 16\/12\/2026/),
  ]);
});
