import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readBankStatement } from "./bank-statement.ts";
import { UnreadableTable } from "./tables/file-row.ts";
import { workbook } from "./tables/workbook.testing.ts";

const fixture = (name: string): Buffer => readFileSync(new URL(`./fixtures/${name}`, import.meta.url));
const csv = (...lines: string[]) => readBankStatement(Buffer.from(lines.join("\r\n")));
const one = async (...lines: string[]) => (await csv(...lines)).lines[0];
const refusal = async (bytes: Buffer | string): Promise<string> => {
  const error = await readBankStatement(Buffer.from(bytes)).catch((thrown: unknown) => thrown);
  if (!(error instanceof UnreadableTable)) throw new Error("the statement was not refused");
  return error.message;
};
const UNKNOWN =
  "Format de relevé non reconnu. Colonnes attendues : date, libellé et montant (ou débit/crédit).";

describe("BANK-6: amounts of three decimals", () => {
  const amounts = async (...cells: string[]) =>
    (await csv("Date;Libellé;Montant", ...cells.map((cell) => `28/12/2026;VIR;${cell}`))).lines.map(
      ({ amount }) => amount,
    );
  test("are read by what stands beside them, whichever line tells it", async () => {
    expect(await amounts("12,500", "100,000", "7,25")).toEqual([1250, 10_000, 725]);
    expect(await amounts("500,00", "1.234")).toEqual([50_000, 123_400]);
  });

  test("debits, credits and balances of a table tell one another", async () => {
    const { lines, balances } = await csv(
      "Date,Libellé,Débit,Crédit,Solde",
      "28/12/2026,PRLV,50.500,,949.50",
      "29/12/2026,VIR,,100.000,1049.50",
    );
    expect(lines.map(({ amount }) => amount)).toEqual([-5050, 10_000]);
    expect(balances).toMatchObject([{ amount: 100_000 }, { amount: 104_950 }]);
  });

  test("of which nothing tells what they are, nothing is guessed: a person tells the mark", async () => {
    const lines = ["Date;Libellé;Montant", "28/12/2026;VIR;12,500"];
    await expect(csv(...lines)).rejects.toMatchObject({
      message:
        "Les montants de ce fichier peuvent se lire de deux façons («\u00a012,500\u00a0»)\u00a0: indiquez le séparateur des décimales.",
      mendedBy: "columns",
    });
  });

  test("in a workbook are read the same", async () => {
    const book = await workbook([
      ["Date", "Libellé", "Montant"],
      ["28/12/2026", "VIR", "12,500"],
      ["29/12/2026", "VIR", "7,25"],
    ]);
    expect((await readBankStatement(book)).lines.map(({ amount }) => amount)).toEqual([1250, 725]);
  });
});

describe("the nine banks' files", () => {
  const OPERATIONS = [
    ["2026-12-28", 2897_31],
    ["2026-12-29", 21_480_55],
    ["2026-12-29", 1312_00],
    ["2026-12-30", -4182_00],
    ["2026-12-30", 486_20],
    ["2026-12-31", -39_90],
  ];

  test.each([
    ["releve-1-bnp.csv", "BNP Paribas", 6, "****0234"],
    ["releve-2-sg.csv", "Société Générale", 6, "0301000020987654"],
    ["releve-3-credit-agricole.csv", "Crédit Agricole", 6, "65022812330"],
    ["releve-4-cic.csv", "Crédit Mutuel / CIC", 6, ""],
    ["releve-5-lcl.csv", "LCL", 7, "00823 010234567"],
    ["releve-6-boursobank.csv", "BoursoBank", 6, "00040613484"],
    ["releve-8-bpce.csv", "Caisse d’Épargne / Banque Populaire", 6, ""],
    ["releve-9-xlsx.xlsx", "Crédit Agricole", 7, "65022812330"],
  ])("%s holds the six operations", async (name, bank, rows, account) => {
    const statement = await readBankStatement(fixture(name));
    expect(statement).toMatchObject({
      bank,
      file_format: name.endsWith("xlsx") ? "xlsx" : "csv",
      rows_read: rows,
      ignored: rows - 6,
      errors: [],
      currency: "EUR",
      period_start: "2026-12-28",
      period_end: "2026-12-31",
    });
    expect(statement.lines.map((line) => [line.transaction_date, line.amount])).toEqual(OPERATIONS);
    expect(statement.lines[0]).toMatchObject({
      label: "VIR SEPA RECU /DE SARL BEFFROI CINES /MOTIF F26000123 S47 /REF BEF-2026-1228",
      bank_account: account,
    });
  });

  test("releve-7-qonto.csv holds five: the sixth is not settled", async () => {
    const statement = await readBankStatement(fixture("releve-7-qonto.csv"));
    expect(statement).toMatchObject({ bank: "Qonto", rows_read: 6, ignored: 1 });
    expect(statement.lines.map((line) => [line.transaction_date, line.amount])).toEqual(
      OPERATIONS.slice(0, 5),
    );
    expect(statement.lines[0]?.bank_reference).toBe("lumen-films-0001");
  });

  test("keep what only the short label says, and the case of all", async () => {
    const { lines } = await readBankStatement(fixture("releve-1-bnp.csv"));
    expect(lines[4]?.label).toBe(
      "VIREMENT TRESORERIE CAHORS CINEMA MUNICIPAL MDT 4512 BORD 87 VIR MAIRIE DE CAHORS",
    );
  });
});

