import { describe, expect, test } from "vitest";
import { readBankStatement } from "./bank-statement.ts";
import { statementTables } from "./statement-tables.ts";
import { workbook } from "./tables/workbook.testing.ts";

const csv = (...lines: string[]) => readBankStatement(Buffer.from(lines.join("\r\n")));
const amountsOf = async (...lines: string[]) => (await csv(...lines)).lines.map(({ amount }) => amount);
const plain = (text: string | undefined) => text?.replace(/[\u00a0\u202f]/g, " ");

const HEADER = "Date;Libellé;Montant;Sens";

test.each([
  ["DBIT", "CRDT"],
  ["dbit", "crdt"],
  ["Débiteur", "Créditeur"],
  ["DEBITEUR", "CREDITEUR"],
  ["Sortie", "Entrée"],
  ["\u2212", "+"],
  ["De\u0301bit", "Cre\u0301dit"],
])("BANK-7: %s is a debit, %s a credit", async (debit, credit) => {
  const rows = [`28/12/2026;EDF;40,00;${debit}`, `28/12/2026;VIR;10,00;${credit}`];
  expect(await amountsOf(HEADER, ...rows)).toEqual([-40_00, 10_00]);
});

const UNSIGNED = Array.from({ length: 10 }, (_, day) => `${day + 10}/12/2026;PRLV;10,00;D`);

test("one debit with a minus among others without takes a debit back, and that is told", async () => {
  const { lines, notes } = await csv(HEADER, ...UNSIGNED, "28/12/2026;ANNULATION PRLV;-10,00;D");
  expect(lines.map(({ amount }) => amount)).toEqual([...UNSIGNED.map(() => -10_00), 10_00]);
  expect(notes?.map(plain)).toEqual([
    "1 débit sur 11 n’a pas le signe des autres (ligne 12) : il est compté comme un encaissement.",
  ]);
});

test("several debits of the other sign are told with the first lines of them", async () => {
  const signed = Array.from({ length: 8 }, () => "27/12/2026;PRLV;-10,00;D");
  const { notes } = await csv(HEADER, ...signed, ...UNSIGNED.slice(0, 6));
  expect(notes?.map(plain)).toEqual([
    "6 débits sur 14 n’ont pas le signe des autres (lignes 10, 11, 12, 13, 14…) : ils sont comptés comme des encaissements.",
  ]);
});

test("a word that says nothing is told with its line, and never taken for a receipt", async () => {
  const { lines, errors } = await csv(HEADER, ...UNSIGNED, "28/12/2026;EDF;40,00;X", "28/12/2026;VIR;5,00;C");
  expect(lines.map(({ amount }) => amount)).toEqual([...UNSIGNED.map(() => -10_00), 5_00]);
  expect(errors.map(plain)).toEqual(["Ligne 12 : sens inconnu (« X »)."]);
});

test("a file of such words is refused, for a person to say what they mean", async () => {
  const file = csv(HEADER, "27/12/2026;EDF;40,00;AF", "28/12/2026;VIR;5,00;BIJ");
  await expect(file).rejects.toMatchObject({
    message: "Ligne 2\u00a0: sens inconnu («\u00a0AF\u00a0»).",
    mendedBy: "columns",
  });
});

test("such words mean nothing where the amounts have their signs", async () => {
  const { lines, errors } = await csv(HEADER, "27/12/2026;EDF;-40,00;AF", "28/12/2026;VIR;5,00;BIJ");
  expect([lines.map(({ amount }) => amount), errors]).toEqual([[-40_00, 5_00], []]);
  const known = await csv(HEADER, "27/12/2026;EDF;-40,00;D", "28/12/2026;VIR;5,00;BIJ");
  expect([known.lines.map(({ amount }) => amount), known.errors]).toEqual([[-40_00, 5_00], []]);
});

test("nor beside a debit and a credit of their own", async () => {
  const rows = ["27/12/2026;EDF;40,00;;?", "28/12/2026;VIR;;5,00;?"];
  expect(await amountsOf("Date;Libellé;Débit;Crédit;Sens", ...rows)).toEqual([-40_00, 5_00]);
});

test("a debit beside an amount without a sign says which way it goes", async () => {
  const rows = ["27/12/2026;EDF;40,00;40,00;", "28/12/2026;VIR;5,00;;5,00", "28/12/2026;VIR;7,00;;"];
  expect(await amountsOf("Date;Libellé;Montant;Débit;Crédit", ...rows)).toEqual([-40_00, 5_00, 7_00]);
});

test("an amount that has its sign stays as it is beside them", async () => {
  const rows = ["27/12/2026;EDF;-40,00;40,00;", "28/12/2026;VIR;5,00;0,00;5,00", "28/12/2026;TPE;5,00;oui;"];
  expect(await amountsOf("Date;Libellé;Montant;Débit;Crédit", ...rows)).toEqual([-40_00, 5_00, 5_00]);
});

