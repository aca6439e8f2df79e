import { csvRows, type Separator } from "./tables/csv-rows.ts";
import { cutText } from "./cut-text.ts";
import { normaliseName } from "./normalise-name.ts";
import { EMPTY_FILE, type FileRow, UnreadableTable } from "./tables/file-row.ts";

/** Names that each column may have, normalised (BILL-18); the first is shown when it is missing. */
const ALIASES = {
  invoice_number: [
    "numero_facture",
    "nfacture",
    "nofacture",
    "numfacture",
    "numerodefacture",
    "ndefacture",
    "facture",
    "numero",
    "piece",
    "numeropiece",
    "invoicenumber",
  ],
  invoice_date: ["date_facture", "datedefacture", "datefact", "date", "dateemission", "invoicedate"],
  due_date: ["date_echeance", "datedecheance", "echeance", "duedate"],
  short_code: ["code_cinema", "codecinema", "codecourt", "cinemacode", "shortnamecode"],
  cnc: ["cnc", "ncnc", "numerocnc", "codecnc", "numcnc", "cncauthorization"],
  siren: ["siren", "nsiren", "numerosiren", "siret", "nsiret"],
  name: ["nom_cinema", "nomcinema", "nomducinema", "cinema", "etablissement", "cinemaname"],
  city: ["ville", "commune", "city"],
  week: [
    "semaine",
    "semainecinematographique",
    "semainecine",
    "nsemaine",
    "numsemaine",
    "week",
    "weeknumber",
  ],
  net: ["montant_ht", "totalht", "ht", "montantht", "totalnetamount"],
  vat: ["montant_tva", "totaltva", "tva", "montanttva", "totalvatamount"],
  rate: ["taux_tva", "tauxtva", "tauxdetva", "vatrate"],
  total: ["montant_ttc", "totalttc", "ttc", "montantttc", "totalamount"],
  paid: [
    "montant_regle",
    "regle",
    "montantregle",
    "dejaregle",
    "montantdejaregle",
    "totalregle",
    "reglettc",
    "montantpaye",
    "paye",
    "dejapaye",
    "montantdejapaye",
    "totalpaye",
    "payettc",
    "acompte",
    "encaisse",
    "montantencaisse",
  ],
  remaining: [
    "reste_a_payer",
    "reste à régler",
    "reste dû",
    "restant dû",
    "solde dû",
    "solde restant dû",
    "solde restant",
    "solde à payer",
    "montant restant",
    "montant restant dû",
    "montant dû",
    "amount due",
  ],
  /** Also that of a client. */
  balance: ["solde"],
  /** The due date, to some. */
  settled_on: ["date_reglement", "date de règlement", "date paiement", "date de paiement"],
  paid_on: [
    "date encaissement",
    "date d’encaissement",
    "payée le",
    "payé le",
    "réglée le",
    "réglé le",
    "payment date",
  ],
  currency: [
    "devise",
    "code devise",
    "devise facture",
    "devise de la facture",
    "monnaie",
    "currency",
    "currency code",
    "invoice currency",
  ],
  status: ["statut", "etat", "status"],
  corrects: [
    "facture_corrigee",
    "facturecorrigee",
    "facturedorigine",
    "avoirsur",
    "surfacture",
    "correctedinvoice",
  ],
  kind: ["type_piece", "typedepiece", "type", "typedocument", "typededocument", "typefacture", "nature"],
  film: ["film", "titre", "titrefilm", "filmtitle"],
} as const;
export type InvoiceColumn = keyof typeof ALIASES;

const FIELD_OF = new Map(
  Object.entries(ALIASES).flatMap(([field, names]) =>
    names.map((name) => [normaliseName(name), field as InvoiceColumn] as const),
  ),
);
/** Normalised. `381` is UNTDID 1001's. */
const CREDIT_NOTE = new Set(
  [
    "avoir",
    "avoirs",
    "av",
    "avo",
    "facture d’avoir",
    "facture avoir",
    "avoir client",
    "note de crédit",
    "credit note",
    "381",
  ].map(normaliseName),
);
export const AMOUNT_COLUMNS = [
  "net",
  "vat",
  "total",
  "paid",
  "remaining",
] as const satisfies readonly InvoiceColumn[];
/** How much of a cell is shown to whoever sent the list. */
export const MAX_SHOWN = 60;
const SEPARATORS = [";", ",", "\t"] as const satisfies readonly Separator[];
/** A title and a few blank lines may come before the header. */
const HEADER_WITHIN = 20;
const REQUIRED = ["invoice_number", "invoice_date", "net", "total"] as const;
const ANY_OF_CINEMA = ["short_code", "cnc", "siren", "name"] as const;

/** Columns that may come twice: they were not looked at once, and « Type » may be a cinema's. */
const REPEATED: ReadonlySet<InvoiceColumn> = new Set([
  "kind",
  "currency",
  "remaining",
  "balance",
  "settled_on",
  "paid_on",
]);

