import { describe, expect, test } from "vitest";
import { readBankStatement } from "./bank-statement.ts";
import { zip } from "./tables/workbook.testing.ts";

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const row = (...cells: string[]) => `<row>${cells.join("")}</row>`;
const book = (...rows: string[]) =>
  zip({
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="Relevé" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${rows.join("")}</sheetData></worksheet>`,
  });
const HEADER = row(text("Date"), text("Libellé"), text("Débit"), text("Crédit"));
const GOOD = row(text("28/12/2026"), text("VIR A"), "<c/>", "<c><v>12.5</v></c>");
const read = (...rows: string[]) => readBankStatement(book(HEADER, GOOD, ...rows));

describe("an amount of a workbook without its value (BANK-5)", () => {
  test.each([
    ["an error", `<c t="e"><v>#REF!</v></c>`, "#REF!"],
    ["the error of a formula", `<c t="e"><f>A1*Z9</f><v>#REF!</v></c>`, "#REF!"],
    ["a formula that nobody has computed", "<c><f>A1*2</f></c>", "formule sans valeur"],
  ])("is an error of its line: %s", async (_, cell, shown) => {
    const reading = await read(row(text("29/12/2026"), text("VIR B"), "<c/>", cell));
    expect(reading.lines.map(({ label }) => label)).toEqual(["VIR A"]);
    expect(reading.errors.map((error) => error.replaceAll("\u00a0", " "))).toEqual([
      `Ligne 3 : montant illisible (« ${shown} »).`,
    ]);
  });

  test.each([
    ["a formula with its value", "<c><f>A1*2</f><v>3</v></c>", [12_50, 3_00]],
    ["a formula that gives no text", `<c t="str"><f>IF(1,"")</f><v></v></c>`, [12_50]],
  ])("is none of %s", async (_, cell, amounts) => {
    const { lines, errors } = await read(row(text("29/12/2026"), text("VIR B"), "<c/>", cell));
    expect([lines.map(({ amount }) => amount), errors]).toEqual([amounts, []]);
  });

  test("elsewhere in a row says nothing, nor changes what it is known by", async () => {
    const of = async (label: string) =>
      (await read(row(text("29/12/2026"), label, "<c/>", "<c><v>3</v></c>"))).lines.map(
        ({ label: own, fingerprint }) => [own, fingerprint],
      );
    expect(await of(`<c t="e"><v>#N/A</v></c>`)).toEqual(await of("<c/>"));
  });
});
