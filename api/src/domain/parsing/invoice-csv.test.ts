import { describe, expect, test } from "vitest";
import { readInvoiceCsv } from "./invoice-csv.ts";

const HEADER =
  "numero_facture;date_facture;date_echeance;code_cinema;nom_cinema;ville;semaine;montant_ht;montant_tva;taux_tva;montant_ttc;montant_regle;statut;film";
const GOOD: Record<string, string> = {
  numero_facture: "F-2211",
  date_facture: "01/10/2026",
  code_cinema: "BEFDOU",
  montant_ht: "100,00",
  montant_tva: "10,00",
  montant_ttc: "110,00",
};
const line = (changes: Record<string, string> = {}): string =>
  HEADER.split(";")
    .map((name) => changes[name] ?? GOOD[name] ?? "")
    .join(";");
const read = (text: string) => readInvoiceCsv(new TextEncoder().encode(text));
const readLine = (changes: Record<string, string> = {}) => read(`${HEADER}\n${line(changes)}\n`);
const messages = (changes: Record<string, string>): string[] =>
  readLine(changes).errors.map((error) => error.message.replaceAll("\u00a0", " "));

test("a line is an invoice, due after 30 days when it does not say", () => {
  expect(readLine()).toEqual({
    rows: [
      {
        line: 2,
        invoice_number: "F-2211",
        invoice_date: "2026-10-01",
        due_date: "2026-10-31",
        cinema: { short_code: "BEFDOU", cnc: "", siren: "", siret: "", name: "", city: "" },
        week_start: null,
        net: 10_000,
        vat: 1000,
        total: 11_000,
        rate_bp: null,
        paid: 0,
        in_default: false,
        film: "",
        corrects: "",
      },
    ],
    errors: [],
    unread: [],
  });
});

test("columns that are not read are named, as the list writes them", () => {
  const { unread } = read(`${HEADER}; Taux de change ;;Taux de change;${"x".repeat(80)}\n${line()}\n`);
  expect(unread).toEqual(["Taux de change", "x".repeat(60)]);
  const many = Array.from({ length: 40 }, (_, at) => `Colonne ${at}`);
  expect(read(`${HEADER};${many.join(";")}\n${line()}\n`).unread).toEqual(many.slice(0, 20));
});

test("amounts of three decimals are read by the others of the list, and of nothing else is anything guessed (BANK-6)", () => {
  const three = { montant_ht: "100,000", montant_tva: "10,000", montant_ttc: "110,000" };
  const other = { numero_facture: "F-2212" };
  expect(read(`${HEADER}\n${line(three)}\n${line(other)}\n`).rows).toMatchObject([
    { net: 10_000, vat: 1000, total: 11_000 },
    { net: 10_000, vat: 1000, total: 11_000 },
  ]);
  expect(() => readLine(three)).toThrow(
    "Les montants de ce fichier peuvent se lire de deux façons («\u00a0100,000\u00a0»)\u00a0: écrivez-les avec deux décimales.",
  );
});

describe("a file is read whatever wrote it", () => {
  const text =
    "Factures émises\n\nN° facture,Date de facture,Cinéma,Ville,Total HT,Total TTC\nA1,2026-10-01,Étoile,Béthune,100.00,110.00\n";
  const windows1252 = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
  const utf16 = Buffer.from(`\ufeff${text}`, "utf16le");
  test.each([
    ["UTF-8", new TextEncoder().encode(text)],
    ["UTF-8 with its mark", new TextEncoder().encode(`\ufeff${text}`)],
    ["windows-1252", windows1252],
    ["UTF-16", utf16],
    ["tabs", new TextEncoder().encode(text.replaceAll(",", "\t"))],
    [
      "semicolons and Windows line ends",
      new TextEncoder().encode(text.replaceAll(",", ";").replaceAll("\n", "\r\n")),
    ],
  ])("%s", (_name, bytes) => {
    expect(readInvoiceCsv(bytes)).toMatchObject({
      rows: [{ line: 4, invoice_number: "A1", vat: 1000, cinema: { name: "Étoile", city: "Béthune" } }],
      errors: [],
    });
  });
});