test("BANK-9: a row without a header and a label is called what its kind and its number say", async () => {
  const rows = [
    "02/11/2026;1234,56;Virement;;VIR SEPA CINEMA LE REX;0;Divers",
    "05/11/2026;-45,00;Chèque;7654321;;0;Divers",
    "06/11/2026;-46,00;;;;0;Divers",
  ];
  const { lines } = await readBankStatement(Buffer.from(`${rows.join("\r\n")}\r\n`));
  expect(lines.map(({ label }) => label)).toEqual(["VIR SEPA CINEMA LE REX", "Chèque 7654321", ""]);
  const [, named, bare] = lines;
  expect(named).not.toHaveProperty("labelInstead");
  expect(named?.fingerprint).not.toBe(bare?.fingerprint);
});

test.each([
  '<?xml version="1.0"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.052.001.08"><BkToCstmrAcctRpt/></Document>',
  "<Document><BkToCstmrAcctRpt><Rpt/></BkToCstmrAcctRpt></Document>",
])("BANK-17: a CAMT.052 is refused as what it is: %s", async (text) => {
  await expect(readBankStatement(Buffer.from(text))).rejects.toThrow(
    "Ce fichier est un relevé du jour (CAMT.052), dont les opérations peuvent encore changer. Demandez à votre banque le relevé CAMT.053.",
  );
});

test("BANK-17: another XML file is asked for as a table, and a table may name the message", async () => {
  await expect(readBankStatement(Buffer.from('<?xml version="1.0"?><a>camt.052.</a>'))).rejects.toThrow(
    "Enregistrez le fichier au format XLSX ou CSV.",
  );
  const { lines } = await csv(
    "Date;Libellé;Montant",
    "28/12/2026;urn:iso:std:iso:20022:tech:xsd:camt.052.;1,00",
  );
  expect(lines).toHaveLength(1);
});

describe("what a statement says is on the account (BANK-16)", () => {
  const closing = (bank_account: string, amount: number) => ({
    bank_account,
    kind: "closing",
    date: "2026-12-31",
    amount,
  });
  test.each([
    ["releve-1-bnp.csv", [closing("****0234", 45_210_18)]],
    ["releve-2-sg.csv", []],
    ["releve-3-credit-agricole.csv", [closing("65022812330", 45_210_18)]],
    [
      "releve-4-cic.csv",
      [{ bank_account: "", kind: "opening", date: "2026-12-28", amount: 20_000_00 }, closing("", 41_954_16)],
    ],
    ["releve-5-lcl.csv", [closing("00823 010234567", 45_210_18)]],
    ["releve-6-boursobank.csv", []],
    ["releve-7-qonto.csv", []],
    ["releve-8-bpce.csv", []],
    ["releve-9-xlsx.xlsx", []],
  ])("is read from %s", async (name, expected) => {
    expect((await readBankStatement(fixture(name))).balances).toEqual(expected);
  });

  test("is read below the operations too, and from the newest line on", async () => {
    const { balances } = await csv(
      "Date;Libellé;Montant;Solde",
      "30/12/2026;VIR B;-5,00;15,00",
      "28/12/2026;VIR A;10,00;20,00",
      "Nouveau solde au 31/12/2026;;;-12,00",
    );
    expect(balances).toEqual([
      closing("", -12_00),
      { bank_account: "", kind: "opening", date: "2026-12-28", amount: 10_00 },
      { bank_account: "", kind: "closing", date: "2026-12-30", amount: 15_00 },
    ]);
  });

  test.each([
    [
      "a column that does not follow the amounts",
      ["28/12/2026;VIR A;10,00;20,00", "29/12/2026;VIR B;5,00;20,00"],
    ],
    ["a line without it", ["28/12/2026;VIR A;10,00;20,00", "29/12/2026;VIR B;5,00;"]],
    ["a balance without its day", ["28/12/2026;VIR A;10,00;", "Nouveau solde;;;12,00"]],
  ])("is nothing in %s", async (_, lines) => {
    expect((await csv("Date;Libellé;Montant;Solde", ...lines)).balances).toEqual([]);
  });
});