/** The rows below the header of a list of invoices, and what stands in a cell of them. */
export interface InvoiceTable {
  readonly rows: readonly FileRow[];
  /** Names of columns that are not read: the first twenty. */
  readonly unread: readonly string[];
  readonly cell: (row: FileRow, column: InvoiceColumn) => string;
  /** What stands in columns that may come twice. */
  readonly cells: (row: FileRow, column: InvoiceColumn) => string[];
  /** How the header writes the columns of a kind. */
  readonly namesOf: (column: InvoiceColumn) => string[];
  /** Whether a comma that is the separator too cuts an amount of the row. */
  readonly isCut: (row: FileRow) => boolean;
  /** Whether a column says so. */
  readonly isCreditNote: (row: FileRow) => boolean;
}

/**
 * Finds separator, header and columns of a list of invoices.
 * @throws UnreadableTable with a sentence for the person who sent it
 */
export function invoiceTable(text: string): InvoiceTable {
  if (text.trim() === "") throw new UnreadableTable(EMPTY_FILE);
  const [best] = SEPARATORS.map((separator) => {
    const rows = csvRows(text, separator, HEADER_WITHIN).map((row) => ({ row, columns: columnsOf(row) }));
    const [header] = rows.sort((a, b) => b.columns.length - a.columns.length);
    return { separator, header };
  }).sort((a, b) => (b.header?.columns.length ?? 0) - (a.header?.columns.length ?? 0));
  const columns = best?.header?.columns ?? [];
  const found = new Map<InvoiceColumn, number>();
  for (const { column, at } of columns) {
    if (found.has(column) && !REPEATED.has(column))
      throw new UnreadableTable(
        `Deux colonnes du fichier donnent «\u00a0${ALIASES[column][0]}\u00a0». Gardez-en une.`,
      );
    if (!found.has(column)) found.set(column, at);
  }
  const missing: string[] = REQUIRED.filter((column) => !found.has(column)).map(
    (column) => ALIASES[column][0],
  );
  if (!ANY_OF_CINEMA.some((column) => found.has(column))) missing.push(ALIASES.name[0]);
  if (missing.length > 0 || !best?.header) {
    throw new UnreadableTable(
      `Colonne${missing.length > 1 ? "s" : ""} introuvable${missing.length > 1 ? "s" : ""} dans le fichier\u00a0: ${missing.join(", ")}.`,
    );
  }
  const cells: InvoiceTable["cells"] = (row, wanted) =>
    columns.flatMap(({ column, at }) => (column === wanted ? [(row.cells[at] ?? "").trim()] : []));
  const header = best.header.row;
  return {
    rows: csvRows(text, best.separator).filter(
      (row) => row.line > header.line && row.cells.some((cell) => cell.trim() !== ""),
    ),
    cell: (row, column) => {
      const at = found.get(column);
      return at === undefined ? "" : (row.cells[at] ?? "").trim();
    },
    unread: unreadOf(header),
    namesOf: (column) => cells(header, column).map((name) => cutText(name, MAX_SHOWN)),
    isCut: cutBy(best.separator, header.cells.length, found),
    cells,
    isCreditNote: (row) => cells(row, "kind").some((kind) => CREDIT_NOTE.has(normaliseName(kind))),
  };
}

const HAS_CENTS = /\d[.,]\d{1,2}\)?[-+]?\s*(€|eur)?$/i;

/**
 * `5,50` without quotes is two cells, and reads as 5 and 50: the row is wider than the header. A text that is cut behind amounts with their
 * cents does no harm (BANK-6).
 */
function cutBy(
  separator: Separator,
  width: number,
  found: ReadonlyMap<InvoiceColumn, number>,
): InvoiceTable["isCut"] {
  if (separator !== ",") return () => false;
  const amounts = AMOUNT_COLUMNS.map((column) => found.get(column)).filter((at) => at !== undefined);
  const isFilled = (cell: string | undefined): boolean => cell !== undefined && cell.trim() !== "";
  return ({ cells }) =>
    cells.length > width &&
    (cells.slice(width).some(isFilled) || cells.filter(isFilled).length > width) &&
    amounts.some((at) => isFilled(cells[at]) && !HAS_CENTS.test(cells[at]?.trim() ?? ""));
}

const MAX_UNREAD = 20;

function unreadOf({ cells }: FileRow): string[] {
  const names = cells.filter((cell) => FIELD_OF.get(normaliseName(cell)) === undefined);
  const told = new Set(names.map((name) => cutText(name.trim(), MAX_SHOWN)).filter((name) => name !== ""));
  return [...told].slice(0, MAX_UNREAD);
}

function columnsOf(row: FileRow): { readonly column: InvoiceColumn; readonly at: number }[] {
  return row.cells.flatMap((cell, at) => {
    const column = cell.length > MAX_SHOWN ? undefined : FIELD_OF.get(normaliseName(cell));
    return column ? [{ column, at }] : [];
  });
}
