import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { anAccountant, LEDGER } from "./banking.testing.ts";
import { zip } from "../../domain/parsing/tables/workbook.testing.ts";
import { importedStats } from "./statement.testing.ts";

let bank: TestApp;
beforeAll(async () => {
  bank = await createTestApp(LEDGER);
});
afterAll(() => bank.close());

const one = (reference: string, amount: string, more = "") =>
  `<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261202<TRNAMT>${amount}<FITID>${reference}<NAME>VIR CINE REX${more}</STMTTRN>`;
const of = (reference: string, action: string) => `<CORRECTFITID>${reference}<CORRECTACTION>${action}`;
const ofx = (...operations: string[]) =>
  `OFXHEADER:100\r\n\r\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>30003<ACCTID>FR7630003000200005432100044</BANKACCTFROM><BANKTRANLIST>${operations.join("")}</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;
const told = (what: string) =>
  `Ligne 5\u00a0: la banque ${what} celle de référence «\u00a0A8\u00a0», importée par un autre fichier\u00a0: écartez-la.`;

describe("BANK-27: an operation that its bank corrects in a later file that gives it again", () => {
  test.each([
    ["replaced", one("A9", "330.00", of("A8", "REPLACE")), 1, told("remplace par cette opération")],
    [
      "replaced by other words alone",
      one("A9", "300.00", of("A8", "REPLACE")).replace("REX", "RIO"),
      1,
      told("remplace par cette opération"),
    ],
    ["taken out", `${one("A9", "0.00", of("A8", "DELETE"))}${one("B1", "5.00")}`, 1, told("supprime")],
  ])("is told when it is %s and here already", async (_, correction, imported, note) => {
    const me = await anAccountant(bank);
    expect(await importedStats(me, "a.ofx", ofx(one("A7", "7.00"), one("A8", "300.00")))).toMatchObject({
      imported: 2,
    });
    const later = ofx(`${one("A7", "7.00")}\n${one("A8", "300.00")}\n${correction}`);
    expect(await importedStats(me, "b.ofx", later)).toMatchObject({ imported, notes: [note] });
  });

  test("is told also where it is in another currency than its account (BANK-38)", async () => {
    const me = await anAccountant(bank);
    await importedStats(me, "euros.ofx", ofx(one("A1", "1.00")));
    const inDollars = (...operations: string[]) => ofx(...operations).replace("<CURDEF>EUR", "<CURDEF>USD");
    await importedStats(me, "a.ofx", inDollars(one("A8", "300.00")));
    const later = inDollars(`\n${one("A8", "300.00")}\n${one("A9", "330.00", of("A8", "REPLACE"))}`);
    expect((await importedStats(me, "b.ofx", later)).notes).toContain(told("remplace par cette opération"));
  });

  test("is told once, and not where it is here from no other file", async () => {
    const me = await anAccountant(bank);
    const file = ofx(`${one("A8", "300.00")}\n\n${one("A9", "330.00", of("A8", "REPLACE"))}`);
    const stats = await importedStats(me, "b.ofx", file);
    expect([stats.imported, stats.notes ?? []]).toEqual([1, []]);
    await importedStats(me, "a.ofx", ofx(one("A8", "300.00")));
    expect((await importedStats(me, "b.ofx", file)).notes ?? []).toEqual([]);
  });

  test("is told when another file of its archive brings it", async () => {
    const me = await anAccountant(bank);
    const later = ofx(`${one("A8", "300.00")}\n\n${one("A9", "330.00", of("A8", "REPLACE"))}`);
    const archive = zip({ "a.ofx": ofx(one("A8", "300.00")), "b.ofx": later });
    expect(await importedStats(me, "a.zip", archive)).toMatchObject({
      imported: 2,
      notes: [`b.ofx\u00a0: ${told("remplace par cette opération")}`],
    });
  });
});