describe("an amount", () => {
  test.each([
    ["1 234,56", 1234_56],
    ["1 234,56", 1234_56],
    ["1 234,56 €", 1234_56],
    ["1.234,56", 1234_56],
    ["1,234.56", 1234_56],
    ["-12,5", -12_50],
    ["12,50-", -12_50],
    ["−12,50", -12_50],
    ["(12,50)", -12_50],
    ["+12,50 EUR", 12_50],
  ])("%s is read", async (text, expected) => {
    expect((await one("Date;Libellé;Montant", `28/12/2026;VIR;${text}`))?.amount).toBe(expected);
  });

  test("in two columns is the credit minus the debit, whatever the sign of the debit", async () => {
    const { lines } = await csv(
      "Date;Libellé;Débit;Crédit",
      "28/12/2026;FRAIS;12,00;",
      "28/12/2026;COTISATION;-12,00;",
      "28/12/2026;VIR;;+30,00",
    );
    expect(lines.map((line) => line.amount)).toEqual([-12_00, -12_00, 30_00]);
  });

  test.each(["-30,00", "30,00-", "(30,00)", "\u221230,00"])(
    "in the credit column that is %s takes a credit back: it leaves the account",
    async (text) => {
      const { lines, errors } = await csv(
        "Date;Libellé;Débit;Crédit",
        "28/12/2026;VIR;;30,00",
        `29/12/2026;ANNULATION VIR;;${text}`,
      );
      expect(lines.map((line) => line.amount)).toEqual([30_00, -30_00]);
      expect(errors).toEqual([]);
    },
  );

  test("without any sign takes the one of the column Sens", async () => {
    const { lines } = await csv(
      "Date;Libellé;Montant;Sens",
      "28/12/2026;FRAIS;12,00;D",
      "28/12/2026;VIR;30,00;C",
    );
    expect(lines.map((line) => line.amount)).toEqual([-12_00, 30_00]);
  });

  test("of a debit takes the sign of the column Sens, also beside a return that has its own", async () => {
    const { lines } = await csv(
      "Date;Libellé;Montant;Sens",
      "28/12/2026;LOYER;1000,00;D",
      "28/12/2026;VIR;500,00;C",
      "28/12/2026;REJET VIR;-20,00;C",
    );
    expect(lines.map((line) => line.amount)).toEqual([-1000_00, 500_00, -20_00]);
  });

  test("with its own sign keeps it whatever the column Sens says", async () => {
    const { lines } = await csv(
      "Date;Libellé;Montant;Sens",
      "28/12/2026;LOYER;-1000,00;D",
      "28/12/2026;EXTOURNE;12,00;D",
    );
    expect(lines.map((line) => line.amount)).toEqual([-1000_00, 12_00]);
  });

  test("that is unreadable is told with its line; the other lines are read", async () => {
    const statement = await csv(
      "Compte;12",
      "",
      "Date;Libellé;Montant",
      "28/12/2026;VIR;12,3O",
      "28/12/2026;VIR;12,30",
    );
    expect(statement.errors).toEqual(["Ligne 4 : montant illisible (« 12,3O »)."]);
    expect(statement.lines).toHaveLength(1);
    expect(statement.rows_read).toBe(2);
  });

  test.each([
    ["a billion and more", "1 000 000 000,00"],
    ["an account number", "0301000020987"],
  ])("of %s is none", async (_, text) => {
    const statement = await csv(
      "Date;Libellé;Montant",
      "28/12/2026;VIR;999 999 999,99",
      `28/12/2026;VIR;${text}`,
    );
    expect(statement.lines.map((line) => line.amount)).toEqual([999_999_999_99]);
    expect(statement.errors).toEqual([`Ligne 3 : montant illisible (« ${text} »).`]);
  });
});

