import { describe, expect, test } from "vitest";
import { readBankStatement } from "./bank-statement.ts";

const csv = (...lines: string[]) => readBankStatement(Buffer.from(lines.join("\r\n")));
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");
const WIDE =
  "Ligne 4 : une virgule coupe un montant ou un libellé de la ligne, qui a plus de cellules que le fichier n’a de colonnes. Téléchargez le relevé avec un autre séparateur.";

test.each([
  ["a decimal mark", "Date,Libellé,Montant", "18/11/2026,VIR X,1250,50"],
  ["a mark of thousands", "Date,Libellé,Montant", "18/11/2026,VIR X,1,250.50"],
  ["a decimal mark of a debit", "Date,Libellé,Débit,Crédit", "18/11/2026,EDF,12,75,"],
  ["a decimal mark of a credit", "Date,Libellé,Débit,Crédit", "18/11/2026,VIR,,12,75"],
  ["thousands of a credit", "Date,Libellé,Débit,Crédit", "18/11/2026,VIR,,1,250.50"],
  ["a decimal mark before a reference", "Date,Libellé,Montant,Référence", "18/11/2026,VIR,12,75,R1"],
])("BANK-6: %s that is also the separator is told", async (_, header, row) => {
  const whole = header.includes("Débit") ? '17/11/2026,VIR,,"5,00"' : '17/11/2026,VIR,"5,00"';
  const { lines, errors } = await csv(header, whole, whole, row);
  expect(errors.map(plain)).toEqual([WIDE]);
  expect(lines.map(({ amount }) => amount)).toEqual([5_00, 5_00]);
});

test.each([
  ["Date,Libellé,Montant", "18/11/2026,VIR,12,,,", 12_00],
  ["Date,Libellé,Débit,Crédit", "18/11/2026,EDF,12,0,", -12_00],
  ["Date,Libellé,Montant,Solde", "18/11/2026,VIR,12,50,", 12_00],
  ["Date,Montant,Libellé", "18/11/2026,12.50,VIR REX, CINES", 12_50],
  ["Date;Libellé;Montant", "18/11/2026;VIR;12,50;relu", 12_50],
])("a row of %s that is wider and cut nowhere else is read: %s", async (header, row, expected) => {
  const { lines, errors } = await csv(header, row);
  expect([lines.map(({ amount }) => amount), errors]).toEqual([[expected], []]);
});

const SHIFTED = (line: number) =>
  `Ligne ${line} : un séparateur coupe un libellé de la ligne, qui a plus de cellules que le fichier n’a de colonnes. Mettez ce libellé entre guillemets, ou téléchargez le relevé dans un autre format.`;

test.each([
  ["Date;Libellé;Débit;Crédit", "17/11/2026;VIR;;5,00", "02/11/2026;VIR REX; 47;;310,00"],
  ["Date;Libellé;Débit;Crédit;", "17/11/2026;VIR;;5,00;", "02/11/2026;VIR REX; 47;;310,00;"],
  ["Date|Libellé|Montant", "17/11/2026|VIR|5,00", "02/11/2026|VIR REX|47|310,00"],
  ["Date;Libellé;Montant", "17/11/2026;VIR;5", "02/11/2026;VIR REX;47;310"],
  ["Date,Libellé,Montant", '17/11/2026,VIR,"5,00"', "02/11/2026,VIR REX,47.10,310.00"],
])("BANK-6: a label of %s that is cut in two is told: %s, %s", async (header, whole, cut) => {
  const { lines, errors } = await csv(header, whole, whole, cut, whole);
  expect(errors.map(plain)).toEqual([SHIFTED(4)]);
  expect(lines.map(({ amount }) => amount)).toEqual([5_00, 5_00, 5_00]);
});

test("a file of one such row is refused with what is wrong", async () => {
  const refused = csv("Date;Libellé;Débit;Crédit", "02/11/2026;VIR REX; 47;;310,00");
  await expect(refused).rejects.toThrow(/^Ligne 2\u00a0: un séparateur coupe un libellé/);
});

test("a column of amounts without a name is none of it", async () => {
  const rows = ["17/11/2026;VIR;;5,00;105,00", "18/11/2026;EDF;7,00;;98,00", "19/11/2026;VIR;;1,00;99,00"];
  const { lines, errors } = await csv("Date;Libellé;Débit;Crédit", ...rows);
  expect([lines.map(({ amount }) => amount), errors]).toEqual([[5_00, -7_00, 1_00], []]);
});

describe("a column of balances without a name whose cell the header has", () => {
  const HEADER = "Date;Libellé;Débit;Crédit;";
  const read = async (...rows: string[]) => {
    const { lines, errors } = await csv(HEADER, ...rows);
    return [lines.map(({ amount }) => amount), errors.map(plain)];
  };

  test("is none of it in a file of one operation or two", async () => {
    const rows = ["27/11/2026;A;;10,00;1000,00", "28/11/2026;B;4,50;;995,50"];
    expect(await read(...rows.slice(0, 1))).toEqual([[10_00], []]);
    expect(await read(...rows)).toEqual([[10_00, -4_50], []]);
  });

  test("is none of it where some operations have a balance", async () => {
    const rows = ["1,00;", "2,00;103,00", "3,00;", "4,00;", "5,00;115,00"];
    expect(await read(...rows.map((end) => `27/11/2026;VIR;;${end}`))).toEqual([
      [1_00, 2_00, 3_00, 4_00, 5_00],
      [],
    ]);
  });

  test("is one for amounts without cents, too, where most have a balance", async () => {
    const rows = ["1,50;101,50", "2,00;103,50", "3;106,50"];
    expect(await read(...rows.map((end) => `27/11/2026;VIR;;${end}`))).toEqual([[1_50, 2_00, 3_00], []]);
  });

  test.each(["VIR REX; 47;;310,00", "VIR REX;47,00;;310,00;"])(
    "hides no label that is cut: %s",
    async (cut) => {
      const whole = "17/11/2026;VIR;;5,00;";
      expect(await read(whole, whole, `02/11/2026;${cut}`)).toEqual([[5_00, 5_00], [SHIFTED(4)]]);
    },
  );
});

test.each(["12,50;relu le 3", "12,50;1234", "12,50;03/11/2026", "12,50;;"])(
  "a remark behind an amount is none of it: %s",
  async (end) => {
    const { lines, errors } = await csv(
      "Date;Libellé;Montant",
      "17/11/2026;VIR;5,00",
      `18/11/2026;VIR;${end}`,
    );
    expect([lines.map(({ amount }) => amount), errors]).toEqual([[5_00, 12_50], []]);
  },
);