describe("a file is refused whole", () => {
  test.each([
    ["", "Le fichier est vide."],
    [
      "a;b\n1;2\n",
      "Colonnes introuvables dans le fichier : numero_facture, date_facture, montant_ht, montant_ttc, nom_cinema.",
    ],
    ["numero_facture;date_facture;cnc;montant_ht\n", "Colonne introuvable dans le fichier : montant_ttc."],
    [
      "numero_facture;date_facture;date;cnc;montant_ht;montant_ttc\n",
      "Deux colonnes du fichier donnent « date_facture ». Gardez-en une.",
    ],
  ])("%j", (text, message) => {
    let thrown = "";
    try {
      read(text);
    } catch (error) {
      thrown = (error as Error).message.replaceAll("\u00a0", " ");
    }
    expect(thrown).toBe(message);
  });
});

describe("a list whose commas separate, and cut its amounts", () => {
  const HEAD = "numero_facture,date_facture,code_cinema,montant_ht,montant_ttc,film";
  const told = (cells: string) => {
    const { rows, errors } = read(`${HEAD}\nW-1,02/11/2026,CAALB,${cells}\n`);
    return [rows.map((row) => row.total), errors.map((error) => error.message)];
  };
  test.each(["5,50,6,05", "5,50,6,05,Le film", "105,50,111,30", "5,50,6,05,"])("%s is told", (cells) => {
    expect(told(cells)).toEqual([
      [],
      [
        "Ligne 2\u00a0: une virgule coupe un montant\u00a0: la ligne a plus de cellules que le fichier n’a de colonnes. Séparez les colonnes par des points-virgules.",
      ],
    ]);
  });
  test.each([
    "5.50,6.05,Le film",
    '"5,50","6,05",Le film',
    "5.50,6.05,Toi, moi et les autres",
    "5,6,Le film,,",
  ])("%s is read", (cells) => {
    expect(told(cells)).toEqual([[expect.any(Number)], []]);
  });
});

describe("a column that calls a line a credit note makes its amounts negative", () => {
  const HEAD = "numero_facture;date_facture;code_cinema;Type;Nature;montant_ht;montant_tva;montant_ttc";
  const typed = (type: string, nature: string, ...amounts: readonly string[]) =>
    read(`${HEAD}\n${["AV-12", "01/10/2026", "BEFDOU", type, nature, ...amounts].join(";")}\n`);
  const ABOVE = ["100,00", "10,00", "110,00"] as const;

  test.each(["Avoir", "AVOIR", "Note de crédit", "Facture d’avoir", "AV"])("%s", (type) => {
    expect(typed(type, "Location", ...ABOVE)).toMatchObject({
      rows: [{ net: -100_00, vat: -10_00, total: -110_00, paid: 0 }],
      errors: [],
    });
    expect(typed("Cinéma", type, ...ABOVE)).toMatchObject({ rows: [{ total: -110_00 }] });
    expect(typed(type, "", "-100,00", "-10,00", "-110,00")).toMatchObject({ rows: [{ total: -110_00 }] });
  });
  test("not one that calls it otherwise", () => {
    expect(typed("Facture", "Cinéma", ...ABOVE)).toMatchObject({ rows: [{ total: 110_00 }] });
  });
});