test("a file whose amounts are mostly unreadable is refused with the first of them", async () => {
  const rows = ["28/12/2026;VIR;1,00", "28/12/2026;VIR;1,OO", "28/12/2026;VIR;2,OO"];
  expect(await refusal(["Date;Libellé;Montant", ...rows].join("\n"))).toBe(
    "Ligne 3\u00a0: montant illisible («\u00a01,OO\u00a0»).",
  );
});

describe("a short label", () => {
  const HEAD = "Date;Libelle court;Libelle operation;Montant";
  test.each([
    [
      "that is the beginning of the long one",
      "VIR SEPA RECU /DE SARL BE",
      "VIR SEPA RECU /DE SARL BEFFROI CINES",
    ],
    ["that abbreviates the long one", "VIR BEFFROI", "VIREMENT SEPA RECU SARL BEFFROI CINES"],
  ])("%s is left out", async (_, short, long) => {
    expect((await one(HEAD, `28/12/2026;${short};${long};1,00`))?.label).toBe(long);
  });
});

describe("a text that is too long", () => {
  const HALF_A_SYMBOL = /[\ud800-\udbff](?![\udc00-\udfff])/;

  test("is cut between two symbols in a label", async () => {
    const label = (await one("Date;Libellé;Montant", `28/12/2026;${"A".repeat(499)}😀;1,00`))?.label;
    expect(label).toBe("A".repeat(499));
  });

  test("is cut between two symbols in a message", async () => {
    const { errors } = await csv(
      "Date;Libellé;Montant",
      "28/12/2026;VIR;1,00",
      `28/12/2026;VIR;${"x".repeat(39)}😀`,
    );
    expect(errors).toEqual([`Ligne 3 : montant illisible (« ${"x".repeat(39)} »).`]);
    expect(errors[0]).not.toMatch(HALF_A_SYMBOL);
  });
});

describe("a date", () => {
  test.each([
    ["2026-12-28", "2026-12-28"],
    ["2026-12-28 09:12:45", "2026-12-28"],
    ["28/12/2026", "2026-12-28"],
    ["28-12-26", "2026-12-28"],
    ["28.12.2026", "2026-12-28"],
    ["03/04/2026", "2026-04-03"],
    ["46384", "2026-12-28"],
    ["01/01/2000", "2000-01-01"],
  ])("%s is read, day first", async (text, expected) => {
    expect((await one("Date;Libellé;Montant", `${text};VIR;1,00`))?.transaction_date).toBe(expected);
  });

  test("of another century is unreadable", async () => {
    const rows = Array.from({ length: 5 }, () => "28/12/2026;VIR;1,00");
    const statement = await csv("Date;Libellé;Montant", ...rows, "11/11/9999;VIR;1,00");
    expect(statement.errors).toEqual(["Ligne 7\u00a0: date illisible («\u00a011/11/9999\u00a0»)."]);
  });

  test("that is unreadable in one line of six is told; in more than one of five, the file is refused", async () => {
    const good = Array.from({ length: 5 }, (_, i) => `2${i}/12/2026;VIR;1,00`);
    const statement = await csv("Date;Libellé;Montant", ...good, "31/13/2026;VIR;1,00");
    expect(statement.errors).toEqual(["Ligne 7 : date illisible (« 31/13/2026 »)."]);
    expect(await refusal(["Date;Libellé;Montant", ...good.slice(0, 3), "hier;VIR;1,00"].join("\n"))).toBe(
      "1 date sur 4 est illisible : vérifiez que la colonne de date contient des dates au format JJ/MM/AAAA.",
    );
  });
});

