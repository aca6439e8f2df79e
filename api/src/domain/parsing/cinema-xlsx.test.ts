import { expect, test } from "vitest";
import { CINEMA_XLSX_MESSAGES, type ListedCinema, readCinemaXlsx } from "./cinema-xlsx.ts";
import { EMPTY_FILE, UnreadableTable } from "./tables/file-row.ts";
import { workbook, type WorkbookCell, zip } from "./tables/workbook.testing.ts";

const read = async (...rows: WorkbookCell[][]) => readCinemaXlsx(await workbook(rows));
const refusal = async (bytes: Buffer): Promise<string> => {
  const error: unknown = await readCinemaXlsx(bytes).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UnreadableTable);
  return (error as Error).message;
};
/** A workbook of one sheet, written part by part. */
const bookOf = (sheet: string): Buffer =>
  zip({
    "xl/workbook.xml": `<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
  });

test("every column of the list is read, under its names, in any order, case and accents", async () => {
  const header = [
    "SALLES",
    "nom",
    "Raison Sociale",
    "ville",
    "CODE POSTAL",
    "Adresse",
    "Complement d'adresse",
    "Groupe",
    "sous groupe",
    "Siren",
    "n° cnc",
    "Code court",
    "Code comptable",
    "e-mails facturation",
    "E-mails relance",
    "Telephones",
    "Société facturée",
    "Adresse de facturation",
    "CP de facturation",
    "Ville de facturation",
    "SIREN facturation",
    "Observations",
  ];
  const [row] = await read(header, [
    "Salle 1:910231 | Salle 2:910232",
    "Le  Beffroi",
    "SARL Beffroi",
    "Douai",
    "59500",
    "3 place du Beffroi",
    "Bâtiment B",
    "Indépendant",
    "Nord",
    "000 200 014",
    "91023",
    "befdou",
    "411BEF",
    "a@b.example, c@d.example;a@b.example",
    "r@b.example",
    "03 53 01 10 00 / 03 53 01 10 01",
    "Beffroi Facturation",
    "5 rue des Clercs",
    "59000",
    "Lille",
    "000200022",
    "rien",
  ]);
  const expected: ListedCinema = {
    name: "Le Beffroi",
    legal_name: "SARL Beffroi",
    city: "Douai",
    pin_code: "59500",
    address: "3 place du Beffroi",
    address_line_2: "Bâtiment B",
    group: "Indépendant",
    sub_group: "Nord",
    siren: "000 200 014",
    cnc_authorization: "91023",
    short_name_code: "BEFDOU",
    default_accounting_code: "411BEF",
    default_invoice_emails: ["a@b.example", "c@d.example"],
    default_reminder_emails: ["r@b.example"],
    phones: ["03 53 01 10 00", "03 53 01 10 01"],
    invoicing_company_name: "Beffroi Facturation",
    invoicing_address: "5 rue des Clercs",
    invoicing_pin_code: "59000",
    invoicing_city: "Lille",
    invoicing_siren: "000200022",
    screens: [
      { name: "Salle 1", authorization_number: "910231" },
      { name: "Salle 2", authorization_number: "910232" },
    ],
  };
  expect(row).toEqual({ line: 2, cinema: expected, problems: [] });
});

test("a title above the header is no row, and lines are those of the spreadsheet", async () => {
  const rows = await read(["Liste des cinémas"], [], ["Nom", "Ville"], [], ["A", "Douai"], ["", ""], ["B"]);
  expect(rows.map(({ line, cinema }) => [line, cinema])).toEqual([
    [5, { name: "A", city: "Douai" }],
    [7, { name: "B" }],
  ]);
});

test("zeros that the spreadsheet dropped before a number are put back", async () => {
  const [row] = await read(
    ["Nom", "SIREN", "Code postal", "Téléphone", "N° CNC"],
    ["A", 200014, 1000, 353011000, 91023],
  );
  expect(row?.cinema).toEqual({
    name: "A",
    siren: "000200014",
    pin_code: "01000",
    phones: ["0353011000"],
    cnc_authorization: "91023",
  });
});

test.each([
  ["Salle 1:910231", [["Salle 1", "910231"]]],
  [
    " Salle 1 : 910231 |\n| Salle 2 ",
    [
      ["Salle 1", "910231"],
      ["Salle 2", ""],
    ],
  ],
  [
    "910231 | 910232",
    [
      ["Salle 1", "910231"],
      ["Salle 2", "910232"],
    ],
  ],
  [":910231", [["Salle 1", "910231"]]],
  ["Salle : Lumière:910233", [["Salle : Lumière", "910233"]]],
])("the screens « %s »", async (text, screens) => {
  const [row] = await read(["Nom", "Salles"], ["A", text]);
  expect(row?.cinema.screens?.map((screen) => [screen.name, screen.authorization_number])).toEqual(screens);
});

test.each([
  ["oui", true],
  ["Validé", true],
  ["Non validé", false],
  ["", undefined],
])("« Validé » written « %s » is %s", async (text, validated) => {
  const [row] = await read(["Nom", "Validé"], ["A", text]);
  expect([row?.cinema.is_validated, row?.problems]).toEqual([validated, []]);
});

test("a row without a name, or with a word that says neither yes nor no, tells it", async () => {
  const rows = await read(["Nom", "Ville", "Validé"], ["", "Douai"], ["A", "", "peut-être"]);
  expect(rows.map((row) => row.problems)).toEqual([
    ["Le nom du cinéma est obligatoire."],
    ["La colonne «\u00a0Validé\u00a0» attend oui ou non (on y lit «\u00a0peut-être\u00a0»)."],
  ]);
});

test("a formula is read by the value that was computed, never by its text", async () => {
  const [row, ...others] = await readCinemaXlsx(
    bookOf(
      `<row r="1"><c r="A1" t="inlineStr"><is><t>Nom</t></is></c><c r="B1" t="inlineStr"><is><t>Ville</t></is></c></row>
       <row r="2"><c r="A2" t="str"><f>HYPERLINK("http://x")</f><v>Le Rex</v></c><c r="B2"><f>1/0</f></c></row>`,
    ),
  );
  expect([row?.cinema, others]).toEqual([{ name: "Le Rex" }, []]);
});

test.each([
  ["an empty file", Buffer.alloc(0), EMPTY_FILE],
  ["a CSV", Buffer.from("Nom;Ville\nLe Rex;Dole\n"), CINEMA_XLSX_MESSAGES.notXlsx],
  ["a broken archive", Buffer.from("PK\u0003\u0004 nothing more"), CINEMA_XLSX_MESSAGES.notXlsx],
  ["an archive that is no workbook", zip({ "a.txt": "a" }), CINEMA_XLSX_MESSAGES.notXlsx],
  ["an old workbook", Buffer.from("d0cf11e0a1b11ae1000000", "hex"), CINEMA_XLSX_MESSAGES.oldOrLocked],
  ["a sheet without a cell", bookOf(""), EMPTY_FILE],
  ["a doctype", bookOf(`<!DOCTYPE a [<!ENTITY b "c">]>`), CINEMA_XLSX_MESSAGES.notXlsx],
  [
    "a bomb",
    bookOf(" ".repeat(90 * 1024 * 1024)),
    "Le fichier XLSX est trop volumineux une fois décompressé.",
  ],
])("%s is refused with a sentence", async (_name, bytes, message) => {
  expect(await refusal(bytes)).toBe(message);
});

test.each<[string, WorkbookCell[][], string]>([
  ["no cinema below the header", [["Nom", "Ville"]], CINEMA_XLSX_MESSAGES.noCinema],
  [
    "no name among the columns",
    [
      ["Ville", "SIREN"],
      ["Douai", "000200014"],
    ],
    "Colonne introuvable dans le fichier\u00a0: Nom. La première ligne doit porter le nom des colonnes.",
  ],
  [
    "two columns of names",
    [
      ["Nom", "Cinéma"],
      ["A", "B"],
    ],
    "Deux colonnes du fichier donnent «\u00a0Nom\u00a0». Gardez-en une.",
  ],
  [
    "too many rows",
    [["Nom"], ...Array.from({ length: 10_001 }, () => ["A"])],
    CINEMA_XLSX_MESSAGES.tooManyRows,
  ],
])("%s is refused with a sentence", async (_name, rows, message) => {
  expect(await refusal(await workbook(rows))).toBe(message);
});