describe("what is wrong with a line is told with its number", () => {
  test.each<[Record<string, string>, string[]]>([
    [{ montant_ttc: "111,00" }, ["Ligne 2 : montant TTC incohérent (HT 100,00 + TVA 10,00 ≠ 111,00)."]],
    [{ montant_ttc: "110,03" }, ["Ligne 2 : montant TTC incohérent (HT 100,00 + TVA 10,00 ≠ 110,03)."]],
    [
      { montant_ht: "100,00", montant_tva: "10,00", montant_ttc: "110,00", taux_tva: "20" },
      ["Ligne 2 : montant TVA incohérent (20 % de 100,00 ≠ 10,00)."],
    ],
    [{ date_facture: "31/02/2026" }, ["Ligne 2 : date de facture invalide (« 31/02/2026 »)."]],
    [
      { date_facture: "", numero_facture: "" },
      ["Ligne 2 : numéro de facture manquant.", "Ligne 2 : date de facture manquante."],
    ],
    [{ date_echeance: "30/09/2026" }, ["Ligne 2 : date d’échéance antérieure à la date de facture."]],
    [{ date_facture: "31/12/9999" }, ["Ligne 2 : date de facture invalide (« 31/12/9999 »)."]],
    [{ date_echeance: "demain" }, ["Ligne 2 : date d’échéance invalide (« demain »)."]],
    [{ numero_facture: "--" }, ["Ligne 2 : numéro de facture invalide (« -- »)."]],
    [{ numero_facture: "F".repeat(36) }, ["Ligne 2 : numéro de facture trop long (35 caractères au plus)."]],
    [{ code_cinema: "" }, ["Ligne 2 : cinéma manquant."]],
    [{ montant_ht: "cent" }, ["Ligne 2 : montant HT invalide (« cent »)."]],
    [
      { montant_ht: "", montant_ttc: "" },
      ["Ligne 2 : montant HT manquant.", "Ligne 2 : montant TTC manquant."],
    ],
    [
      { montant_ht: "-100,00", montant_tva: "10,00", montant_ttc: "-110,00" },
      ["Ligne 2 : montant TTC incohérent (HT -100,00 + TVA 10,00 ≠ -110,00)."],
    ],
    [{ montant_ht: "0", montant_tva: "0", montant_ttc: "0" }, ["Ligne 2 : montant TTC nul."]],
    [
      { montant_ht: "-100,00", montant_tva: "-10,00", montant_ttc: "-110,00", statut: "Payée" },
      ["Ligne 2 : un avoir déjà imputé ou remboursé ne s’importe pas."],
    ],
    [{ montant_ttc: "9999999999999,00" }, ["Ligne 2 : montant TTC invalide (« 9999999999999,00 »)."]],
    [{ taux_tva: "beaucoup" }, ["Ligne 2 : taux de TVA invalide (« beaucoup »)."]],
    [{ semaine: "54" }, ["Ligne 2 : semaine invalide (« 54 »)."]],
    [
      { semaine: "S53/2026", date_facture: "15/01/2026" },
      ["Ligne 2 : semaine très postérieure à la date de facture (« S53/2026 »)."],
    ],
    [
      { semaine: "du 23/09/2026 au 06/10/2026" },
      ["Ligne 2 : semaine invalide (« du 23/09/2026 au 06/10/2026 »)."],
    ],
    [
      { semaine: "S40 du 23/09/2026 au 29/09/2026" },
      ["Ligne 2 : semaine invalide (« S40 du 23/09/2026 au 29/09/2026 »)."],
    ],
    [{ date_facture: "462961" }, ["Ligne 2 : date de facture invalide (« 462961 »)."]],
    [{ statut: "Annulée" }, ["Ligne 2 : statut non reconnu (« Annulée »)."]],
    [{ montant_regle: "110,01" }, ["Ligne 2 : montant réglé supérieur au montant TTC (110,01 > 110,00)."]],
    [{ montant_regle: "-1" }, ["Ligne 2 : montant réglé négatif."]],
    [{ statut: "Partiellement payé" }, ["Ligne 2 : montant réglé manquant."]],
    [
      { statut: "Payée", montant_regle: "10,00" },
      ["Ligne 2 : facture payée, mais montant réglé incomplet (10,00 < 110,00)."],
    ],
  ])("%j", (changes, expected) => {
    expect(readLine(changes).rows).toEqual([]);
    expect(messages(changes)).toEqual(expected);
  });

  test("a number that comes twice in the list, whatever its punctuation, is kept once", () => {
    const { rows, errors } = read(`${HEADER}\n${line()}\n\n${line({ numero_facture: "f 2211" })}\n`);
    expect(rows.map((row) => row.line)).toEqual([2]);
    expect(errors.map(({ line: at }) => at)).toEqual([4]);
    expect(errors[0]?.message.replaceAll("\u00a0", " ")).toBe(
      "Ligne 4 : la facture f 2211 figure déjà à la ligne 2.",
    );
  });
});

