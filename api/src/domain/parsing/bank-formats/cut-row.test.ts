import { describe, expect, test } from "vitest";
import { readBankStatement } from "../bank-statement.ts";

const HEAD =
  "Date;Libellé;Montant\n28/12/2026;VIR A;1000,00\n29/12/2026;VIR B;24,40\n30/12/2026;VIR C;30,00\n";
const read = (end: string) => readBankStatement(Buffer.from(HEAD + end));

describe("BANK-39: a row in which a file was cut", () => {
  test.each([
    ["in its day", "31/12/20"],
    ["in its label", "31/12/2026;VIR MEGA"],
    ["before its amount", "31/12/2026;VIR MEGASCOPE;"],
    ["in its amount", "31/12/2026;VIR MEGASCOPE;12"],
    ["in its cents", "31/12/2026;VIR MEGASCOPE;1234,5"],
    ["in a cell with quotes", '31/12/2026;"VIR MEGA'],
  ])("is told with its line and no operation: %s", async (_where, end) => {
    const { lines, errors, ignored, rows_read } = await read(end);
    expect(lines).toHaveLength(3);
    expect({ ignored, rows_read }).toEqual({ ignored: 0, rows_read: 4 });
    expect(errors).toEqual([
      "Ligne 5\u00a0: la ligne est coupée, le fichier s’arrête avant sa fin. Téléchargez-le à nouveau auprès de votre banque.",
    ]);
  });

  test.each([
    ["whole, without the end of a line", "31/12/2026;VIR MEGASCOPE;12,50", 4, 0],
    ["short, with the end of a line", "31/12/2026;VIR MEGASCOPE\n", 3, 1],
    ["a footer", "FIN", 3, 1],
    ["a balance", "31/12/2026;SOLDE AU 31/12/2026", 3, 1],
  ])("is none that is %s", async (_what, end, operations, others) => {
    const { lines, errors, ignored } = await read(end);
    expect(errors).toEqual([]);
    expect({ operations: lines.length, others: ignored }).toEqual({ operations, others });
  });

  test("no amount is short of cents where a bank writes them as they come", async () => {
    const rows =
      "Date;Libellé;Montant\n28/12/2026;VIR A;1000\n29/12/2026;VIR B;24,40\n30/12/2026;VIR C;30,5\n";
    const { lines, errors } = await readBankStatement(Buffer.from(`${rows}31/12/2026;VIR D;7`));
    expect(lines).toHaveLength(4);
    expect(errors).toEqual([]);
  });

  test("the first of all operations may be the only one", async () => {
    const { lines } = await readBankStatement(Buffer.from("Date;Libellé;Montant\n28/12/2026;VIR A;1000"));
    expect(lines).toHaveLength(1);
  });
});