describe("a row that is no operation is ignored", () => {
  test.each([
    ["without date or amount", ";VIR;"],
    ["of nothing", "28/12/2026;VIR;0,00"],
    ["a balance", "28/12/2026;Solde au 28/12/2026;1,00"],
    ["a former balance", "28/12/2026;ANCIEN SOLDE;1,00"],
    ["a total in the column of dates", "Total des opérations;;1,00"],
    ["branch and account", "28/12/2026;00823 010234567;1,00"],
  ])("%s", async (_, row) => {
    const statement = await csv("Date;Libellé;Montant", "28/12/2026;SOLDEUR SARL;5,00", row);
    expect(statement).toMatchObject({ rows_read: 2, ignored: 1, errors: [] });
    expect(statement.lines.map((line) => line.amount)).toEqual([5_00]);
  });

  test("the header again on each page, also when there are more pages than a fifth of the operations", async () => {
    const header = "Date;Libellé;Montant";
    const statement = await csv(header, "28/12/2026;VIR A;5,00", header, "29/12/2026;VIR B;6,00", header);
    expect(statement).toMatchObject({ rows_read: 4, ignored: 2, errors: [] });
    expect(statement.lines.map((line) => line.amount)).toEqual([5_00, 6_00]);
  });

  test.each(["SOLDE FACTURE F26000123", "SOLDE FA26-0418", "Solde S47", "TOTAL ENERGIES SE"])(
    "but %s is one",
    async (label) => {
      expect(await one("Date;Libellé;Montant", `28/12/2026;${label};1,00`)).toMatchObject({
        label,
        amount: 1_00,
      });
    },
  );

  test.each([
    "pending",
    "Declined",
    "reverted",
    "En cours",
    "Refusé",
    "À venir",
    "Non comptabilisée",
    "Provisoire",
    "Prévisionnel",
  ])("of status %s", async (status) => {
    const statement = await csv(
      "Statut,Date,Libellé,Montant",
      `${status},28/12/2026,VIR,1.00`,
      "settled,28/12/2026,VIR,2.00",
    );
    expect(statement.lines.map((line) => line.amount)).toEqual([2_00]);
  });
});