describe("an invoice on several lines with other amounts comes in by none of them", () => {
  const SPLIT = "Ligne N : la facture R1 est sur plusieurs lignes (2, 3) : réunissez-les en une.";
  const split = (...changes: Record<string, string>[]) => {
    const lines = changes.map((one) => line({ numero_facture: "R1", ...one }));
    const { rows, errors } = read(`${HEADER}\n${lines.join("\n")}\n${line()}\n`);
    expect(rows.map((row) => row.invoice_number)).toContain("F-2211");
    return { kept: rows.length - 1, told: errors.map((error) => error.message.replaceAll("\u00a0", " ")) };
  };
  const SECOND = { montant_ht: "100,00", montant_tva: "20,00", montant_ttc: "120,00" };

  test("two rates, also where the second line leaves its date and its cinema out", () => {
    const told = [2, 3].map((at) => SPLIT.replace("N", String(at)));
    expect(split({}, SECOND)).toEqual({ kept: 0, told });
    const { kept, told: all } = split({}, { ...SECOND, date_facture: "", code_cinema: "" });
    expect([kept, all]).toEqual([0, expect.arrayContaining(told)]);
  });
  test("the same line again is kept once, and another day's or cinema's is another invoice of that number", () => {
    const repeated = ["Ligne 3 : la facture R1 figure déjà à la ligne 2."];
    expect(split({}, {})).toEqual({ kept: 1, told: repeated });
    expect(split({}, { ...SECOND, date_facture: "02/10/2026" })).toEqual({ kept: 1, told: repeated });
    expect(split({}, { ...SECOND, code_cinema: "AUTRE" })).toEqual({ kept: 1, told: repeated });
  });
  test("a line below it without amounts is none of it", () => {
    expect(split({}, { montant_ht: "", montant_tva: "", montant_ttc: "" }).kept).toBe(1);
  });
  test("a number that all lines have is told in few words", () => {
    const { rows, errors } = read(
      [
        HEADER,
        ...Array.from({ length: 50 }, (_, at) =>
          line({ montant_ht: String(at + 1), montant_tva: "1", montant_ttc: String(at + 2) }),
        ),
      ].join("\n"),
    );
    expect([rows.length, errors.length]).toEqual([0, 50]);
    expect(errors[0]?.message).toContain("(2, 3, 4, 5, 6…)");
  });
});

test.each([
  "Déjà payé",
  "Montant déjà payé",
  "Montant déjà réglé",
  "Total réglé",
  "Payé TTC",
  "Acompte",
  "Montant encaissé",
])("what was paid may stand under « %s »", (name) => {
  const [invoice] = read(`${HEADER.replace("montant_regle", name)}\n${line({ montant_regle: "10" })}\n`).rows;
  expect(invoice?.paid).toBe(1000);
});

describe("a column of a currency", () => {
  const inCurrency = (name: string, value: string) => {
    const { rows, errors } = read(`${HEADER};${name}\n${line()};${value}\n`);
    return [rows.length, errors.map((error) => error.message.replaceAll("\u00a0", " "))];
  };
  test.each(["EUR", "€", "euros", "Euro (EUR)", "978", ""])("that says « %s » says nothing new", (value) => {
    expect(inCurrency("Devise", value)).toEqual([1, []]);
  });
  test.each(["USD", "CHF", "$"])("that says « %s » is told: amounts are in euros", (value) => {
    const told = [`Ligne 2 : montants en « ${value} » : seuls des montants en euros s’importent.`];
    expect(inCurrency("devise", value)).toEqual([0, told]);
    expect(inCurrency("Code devise;Monnaie", `EUR;${value}`)).toEqual([0, told]);
  });
});

