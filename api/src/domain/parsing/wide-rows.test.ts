import { expect, test } from "vitest";
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
