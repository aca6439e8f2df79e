import { expect, test } from "vitest";
import { readBankStatement } from "./bank-statement.ts";

const csv = (...lines: string[]) => readBankStatement(Buffer.from(`${lines.join("\r\n")}\r\n`));
const ROWS = ["02/11/2026;VIR;;5,00", "03/11/2026;EDF;7,00;"];

test.each(["-", "–", "—", "−"])("BANK-6: %s beside the other amount is an empty cell", async (dash) => {
  const { lines, errors } = await csv(
    "Date;Libellé;Débit;Crédit",
    `02/11/2026;VIR;${dash};1234,56`,
    `03/11/2026;EDF;120,00;${dash}`,
  );
  expect([lines.map(({ amount }) => amount), errors]).toEqual([[1234_56, -120_00], []]);
});

test.each(["-;-", "-;", "--;8,00", "-;huit", "x;8,00"])("BANK-6: %s is no amount", async (cells) => {
  const { lines, errors } = await csv("Date;Libellé;Débit;Crédit", ...ROWS, `04/11/2026;VIR;${cells}`);
  expect(lines).toHaveLength(2);
  expect(errors).toEqual([expect.stringContaining("montant illisible")]);
});