describe("a column of what is still due", () => {
  const due = (name: string, value: string, changes: Record<string, string> = {}) => {
    const { rows, errors } = read(`${HEADER};${name}\n${line(changes)};${value}\n`);
    return rows[0]?.paid ?? errors.map((error) => error.message.replaceAll("\u00a0", " "));
  };
  test.each([
    "reste_a_payer",
    "Reste à payer",
    "Reste dû",
    "Solde dû",
    "Restant dû",
    "Solde",
    "Montant restant",
  ])("« %s » tells what was paid", (name) => {
    expect(due(name, "60,00")).toBe(50_00);
    expect(due(name, "110,00")).toBe(0);
    expect(due(name, "0,00")).toBe(110_00);
    expect(due(name, "")).toBe(0);
  });
  test("agrees with what was paid and with the status, or is told", () => {
    expect(due("reste", "60,00")).toBe(0);
    expect(due("reste_a_payer", "60,00", { montant_regle: "50,00" })).toBe(50_00);
    expect(due("reste_a_payer", "60,00", { montant_regle: "40,00" })).toEqual([
      "Ligne 2 : montant réglé et reste à payer incohérents (40,00 + 60,00 ≠ 110,00).",
    ]);
    expect(due("reste_a_payer", "60,00", { statut: "Payée" })).toEqual([
      "Ligne 2 : facture payée, mais montant réglé incomplet (50,00 < 110,00).",
    ]);
    expect(due("reste_a_payer", "60,00", { statut: "Partiellement payé" })).toBe(50_00);
    expect(due("reste_a_payer", "110,01")).toEqual([
      "Ligne 2 : reste à payer supérieur au montant TTC (110,01 > 110,00).",
    ]);
    expect(due("reste_a_payer", "-1,00")).toEqual(["Ligne 2 : reste à payer négatif."]);
    expect(due("reste_a_payer", "12,3O")).toEqual(["Ligne 2 : reste à payer invalide (« 12,3O »)."]);
  });
  test("« Soldé » that says yes or no is none, and the surest name counts", () => {
    expect(due("Soldé", "oui")).toBe(0);
    expect(due("Solde;Reste à payer", "900,00;60,00")).toBe(50_00);
  });
  test("« Solde » that is a client's, above an invoice of the list or no amount, is not read, and named", () => {
    const second = line({ numero_facture: "F-2212" });
    for (const [one, other] of [
      ["110,00", "220,00"],
      ["110,00 D", "50,00 D"],
    ]) {
      const list = read(`${HEADER};Solde\n${line()};${one}\n${second};${other}\n`);
      expect(list).toMatchObject({ rows: [{ paid: 0 }, { paid: 0 }], errors: [], unread: ["Solde"] });
    }
  });
  test("of a credit note says whether it is still whole, with a minus or without", () => {
    const note = { montant_ht: "-100,00", montant_tva: "-10,00", montant_ttc: "-110,00" };
    expect(due("reste_a_payer", "-110,00", note)).toBe(0);
    expect(due("reste_a_payer", "110,00", note)).toBe(0);
    expect(due("reste_a_payer", "0,00", note)).toEqual([
      "Ligne 2 : un avoir déjà imputé ou remboursé ne s’importe pas.",
    ]);
  });
});

