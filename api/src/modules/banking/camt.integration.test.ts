import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { camtDetails, camtEntry, camtFile } from "../../domain/parsing/bank-formats/camt.testing.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { anAccountant, LEDGER } from "./banking.testing.ts";
import { aSampleDistributor, importedStats } from "./statement.testing.ts";

let bank: TestApp;
beforeAll(async () => {
  bank = await createTestApp(LEDGER);
});
afterAll(() => bank.close());

const detail = (amount: string, name: string) =>
  `<Amt Ccy="EUR">${amount}</Amt><RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties>`;
const batch = (rest: string) => camtEntry({ reference: "2026100500001", rest });
const total = batch("<AddtlNtryInf>REMISE DE VIREMENTS</AddtlNtryInf>");
const opened = batch(camtDetails(detail("5.00", "BIJOU"), detail("7.00", "MIRAGE")));

describe("BANK-20: a statement and a notification of the same money", () => {
  test.each([
    ["the statement first", [camtFile(total), camtFile(opened, { message: "054" })], [1, 0]],
    ["the notification first", [camtFile(opened, { message: "054" }), camtFile(total)], [2, 0]],
    ["on another account", [camtFile(total), camtFile(opened, { iban: "DE89370400440532013000" })], [1, 2]],
  ])("%s", async (_, files, imported) => {
    const me = await anAccountant(bank);
    const found: number[] = [];
    for (const file of files) found.push((await importedStats(me, "releve.xml", file)).imported);
    expect(found).toEqual(imported);
  });
});

test("a structured reference letters its invoice, whatever the file is called", async () => {
  const me = await aSampleDistributor(bank);
  const rest = camtDetails(
    `<RltdPties><Dbtr><Pty><Nm>SARL BEFFROI CINES</Nm></Pty></Dbtr></RltdPties><RmtInf><Strd><CdtrRefInf><Ref>F26000123</Ref></CdtrRefInf></Strd></RmtInf>`,
  );
  const file = camtFile(camtEntry({ amount: "2897.31", date: "<Dt>2026-12-28</Dt>", rest }));
  expect(await importedStats(me, "releve.txt", file)).toMatchObject({
    bank: "Banque des Deux Rives",
    file_format: "camt.053",
    imported: 1,
    auto_reconciled: 1,
    invoices_paid: 1,
  });
});

test("BANK-29: what the bank tells beside the label is kept with the line, and the same file brings nothing more", async () => {
  const me = await anAccountant(bank);
  const rest = camtDetails(
    `<Refs><EndToEndId>VIR-77</EndToEndId></Refs><RltdPties><Dbtr><Pty><Nm>SARL "BEFFROI" CINÉS</Nm></Pty></Dbtr></RltdPties>`,
  );
  const file = camtFile(camtEntry({ rest }) + camtEntry({ amount: "13.00" }));
  expect((await importedStats(me, "releve.xml", file)).imported).toBe(2);
  const evidence = async (): Promise<unknown[]> =>
    (
      await bank.owner.query<{ evidence: unknown }>(
        "select evidence from bank_transaction where distributor_id = $1 order by id",
        [me.distributorId],
      )
    ).rows.map((row) => row.evidence);
  expect(await evidence()).toEqual([{ party_name: 'SARL "BEFFROI" CINÉS', end_to_end_id: "VIR-77" }, null]);
  // Lines of before this was kept have none, and are known all the same.
  await bank.owner.query("update bank_transaction set evidence = null where distributor_id = $1", [
    me.distributorId,
  ]);
  expect(await importedStats(me, "releve.xml", file)).toMatchObject({ imported: 0, duplicates: 2 });
  expect(await evidence()).toEqual([null, null]);
});
