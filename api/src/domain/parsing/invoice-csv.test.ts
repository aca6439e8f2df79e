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
  });
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
    ["or by a day of it", { semaine: "20/11/2026" }, { week_start: "2026-11-18" }],
  ])("%s", (_name, changes, expected) => {
    expect(readLine(changes).errors).toEqual([]);
    expect(readLine(changes).rows[0]).toMatchObject(expected);
  });
});