test("a receipt that a debit contradicts is told with its line", async () => {
  const rows = ["27/12/2026;EDF;40,00;41,00;", "28/12/2026;VIR;5,00;;5,00"];
  const { lines, errors } = await csv("Date;Libellé;Montant;Débit;Crédit", ...rows);
  expect(lines.map(({ amount }) => amount)).toEqual([5_00]);
  expect(errors.map(plain)).toEqual([
    "Ligne 2 : le montant (« 40,00 ») contredit le débit ou le crédit de la ligne.",
  ]);
});

describe("a column of the sense under a name that is not known", () => {
  test.each([
    ["Type", ["Date;Type;Libellé;Montant", "02/11/2026;Débit;EDF;5,00", "03/11/2026;Crédit;REX;7,00"]],
    [
      "Type, in English",
      ["Date,Description,Amount,Type", "2026-11-02,EDF,5.00,DEBIT", "2026-11-03,REX,7.00,CREDIT"],
    ],
    ["letters", ["Date;Libellé;Montant;X", "02/11/2026;EDF;5,00;D", "03/11/2026;REX;7,00;C"]],
    ["signs", ["Date;Libellé;Montant;+/-", "02/11/2026;EDF;5,00;-", "03/11/2026;REX;7,00;+"]],
    ["its own name", ["Date;Libellé;Montant;Sens (D/C)", "02/11/2026;EDF;5,00;D", "03/11/2026;REX;7,00;C"]],
    [
      "one that completes the label",
      ["Date;Libellé;Montant;Détail", "02/11/2026;EDF;5,00;Débit", "03/11/2026;REX;7,00;Crédit"],
    ],
  ])("says which way money goes where no amount has a sign (BANK-7): %s", async (_, rows) => {
    expect(await amountsOf(...rows)).toEqual([-5_00, 7_00]);
  });

  test("is found in the last row, too, and in a workbook", async () => {
    const credits = Array.from({ length: 80 }, () => ["03/11/2026", "Crédit", "REX", 7]);
    const rows = [["Date", "Type", "Libellé", "Montant"], ...credits, ["04/11/2026", "Débit", "EDF", 5]];
    expect((await csv(...rows.map((row) => row.join(";")))).lines.at(-1)?.amount).toBe(-5_00);
    expect((await readBankStatement(await workbook(rows))).lines.at(-1)?.amount).toBe(-5_00);
  });

  test("stays the one layout of its bank, whether a month has debits or not (BANK-11)", async () => {
    const credit = "03/11/2026;Crédit;REX;7,00";
    const [one, other] = await Promise.all([
      csv("Date;Type;Libellé;Montant", credit),
      csv("Date;Type;Libellé;Montant", credit, "04/11/2026;Débit;EDF;5,00"),
    ]);
    expect(one.sources[0]?.name).toBe(other.sources[0]?.name);
  });

  test.each([
    ["amounts have their signs", ["Type", "02/11/2026;EDF;-5,00;Débit", "03/11/2026;REX;7,00;Crédit"]],
    ["it says something else, too", ["Catégorie", "02/11/2026;REX;5,00;D", "03/11/2026;REX;7,00;Cinéma"]],
    ["it stands for nothing", ["Note", "02/11/2026;REX;5,00;-", "03/11/2026;REX;7,00;-"]],
    ["its letters are no two sides", ["Catégorie", "02/11/2026;REX;5,00;D", "03/11/2026;REX;7,00;S"]],
  ])("says nothing where %s", async (_, [name, ...rows]) => {
    const amounts = rows.map((row) => Math.round(Number(row.split(";")[2]?.replace(",", ".")) * 100));
    expect(await amountsOf(`Date;Libellé;Montant;${name}`, ...rows)).toEqual(amounts);
  });

  test.each([
    [
      "words beside others",
      ["02/11/2026;EDF;5,00;Débit", "03/11/2026;REX;7,00;Crédit", "04/11/2026;REX;7,00;Divers"],
    ],
    ["letters that may mean both", ["02/11/2026;EDF;5,00;A", "03/11/2026;REX;7,00;D"]],
  ])("is asked about where it cannot be taken: %s", async (_, rows) => {
    await expect(csv("Date;Libellé;Montant;Type", ...rows)).rejects.toMatchObject({
      message: expect.stringMatching(
        /^Les montants de ce fichier n’ont pas de signe, et sa colonne 4/,
      ) as string,
      mendedBy: "columns",
    });
  });

  test("is what a person is shown who corrects the columns (BANK-30)", async () => {
    const rows = ["Date;Type;Libellé;Montant", "02/11/2026;Débit;EDF;5,00", "03/11/2026;Crédit;REX;7,00"];
    const [table] = await statementTables(Buffer.from(rows.join("\n")), []);
    expect(table?.choice).toMatchObject({ amount: 3, sense: 1 });
  });
});
