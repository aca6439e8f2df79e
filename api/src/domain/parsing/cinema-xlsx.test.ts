import { expect, test } from "vitest";
import { CINEMA_XLSX_MESSAGES, type ListedCinema, readCinemaXlsx } from "./cinema-xlsx.ts";
import { EMPTY_FILE, UnreadableTable } from "./tables/file-row.ts";
import { workbook, type WorkbookCell, workbookOf, zip } from "./tables/workbook.testing.ts";

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
    "n° tva intracommunautaire",
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
    "FR 36 000 200 022",
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
    vat_number: "FR 36 000 200 022",
    screens: [
      { name: "Salle 1", authorization_number: "910231" },
      { name: "Salle 2", authorization_number: "910232" },
    ],
  };
  expect(row).toEqual({ line: 2, cinema: expected, problems: [], notes: [] });
});

test("a break, a tab or another control character in a text is a blank", async () => {
  const [row] = await read(
    ["Nom", "Raison sociale", "Adresse"],
    ["Le\nRex", "SARL\tRex", "3\u0085rue Neuve\n"],
  );
  expect(row?.cinema).toEqual({ name: "Le Rex", legal_name: "SARL Rex", address: "3 rue Neuve" });
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

test("no zero is put before a postcode of another country, which the VAT number tells", async () => {
  const [row] = await read(["Nom", "Code postal", "N° TVA"], ["A", 1000, "BE 0123.456.749"]);
  expect(row?.cinema).toEqual({ name: "A", pin_code: "1000", vat_number: "BE 0123.456.749" });
});

test.each([0.055, "5,5 %", "oui"])(
  "a column « TVA » may hold a rate (%s): it is no VAT number",
  async (text) => {
    const [row] = await read(["Nom", "TVA"], ["A", text]);
    expect(row).toMatchObject({ cinema: { name: "A" }, problems: [] });
    expect(row?.cinema).not.toHaveProperty("vat_number");
  },
);

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
  [
    "Salle 1:910231, Salle 2:910232",
    [
      ["Salle 1", "910231"],
      ["Salle 2", "910232"],
    ],
  ],
  ["Salle Melville, balcon:910231", [["Salle Melville, balcon", "910231"]]],
])("the screens « %s », with a comma", async (text, screens) => {
  const [row] = await read(["Nom", "Salles"], ["A", text]);
  expect(row?.cinema.screens?.map((screen) => [screen.name, screen.authorization_number])).toEqual(screens);
});

test("a lone number counts the screens, and is told", async () => {
  const [row] = await read(["Nom", "Salles"], ["A", 3]);
  expect(row).toMatchObject({
    cinema: { name: "A" },
    problems: [],
    notes: ["La colonne «\u00a0Salles\u00a0» donne un nombre de salles (3)\u00a0: aucune n’est créée."],
  });
  expect(row?.cinema.screens).toBeUndefined();
});

const SCREENS = [
  { name: "Salle 1", authorization_number: "990051" },
  { name: "Salle 2", authorization_number: "990052" },
];

test.each<[string, WorkbookCell[][]]>([
  [
    "that name it each",
    [
      ["Nom", "Ville", "N° CNC", "Salle", "N° auto"],
      ["Le Rex", "Dole", "99005", "Salle 1", 990051],
      ["LE REX", "Dole", 99005, "Salle 2", 990052],
    ],
  ],
  [
    "of which the first names it",
    [
      ["Nom", "Ville", "N° CNC", "Salles"],
      ["Le Rex", "Dole", "99005", "Salle 1:990051"],
      ["", "", "", "Salle 2:990052"],
    ],
  ],
  [
    "of numbers alone",
    [
      ["Nom", "Ville", "N° CNC", "Salles"],
      ["Le Rex", "Dole", "99005", 990051],
      ["Le Rex", "Dole", "", 990052],
    ],
  ],
])("a row for each screen of a cinema %s is one cinema", async (_title, sheet) => {
  const rows = await read(...sheet);
  expect(rows.map(({ line, cinema }) => [line, cinema])).toEqual([
    [2, { name: "Le Rex", city: "Dole", cnc_authorization: "99005", screens: SCREENS }],
  ]);
});

test("what is told of a row that is joined stays, with its line", async () => {
  const rows = await read(
    ["Nom", "Ville", "Salles", "N° auto", "Validé"],
    ["Le Rex", "Dole", "Salle 1:990051", "", ""],
    ["Le Rex", "Dole", "Salle 2:990052", "", "peut-être"],
    ["", "", "Salle 3:990053", "", ""],
    ["", "", "Salle 4:990054", "", "?"],
  );
  expect(rows.map(({ line, problems }) => [line, problems])).toEqual([
    [
      2,
      [
        "À la ligne 3\u00a0: La colonne «\u00a0Validé\u00a0» attend oui ou non (on y lit «\u00a0peut-être\u00a0»).",
        "À la ligne 5\u00a0: La colonne «\u00a0Validé\u00a0» attend oui ou non (on y lit «\u00a0?\u00a0»).",
      ],
    ],
  ]);
  const byNumber = await read(
    ["Nom", "N° CNC", "Salles"],
    ["Le Rex", "99005", "Salle 1:990051"],
    ["", "99005", "Salle 2:990052"],
  );
  expect(byNumber).toMatchObject([{ problems: [], cinema: { screens: SCREENS } }]);
});

test("rows of one name that contradict each other, or have no screens, stay apart", async () => {
  const rows = await read(
    ["Nom", "Ville", "Adresse", "Salles"],
    ["Le Rex", "Dole", "1 rue A", "Salle 1:990051"],
    ["Le Rex", "Dole", "2 rue B", "Salle 2:990052"],
    ["Le Rex", "Dole", "1 rue A", ""],
  );
  expect(rows.map((row) => row.line)).toEqual([2, 3, 4]);
});

test("« N° auto » is the cinema's number where no other column has it", async () => {
  const rows = await read(["N° auto", "Nom", "Salles"], ["099001", "A", 3], ["099002", "B", ""]);
  expect(rows.map((row) => row.cinema)).toEqual([
    { name: "A", cnc_authorization: "099001" },
    { name: "B", cnc_authorization: "099002" },
  ]);
});

test("rows that add the others up are no cinemas", async () => {
  const rows = await read(
    ["Nom", "Ville", "Salles"],
    ["Le Rex", "Dole", ""],
    ["TOTAL", "", 3],
    ["Total", "Dole", ""],
    ["Sous-total", "", ""],
  );
  expect(rows.map((row) => row.line)).toEqual([2, 4]);
});

test("a sheet that explains may stand before the list", async () => {
  const explained = await workbookOf([
    { name: "Lisez-moi", rows: [["Voir la feuille suivante"]] },
    { name: "Liste", rows: [["Nom"], ["A"]] },
  ]);
  expect((await readCinemaXlsx(explained)).map((row) => row.cinema)).toEqual([{ name: "A" }]);
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
