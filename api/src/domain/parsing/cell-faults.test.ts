import { describe, expect, test } from "vitest";
import { readBankStatement } from "./bank-statement.ts";
import { zip } from "./tables/workbook.testing.ts";

const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const row = (...cells: string[]) => `<row>${cells.join("")}</row>`;
const bookOf = (...sheets: (readonly string[])[]) => {
  const each = (written: (number: number) => string) => sheets.map((_, at) => written(at + 1)).join("");
  return zip({
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${each((at) => `<sheet name="Relevé ${at}" sheetId="${at}" r:id="rId${at}"/>`)}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${each((at) => `<Relationship Id="rId${at}" Target="worksheets/sheet${at}.xml"/>`)}</Relationships>`,
    ...Object.fromEntries(
      sheets.map((rows, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet><sheetData>${rows.join("")}</sheetData></worksheet>`,
      ]),
    ),
  });
};
const book = (...rows: string[]) => bookOf(rows);
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

describe("rows of nothing but formulas without a value are none (BANK-26, BANK-12)", () => {
  const WITH_BALANCE = row(text("Date"), text("Libellé"), text("Montant"), text("Solde"));
  const OPERATION = row(text("28/12/2026"), text("VIR A"), "<c><v>12.5</v></c>", "<c><v>112.5</v></c>");
  const ERROR = row("<c/>", "<c/>", "<c/>", `<c t="e"><f>D1+C2</f><v>#VALUE!</v></c>`);
  const NOT_COMPUTED = row("<c/>", "<c/>", "<c/>", "<c><f>D1+C2</f></c>");

  test.each([
    ["errors", ERROR],
    ["formulas that nobody has computed", NOT_COMPUTED],
  ])("a sheet that waits for its operations with %s is only a header", async (_, prefilled) => {
    const { lines, errors, rows_read, ignored } = await readBankStatement(
      bookOf([WITH_BALANCE, OPERATION, prefilled], [WITH_BALANCE, prefilled, prefilled]),
    );
    expect([lines.map(({ label }) => label), errors, rows_read, ignored]).toEqual([["VIR A"], [], 1, 0]);
  });

  test("below a title of pending operations they end nothing (BANK-24)", async () => {
    const pending = row(text("Opérations à venir"));
    const { lines } = await readBankStatement(
      book(
        WITH_BALANCE,
        OPERATION,
        pending,
        ERROR,
        row(text("30/12/2026"), text("VIR B"), "<c><v>9</v></c>"),
      ),
    );
    expect(lines.map(({ label }) => label)).toEqual(["VIR A"]);
  });

  test("beside what goes on with a label they change nothing (BANK-29)", async () => {
    const more = (balance: string) => row("<c/>", text("FACT F26000123"), "<c/>", balance);
    const evidenceOf = async (balance: string) => {
      const { lines } = await readBankStatement(
        book(WITH_BALANCE, OPERATION, more(balance), OPERATION, more(balance)),
      );
      return lines.map(({ evidence }) => evidence);
    };
    expect(await evidenceOf(`<c t="e"><v>#VALUE!</v></c>`)).toEqual(await evidenceOf("<c/>"));
  });

  test("a status that is one is not told as unknown (BANK-24)", async () => {
    const { lines, notes } = await readBankStatement(
      book(
        row(text("Date"), text("Libellé"), text("Montant"), text("Statut")),
        row(text("28/12/2026"), text("VIR A"), "<c><v>12.5</v></c>", "<c><f>A1</f></c>"),
      ),
    );
    expect([lines.length, notes]).toEqual([1, []]);
  });
});
