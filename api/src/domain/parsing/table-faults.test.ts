import { describe, expect, test } from "vitest";
import { readBankStatement } from "./bank-statement.ts";
import { csvRows } from "./tables/csv-rows.ts";
import { workbookOf } from "./tables/workbook.testing.ts";

const csv = (...lines: string[]) => readBankStatement(Buffer.from(lines.join("\r\n")));

test("a line that is longer than any row is read as one without cells, before its cells are counted", () => {
  const rows = csvRows(`Date;Libellé;Montant\n${";".repeat(200_000)}\n28/12/2026;VIR A;1,00`, ";");
  expect(rows.map(({ line, cells }) => [line, cells])).toEqual([
    [1, ["Date", "Libellé", "Montant"]],
    [2, [""]],
    [3, ["28/12/2026", "VIR A", "1,00"]],
  ]);
});

test("text below the last operation is no operation (BANK-24)", async () => {
  const { lines, errors } = await csv(
    "Date;Libellé;Montant",
    "28/12/2026;VIR;1,00",
    "Document sans valeur contractuelle;;",
    "FIN;;",
  );
  expect([lines.length, errors]).toEqual([1, []]);
});

test("text between operations is still told as a line that cannot be read", async () => {
  const rows = Array.from({ length: 9 }, () => "28/12/2026;VIR;1,00");
  const { errors } = await csv("Date;Libellé;Montant", "hier;VIR;", ...rows);
  expect(errors).toHaveLength(1);
});

test("a balance that breaks is told, and its lines are read (BANK-25)", async () => {
  const { lines, notes } = await csv(
    "Date;Libellé;Montant;Solde",
    "28/12/2026;VIR A;10,00;10,00",
    "29/12/2026;VIR B;5,00;20,00",
  );
  expect(lines).toHaveLength(2);
  expect(notes?.map((note) => note.replace(/[\u00a0\u202f]/g, " "))).toEqual([
    "Ligne 3 : après l’opération du 29/12/2026 (5,00 €), le solde devrait être de 15,00 €, le fichier indique 20,00 €.",
  ]);
});

describe("a workbook of several sheets (BANK-26)", () => {
  const HEADER = ["Date", "Libellé", "Montant"];
  const row = (label: string) => ["28/12/2026", label, 1];

  test("is read whole, but what one does not see and what is no statement", async () => {
    const book = await workbookOf([
      { name: "Lisez-moi", rows: [["Bonjour"]] },
      { name: "Novembre", rows: [HEADER, row("VIR A"), row("VIR B")] },
      { name: "Décembre", rows: [HEADER, row("VIR C")] },
      { name: "Cachée", rows: [HEADER, row("VIR D")], isHidden: true },
    ]);
    const { lines } = await readBankStatement(book);
    expect(lines.map(({ label }) => label)).toEqual(["VIR A", "VIR B", "VIR C"]);
  });

  test("names the sheet of a line that cannot be read", async () => {
    const book = await workbookOf([
      { name: "Novembre", rows: [HEADER, row("VIR A")] },
      { name: "Décembre", rows: [HEADER, row("VIR C"), row("VIR D"), ["28/12/2026", "VIR", "1,OO"]] },
    ]);
    const { errors } = await readBankStatement(book);
    expect(errors).toEqual([
      "Feuille Décembre\u00a0: Ligne 4\u00a0: montant illisible («\u00a01,OO\u00a0»).",
    ]);
  });
});

describe("what operations cost, in a column of its own (BANK-7)", () => {
  const read = async (header: string, ...rows: string[]) => {
    const { lines, notes = [] } = await csv(header, ...rows);
    return [lines.map(({ amount }) => amount), notes.map((note) => note.replace(/[\u00a0\u202f]/g, " "))];
  };
  const HEADER = "Type,Started Date,Completed Date,Description,Amount,Fee,Currency,State";
  const row = (fee: string) =>
    `TRANSFER,2026-11-02 10:00:00,2026-11-02 10:00:01,To EDF,-50.00,${fee},EUR,COMPLETED`;

  test("is in no amount, and that is told", async () => {
    expect(await read(HEADER, row("0.50"), row("0.00"), row("-0.25"))).toEqual([
      [-50_00, -50_00, -50_00],
      [
        "La colonne « Fee » indique 0,75 de frais en tout (2 opérations), qui ne sont pas ajoutés aux montants importés : vérifiez s’ils y sont déjà compris.",
      ],
    ]);
  });

  test("is not told where nothing is, or where the amount is net", async () => {
    expect(await read(HEADER, row("0.00"), row(""))).toEqual([[-50_00, -50_00], []]);
    expect(await read("Date;Libellé;Frais;Montant net", "28/12/2026;VIR;0,50;9,50")).toEqual([[9_50], []]);
  });
});

describe("fees beside the amounts (BANK-7)", () => {
  const HEADER = "Type,Completed Date,Description,Amount,Fee,Currency,State,Balance";
  const notesOf = async (...rows: string[]) => {
    const { notes = [] } = await readBankStatement(Buffer.from([HEADER, ...rows, ""].join("\n")));
    return notes.map((note) => note.replaceAll("\u00a0", " ")).filter((note) => note.includes("frais"));
  };
  const ROWS = [
    "TRANSFER,2026-12-27 10:00:00,From REX,50.00,0.00,EUR,COMPLETED,950.00",
    "TRANSFER,2026-12-28 10:00:00,To LABO,-100.00,0.20,EUR,COMPLETED,849.80",
    "TRANSFER,2026-12-29 10:00:00,From LUX,10.00,0.00,EUR,COMPLETED,859.80",
  ] as const;
  const MISSING =
    "La colonne « Fee » indique 0,20 de frais en tout (1 opération), qui manquent dans les montants importés : le solde du fichier les compte en plus.";
  const DOUBTFUL =
    "La colonne « Fee » indique 0,20 de frais en tout (1 opération), qui ne sont pas ajoutés aux montants importés : vérifiez s’ils y sont déjà compris.";

  test("are missing in them where the balances say so, from the oldest or from the newest on", async () => {
    expect(await notesOf(...ROWS)).toEqual([MISSING]);
    expect(await notesOf(...ROWS.toReversed())).toEqual([MISSING]);
  });

  test.each([
    ["the first operation alone has one", ROWS.slice(1)],
    ["a balance follows nothing", [...ROWS, "FEE,2026-12-30 10:00:00,Plan,-5.00,0.00,EUR,COMPLETED,1.00"]],
    ["a balance is missing", [...ROWS, "FEE,2026-12-30 10:00:00,Plan,-5.00,0.00,EUR,COMPLETED,"]],
  ])("are asked about where %s", async (_, rows) => {
    expect(await notesOf(...rows)).toEqual([DOUBTFUL]);
  });
});