describe("a day of payment", () => {
  const told = (rows: readonly string[]) =>
    read(`${HEADER};date_reglement\n${rows.join("\n")}\n`).errors.map((error) =>
      error.message.replaceAll("\u00a0", " "),
    );
  const OTHER = `${line({ numero_facture: "F-1" })};`;
  test("without what was paid is told", () => {
    expect(told([OTHER, `${line()};15/10/2026`])).toEqual([
      "Ligne 3 : date de règlement sans montant réglé : indiquez le montant réglé, le reste à payer ou le statut.",
    ]);
  });
  test("with it, or with a status, says nothing new", () => {
    for (const changes of [{ montant_regle: "10,00" }, { statut: "Payée" }, { statut: "En attente" }])
      expect(told([OTHER, `${line(changes)};15/10/2026`])).toEqual([]);
  });
  test("that every line has, and that no due date stands beside, may be the due date: the person says which", () => {
    expect(told([`${line()};15/10/2026`])).toEqual([
      "Ligne 2 : date de règlement sans montant réglé : indiquez le montant réglé, le reste à payer ou le statut\u202f; si c’est l’échéance, nommez sa colonne « date_echeance ».",
    ]);
    expect(told([`${line({ date_echeance: "31/10/2026" })};15/10/2026`])).toEqual([
      "Ligne 2 : date de règlement sans montant réglé : indiquez le montant réglé, le reste à payer ou le statut.",
    ]);
    expect(told([`${line({ statut: "Payée" })};15/10/2026`])).toEqual([]);
  });
  test.each(["Réglée le", "Payé le", "Date d’encaissement", "Payment date"])(
    "called « %s » is one on every line",
    (name) => {
      const { rows, errors } = read(`${HEADER};${name}\n${line()};15/10/2026\n`);
      expect(rows).toEqual([]);
      expect(errors.map(({ message }) => message.replaceAll("\u00a0", " "))).toEqual([
        "Ligne 2 : date de règlement sans montant réglé : indiquez le montant réglé, le reste à payer ou le statut.",
      ]);
    },
  );
});

describe("what a line need not say", () => {
  test.each<[string, Record<string, string>, object]>([
    [
      "VAT follows from its rate",
      { montant_tva: "", taux_tva: "5,5 %", montant_ttc: "105,50" },
      { vat: 550, rate_bp: 550 },
    ],
    ["or is what TTC is beyond HT", { montant_tva: "", montant_ttc: "102,10" }, { vat: 210, rate_bp: null }],
    ["two cents of rounding are right", { montant_ttc: "110,02" }, { vat: 1000, total: 11_002 }],
    ["a paid invoice is paid whole", { statut: "Payée" }, { paid: 11_000 }],
    ["a part may be paid", { statut: "Partiellement payé", montant_regle: "10" }, { paid: 1000 }],
    ["it may be in default", { statut: "Défaut" }, { in_default: true, paid: 0 }],
    ["a week is that of the invoice's year", { semaine: "S39" }, { week_start: "2026-09-23" }],
    ["or the last one begun before it", { semaine: "47" }, { week_start: "2025-11-19" }],
    ["a week may name its year", { semaine: "S47/2026" }, { week_start: "2026-11-18" }],
    [
      "or be told as we show it",
      { semaine: "S47/2026 – du 18/11/2026 au 24/11/2026" },
      { week_start: "2026-11-18" },
    ],
    ["with a blank before its year", { semaine: "S39 2026" }, { week_start: "2026-09-23" }],
    ["or its year first", { semaine: "2026/39" }, { week_start: "2026-09-23" }],
    ["or its year first, with a dash", { semaine: "2026-39" }, { week_start: "2026-09-23" }],
    [
      "or by its first and last day",
      { semaine: "du 23/09/2026 au 29/09/2026" },
      { week_start: "2026-09-23" },
    ],
    [
      "also with its number",
      { semaine: "Semaine 39 du 23/09/2026 au 29/09/2026" },
      { week_start: "2026-09-23" },
    ],
    [
      "a day may be a spreadsheet's number",
      { date_facture: "46296", date_echeance: "46326", semaine: "46288" },
      { invoice_date: "2026-10-01", due_date: "2026-10-31", week_start: "2026-09-23" },
    ],
    [
      "a dash is a spreadsheet's zero",
      { montant_tva: " -   € ", montant_ttc: "100,00", montant_regle: "-" },
      { vat: 0, paid: 0 },
    ],
    ["or by a day of it", { semaine: "20/11/2026" }, { week_start: "2026-11-18" }],
  ])("%s", (_name, changes, expected) => {
    expect(readLine(changes).errors).toEqual([]);
    expect(readLine(changes).rows[0]).toMatchObject(expected);
  });
});