describe("the file", () => {
  test.each([
    [";", "Date;Libellé;Montant", "28/12/2026;VIR;1,50"],
    ["a tabulation", "Date\tLibellé\tMontant", "28/12/2026\tVIR\t1,50"],
    [",", "Date,Libellé,Montant", '28/12/2026,VIR,"1,50"'],
    ["|", "Date|Libellé|Montant", "28/12/2026|VIR|1,50"],
  ])("may be cut by %s", async (_, header, row) => {
    expect(await one(header, row)).toMatchObject({ label: "VIR", amount: 1_50 });
  });

  test.each([
    ["UTF-8", Buffer.from("Date;Libellé;Montant\n28/12/2026;Été;1,00")],
    ["UTF-8 with its mark", Buffer.from("\ufeffDate;Libellé;Montant\n28/12/2026;Été;1,00")],
    ["windows-1252", Buffer.from("Date;Libell\xe9;Montant\n28/12/2026;\xc9t\xe9;1,00", "latin1")],
    ["UTF-16", Buffer.from("\ufeffDate;Libellé;Montant\n28/12/2026;Été;1,00", "utf16le")],
  ])("may be in %s", async (_, bytes) => {
    expect((await readBankStatement(bytes)).lines[0]?.label).toBe("Été");
  });

  test("may hold quotes that were never closed", async () => {
    expect(
      await one("Date;Libellé;Montant", '28/12/2026;"CINE LE REX;1,00', "29/12/2026;VIR;2,00"),
    ).toMatchObject({ label: '"CINE LE REX', amount: 1_00 });
  });

  test("loses no row to stray quotes, and keeps what other rows quote", async () => {
    const { lines, errors } = await csv(
      "Date;Libellé;Montant",
      '28/12/2026;"VIR A";"1,50"',
      '28/12/2026;"VIR B;7,00',
      '28/12/2026;VIR C";8,00',
      "28/12/2026;VIR D;9,00",
    );
    expect(errors).toEqual([]);
    expect(lines.map((line) => line.amount)).toEqual([1_50, 7_00, 8_00, 9_00]);
  });

  test("may come with dates as text, shared strings and computed amounts in a workbook", async () => {
    const bytes = await workbook([
      ["Relevé de compte"],
      ["Date", "Libellé", "Montant"],
      ["28/12/2026", "VIR BEFFROI", 0.1 + 0.2],
      [{ date: 46385 }, "VIR ROYAL", 1234.5],
    ]);
    const { lines } = await readBankStatement(bytes);
    expect(lines.map((line) => [line.transaction_date, line.label, line.amount])).toEqual([
      ["2026-12-28", "VIR BEFFROI", 30],
      ["2026-12-29", "VIR ROYAL", 1234_50],
    ]);
  });

  test.each([
    ["with a header at its top", [["Date", "Libellé", "Montant"]]],
    [
      "with a header below forty rows but one",
      [...Array.from({ length: 38 }, () => ["Relevé"]), ["Date", "Libellé", "Montant"]],
    ],
    ["without a header", []],
  ] as const)("a long workbook %s is read to its last row", async (_, above) => {
    const count = 150;
    const rows = Array.from({ length: count }, (_, at) =>
      above.length > 0
        ? [{ date: 46_300 }, `VIR ${at}`, at + 1]
        : ["28/12/2026", at + 1, "", "", `VIR ${at}`],
    );
    const { lines, rows_read } = await readBankStatement(await workbook([...above, ...rows]));
    expect([lines.length, rows_read]).toEqual([count, count]);
    expect(lines.at(-1)).toMatchObject({ amount: count * 100, label: `VIR ${count - 1}` });
  });

  test("never reads three decimals of a workbook as thousands", async () => {
    const bytes = await workbook([
      ["Date", "Libellé", "Montant"],
      ["28/12/2026", "VIR", 1.234],
      ["28/12/2026", "VIR", 2],
    ]);
    expect((await readBankStatement(bytes)).errors).toEqual(["Ligne 2 : montant illisible (« 1.2340 »)."]);
  });

  test.each([
    ["nothing", "", "Le fichier est vide."],
    ["blanks", " \r\n \r\n", "Le fichier est vide."],
    ["a header alone", "Date;Libellé;Montant\r\n", "Le fichier ne contient aucune opération."],
    ["a header and a total", "Date;Libellé;Montant\nTotal;;1,00", "Le fichier ne contient aucune opération."],
    ["prose", "Bonjour, voici le relevé.\nCordialement", UNKNOWN],
    ["no amount", "Date;Libellé\n28/12/2026;VIR", UNKNOWN],
    ["an old workbook", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "Enregistrez le fichier au format XLSX ou CSV."],
    ["a disguised page", "<html><table><tr><td>Date", "Enregistrez le fichier au format XLSX ou CSV."],
    ["a PDF", "%PDF-1.7\n\x00\x01", UNKNOWN],
    ["a broken workbook", "PK\x03\x04 and nothing", UNKNOWN],
  ])("with %s is refused with its sentence", async (_, content, message) => {
    expect(
      await refusal(
        Buffer.from(content, /[\x80-\xff]/.test(content) && content.startsWith("\xd0") ? "latin1" : "utf8"),
      ),
    ).toBe(message);
  });

  test("of more than 50,000 rows is refused", async () => {
    const rows = Array.from({ length: 50_001 }, () => "28/12/2026;VIR;1,00");
    expect(await refusal(["Date;Libellé;Montant", ...rows].join("\n"))).toBe(
      "Le fichier contient plus de 50 000 lignes. Découpez-le en plusieurs périodes.",
    );
  });

  test("that would inflate without end is refused before it does", async () => {
    const bomb = await workbook([["Date", "Libellé", "Montant"], ["A".repeat(90 * 1024 * 1024)]]);
    expect(bomb.length).toBeLessThan(1024 * 1024);
    expect(await refusal(bomb)).toBe("Le fichier XLSX est trop volumineux une fois décompressé.");
  });
});

describe("a label", () => {
  test("of thousands of lines costs no more than its first ones", async () => {
    const line = (_: unknown, i: number): string => `LIGNE${String(i).padStart(5, "0")}`;
    const lines = Array.from({ length: 8_000 }, line).join("\n");
    const operation = await one("Date;Libellé;Montant", `28/12/2026;"${lines}";1,00`);
    expect(operation?.label).toBe(Array.from({ length: 20 }, line).join(" "));
  });
});

