import { describe, expect, test } from "vitest";
import { readBankStatement } from "../bank-statement.ts";
import { TOO_MANY_ROWS, UnreadableTable } from "../tables/file-row.ts";
import { zip } from "../tables/workbook.testing.ts";
import { xlsxSheets } from "../tables/xlsx-rows.ts";
import { balance } from "./cfonb120.testing.ts";
import { camtDetails, camtEntry, camtFile } from "./camt.testing.ts";

const csv = (...lines: string[]) => ["Date;Libellé;Montant", ...lines].join("\n");
const [one, two, three] = [
  "05/10/2026;VIR UN;1,00",
  "06/10/2026;VIR DEUX;2,00",
  "07/10/2026;VIR TROIS;3,00",
] as const;
const refusal = async (bytes: Buffer): Promise<string> => {
  const error = await readBankStatement(bytes).catch((thrown: unknown) => thrown);
  if (!(error instanceof UnreadableTable)) throw new Error("the archive was not refused");
  return error.message;
};

describe("BANK-22: an archive", () => {
  test("brings all its statements, and what two of them tell under one fingerprint", async () => {
    const reading = await readBankStatement(
      zip({
        "octobre/a.csv": csv(one, two),
        "octobre/b.txt": csv(two, three),
        "c.xml": camtFile(camtEntry()),
        "__MACOSX/octobre/._a.csv": "x",
        "lisez-moi.pdf": "%PDF",
      }),
    );
    expect(reading).toMatchObject({
      bank: "Banque des Deux Rives",
      rows_read: 5,
      ignored: 0,
      errors: [],
      period_start: "2026-10-05",
      period_end: "2026-10-07",
      notes: ["lisez-moi.pdf\u00a0: ce fichier n’est pas un relevé, il n’a pas été lu."],
    });
    expect(reading.lines).toHaveLength(5);
    expect(new Set(reading.lines.map((line) => line.fingerprint)).size).toBe(4);
  });

  test("with a statement and a notification of the same money brings it once (BANK-20)", async () => {
    const reference = "2026100500001";
    const transfer = (amount: string) => `<Amt Ccy="EUR">${amount}</Amt>`;
    const rest = camtDetails(transfer("5.00"), transfer("7.00"));
    const reading = await readBankStatement(
      zip({
        "a.xml": camtFile(camtEntry({ reference })),
        "b.xml": camtFile(camtEntry({ reference, rest }), { message: "054" }),
      }),
    );
    expect(reading).toMatchObject({ rows_read: 3, ignored: 2, lines: [{ amount: 12_00 }] });
  });

  test.each([
    ["a table", csv()],
    ["a table with a total", csv("Total;;0,00")],
    ["a CAMT file", camtFile("")],
  ])("with a statement on which nothing moved brings the others, and tells it: %s", async (_, content) => {
    const { lines, notes } = await readBankStatement(
      zip({ "a.csv": csv(one), "livret.txt": content, "c.csv": csv(two) }),
    );
    expect(lines.map(({ label }) => label)).toEqual(["VIR UN", "VIR DEUX"]);
    expect(notes).toEqual(["livret.txt\u00a0: Le fichier ne contient aucune opération."]);
    expect(await refusal(zip({ "livret.csv": content }))).toBe(
      "livret.csv\u00a0: Le fichier ne contient aucune opération.",
    );
  });

  test("of many long statements is refused before all of them are read", async () => {
    const long = balance("01", "011226", 0).repeat(60_000);
    const parts = { "a.cfo": long, "b.cfo": long, "c.csv": "Bonjour" };
    expect(await refusal(zip(parts))).toBe(TOO_MANY_ROWS);
  });

  test("of workbooks inflates all their parts within one limit, also a part that several sheets name", async () => {
    const bookOf = (...sheets: string[]) =>
      zip({
        "xl/workbook.xml": `<workbook xmlns:r="r"><sheets>${sheets.map((id) => `<sheet name="${id}" r:id="${id}"/>`).join("")}</sheets></workbook>`,
        "xl/_rels/workbook.xml.rels": `<Relationships>${sheets.map((id) => `<Relationship Id="${id}" Target="s.xml"/>`).join("")}</Relationships>`,
        "xl/s.xml": `<worksheet><sheetData>${" ".repeat(10_000)}</sheetData></worksheet>`,
      });
    const budget = { left: 25_000 };
    for (const _ of ["first", "second"]) await xlsxSheets(bookOf("1"), budget);
    await expect(xlsxSheets(bookOf("1"), budget)).rejects.toThrow(/trop volumineux une fois décompressé/);
    await expect(xlsxSheets(bookOf("1", "2", "3"), { left: 25_000 })).rejects.toThrow(UnreadableTable);
  });

  test.each([
    [
      "a file that makes no sense",
      { "a.csv": csv(one), "b.csv": "Bonjour" },
      /^b\.csv\u00a0: Format de relevé non reconnu/,
    ],
    ["no statement", { "a.pdf": "%PDF" }, /^L’archive ZIP ne contient aucun relevé\.$/],
    ["an archive in it", { "a.zip": zip({ "a.csv": csv(one) }).toString("latin1") }, /^a\.zip\u00a0: /],
    ["too much in it", { "a.csv": "A".repeat(41 * 1024 * 1024) }, /trop volumineuse une fois décompressée/],
    [
      "too many files",
      Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`${index}.csv`, csv(one)])),
      /plus de 50 fichiers/,
    ],
  ])("with %s is refused with its sentence", async (_, parts, sentence) => {
    expect(await refusal(zip(parts))).toMatch(sentence);
  });
});
