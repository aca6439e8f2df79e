import { csvRows, type Separator } from "./tables/csv-rows.ts";
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
  status: ["statut", "etat", "status"],
  corrects: [
    "facture_corrigee",
    "facturecorrigee",
    "facturedorigine",
    "avoirsur",
    "surfacture",
    "correctedinvoice",
  ],
  film: ["film", "titre", "titrefilm", "filmtitle"],
} as const;
export type InvoiceColumn = keyof typeof ALIASES;

const FIELD_OF = new Map(
  Object.entries(ALIASES).flatMap(([field, names]) =>
    names.map((name) => [normaliseName(name), field as InvoiceColumn] as const),
  ),
);
const SEPARATORS = [";", ",", "\t"] as const satisfies readonly Separator[];
/** A title and a few blank lines may come before the header. */
const HEADER_WITHIN = 20;
const REQUIRED = ["invoice_number", "invoice_date", "net", "total"] as const;
const ANY_OF_CINEMA = ["short_code", "cnc", "siren", "name"] as const;

/** The rows below the header of a list of invoices, and what stands in a cell of them. */
export interface InvoiceTable {
  readonly rows: readonly FileRow[];
  readonly cell: (row: FileRow, column: InvoiceColumn) => string;
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
    if (found.has(column))
      throw new UnreadableTable(
        `Deux colonnes du fichier donnent «\u00a0${ALIASES[column][0]}\u00a0». Gardez-en une.`,
      );
    found.set(column, at);
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
  const headerLine = best.header.row.line;
  return {
    rows: csvRows(text, best.separator).filter(
      (row) => row.line > headerLine && row.cells.some((cell) => cell.trim() !== ""),
    ),
    cell: (row, column) => {
      const at = found.get(column);
      return at === undefined ? "" : (row.cells[at] ?? "").trim();
    },
  };
}

function columnsOf(row: FileRow): { readonly column: InvoiceColumn; readonly at: number }[] {
  return row.cells.flatMap((cell, at) => {
    const column = cell.length > 60 ? undefined : FIELD_OF.get(normaliseName(cell));
    return column ? [{ column, at }] : [];
  });
}