describe("the fingerprint of an operation", () => {
  const prints = async (...lines: string[]) =>
    (await csv("Date;Libellé;Montant", ...lines)).lines.map((line) => line.fingerprint);

  test("is the same in another export, with other lines around and other blanks", async () => {
    const [, print] = await prints("27/12/2026;VIR ROYAL;3,00", "28/12/2026;VIR  Beffroi;12,00");
    expect(await prints("28/12/2026;VIR BEFFROI;12,00 €")).toEqual([print]);
  });

  test.each([
    ["the moment of the export", "Export 20261201103000;;", "Export 20261202114500;;"],
    ["that moment alone in its cell", "20261201103000;;", "20261202114500;;"],
    ["another balance", "Solde : 1234567890,12;;", "Solde : 2234567890,12;;"],
  ])("does not depend on %s", async (_, ...preambles) => {
    const [first, second] = await Promise.all(
      preambles.map(async (line) => (await csv(line, "Date;Libellé;Montant", "28/12/2026;VIR;12,00")).lines),
    );
    expect(first).toEqual(second);
  });

  test("differs for another bank when neither file names its account", async () => {
    const [known, unknown] = await Promise.all([
      csv("Date;Date de valeur;Débit;Crédit;Libellé;Solde", "28/12/2026;28/12/2026;;12,00;VIR;100,00"),
      csv("Date;Libellé;Montant", "28/12/2026;VIR;12,00"),
    ]);
    expect(known.lines[0]?.fingerprint).not.toBe(unknown.lines[0]?.fingerprint);
  });

  test("differs for another account", async () => {
    const [first, second] = await Promise.all(
      ["Compte n° 65022812330", "Compte n° 65022812331"].map(
        async (line) => (await csv(line, "Date;Libellé;Montant", "28/12/2026;VIR;12,00")).lines[0],
      ),
    );
    expect(first?.fingerprint).not.toBe(second?.fingerprint);
  });

  test("differs for two identical transfers of one day, and is stable", async () => {
    const twice = ["28/12/2026;VIR;12,00", "28/12/2026;VIR;12,00"];
    const [first, second] = await prints(...twice);
    expect(first).not.toBe(second);
    expect(await prints(...twice)).toEqual([first, second]);
  });

  test.each(["29/12/2026;VIR;12,00", "28/12/2026;VIR;12,01", "28/12/2026;VIR B;12,00"])(
    "differs for another operation: %s",
    async (other) => {
      expect(await prints(other)).not.toEqual(await prints("28/12/2026;VIR;12,00"));
    },
  );
});

describe("whatever the bytes", () => {
  const samples = [
    "releve-3-credit-agricole.csv",
    "releve-5-lcl.csv",
    "releve-7-qonto.csv",
    "releve-9-xlsx.xlsx",
  ];

  test("a damaged statement is read or refused with a sentence, and its sums hold", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...samples.map(fixture)),
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 12 }),
        fc.option(fc.nat()),
        async (original, edits, cut) => {
          const bytes = Buffer.from(original);
          for (const [at, byte] of edits) bytes[at % bytes.length] = byte;
          await expectReadOrRefused(cut === null ? bytes : bytes.subarray(0, cut % bytes.length));
        },
      ),
      { numRuns: 400 },
    );
  });

  test("any text is read or refused with a sentence", async () => {
    const cell = fc.oneof(
      fc.constantFrom("28/12/2026", "1,00", "-3,20", "", '"', "Total", "=1+1", "VIR"),
      fc.string({ unit: "binary" }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 20 }), async (rows) => {
        const text = ["Date;Libellé;Montant;Sens;Devise", ...rows.map((row) => row.join(";"))].join("\n");
        await expectReadOrRefused(Buffer.from(text));
      }),
      { numRuns: 400 },
    );
  });

  async function expectReadOrRefused(bytes: Buffer): Promise<void> {
    try {
      const { rows_read, ignored, errors, lines } = await readBankStatement(bytes);
      expect(lines.length).toBe(rows_read - ignored - errors.length);
      expect(new Set(lines.map((line) => line.fingerprint)).size).toBe(lines.length);
      for (const line of lines) {
        expect(Number.isSafeInteger(line.amount) && line.amount !== 0).toBe(true);
        expect(line.label.length).toBeLessThanOrEqual(500);
      }
    } catch (error) {
      if (!(error instanceof UnreadableTable)) throw error;
    }
  }
});
