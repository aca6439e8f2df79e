import { normaliseName, normaliseText } from "./normalise-name.ts";
import { type FileRow, UnreadableTable } from "./tables/file-row.ts";

/** Names that each column may have (CIN-8, and the public list of cinemas); the first is shown in messages. */
const ALIASES = {
  name: ["Nom", "Nom du cinéma", "Cinéma", "Établissement", "Enseigne", "Name"],
  legal_name: ["Raison sociale", "Société", "Société exploitante", "Exploitant", "Legal name"],
  city: ["Ville", "Commune", "Localité", "City"],
  pin_code: ["Code postal", "CP", "Pin code", "Postal code"],
  address: ["Adresse", "Adresse 1", "Address"],
  address_line_2: ["Complément d’adresse", "Complément adresse", "Complément", "Adresse 2", "Address line 2"],
  group: ["Groupe", "Circuit", "Group"],
  sub_group: ["Sous-groupe", "Sous groupe", "Entente", "Sub group"],
  siren: ["SIREN", "N° SIREN", "Numéro SIREN", "SIRET", "N° SIRET"],
  cnc_authorization: [
    "N° CNC",
    "CNC",
    "No CNC",
    "Numéro CNC",
    "Code CNC",
    "N° auto CNC",
    "CNC authorization",
  ],
  short_name_code: ["Code court", "Code", "Code cinéma", "Short name code"],
  default_accounting_code: ["Code comptable", "Compte comptable", "Compte", "Default accounting code"],
  default_invoice_emails: [
    "E-mails facturation",
    "E-mail facturation",
    "E-mails de facturation",
    "E-mail de facturation",
    "Mails facturation",
    "Mail facturation",
    "Default invoice emails",
  ],
  default_reminder_emails: [
    "E-mails relance",
    "E-mail relance",
    "E-mails de relance",
    "E-mail de relance",
    "E-mails relances",
    "Mails relance",
    "Mail relance",
    "Default reminder emails",
  ],
  phones: ["Téléphones", "Téléphone", "Tél", "Tel.", "Phones", "Phone"],
  invoicing_company_name: ["Société facturée", "Société de facturation", "Invoicing company name"],
  invoicing_address: ["Adresse de facturation", "Adresse facturation", "Invoicing address"],
  invoicing_address_line_2: [
    "Complément d’adresse de facturation",
    "Complément adresse facturation",
    "Invoicing address line 2",
  ],
  invoicing_pin_code: [
    "CP de facturation",
    "CP facturation",
    "Code postal de facturation",
    "Code postal facturation",
    "Invoicing pin code",
  ],
  invoicing_city: ["Ville de facturation", "Ville facturation", "Invoicing city"],
  invoicing_siren: ["SIREN facturation", "SIREN de facturation", "Invoicing siren"],
  vat_number: [
    "N° TVA",
    "N° de TVA",
    "Numéro TVA",
    "Numéro de TVA",
    "TVA intracommunautaire",
    "N° TVA intracommunautaire",
    "N° de TVA intracommunautaire",
    "Numéro de TVA intracommunautaire",
    "VAT number",
  ],
  screens: ["Salles", "Salle", "Screens"],
  number: ["N° auto", "N° autorisation", "N° d’autorisation", "Numéro d’autorisation", "Numéro autorisation"],
  is_validated: ["Validé", "Validation", "Is validated"],
} as const;
export type CinemaColumn = keyof typeof ALIASES;

/** How a column is called in messages. */
export const columnName = (field: string): string =>
  field in ALIASES ? ALIASES[field as CinemaColumn][0] : field;

const COLUMN_OF = new Map(
  Object.entries(ALIASES).flatMap(([column, names]) =>
    names.map((name) => [normaliseName(name), column as CinemaColumn] as const),
  ),
);
/** A title and a few blank lines may come before the header. */
const HEADER_WITHIN = 20;
const NBSP = "\u00a0";

/** The rows below the header of a list of cinemas, and what stands in a cell of them. */
export interface CinemaTable {
  readonly rows: readonly FileRow[];
  readonly columns: ReadonlySet<CinemaColumn>;
  /** Trimmed; empty when the list has no such column. */
  readonly cell: (row: FileRow, column: CinemaColumn) => string;
}

/**
 * Finds the header of a list of cinemas and its columns, whatever their order, case and accents.
 * @throws UnreadableTable with a sentence for the person who sent it
 */
export function cinemaTable(rows: readonly FileRow[]): CinemaTable {
  const headers = rows.slice(0, HEADER_WITHIN).map((row) => ({ row, columns: columnsOf(row) }));
  const [header] = headers.toSorted((a, b) => b.columns.length - a.columns.length);
  const found = new Map<CinemaColumn, number>();
  for (const { column, at } of header?.columns ?? []) {
    if (found.has(column))
      throw new UnreadableTable(
        `Deux colonnes du fichier donnent «${NBSP}${columnName(column)}${NBSP}». Gardez-en une.`,
      );
    found.set(column, at);
  }
  if (!header || !found.has("name"))
    throw new UnreadableTable(
      `Colonne introuvable dans le fichier${NBSP}: ${columnName("name")}. La première ligne doit porter le nom des colonnes.`,
    );
  const headerLine = header.row.line;
  const cell = (row: FileRow, column: CinemaColumn): string => {
    const at = found.get(column);
    return at === undefined ? "" : (row.cells[at] ?? "").replaceAll("\0", "").toWellFormed().trim();
  };
  const isFilled = (row: FileRow): boolean => [...found.keys()].some((column) => cell(row, column) !== "");
  return {
    rows: rows.filter(
      (row) => row.line > headerLine && isFilled(row) && !isSum((column) => cell(row, column)),
    ),
    columns: new Set(found.keys()),
    cell,
  };
}

const SUM =
  /^(?:sous )?tota(?:l|ux)(?: (?:general|generaux|cinemas?|des cinemas|etablissements?))?(?: \d+)?$/;
const SITE = ["city", "pin_code", "address", "cnc_authorization", "short_name_code", "siren"] as const;

/** The last row of a list adds the others up: no town or number tells a cinema of that name. */
const isSum = (cell: (column: CinemaColumn) => string): boolean =>
  SUM.test(normaliseText(cell("name"))) && SITE.every((column) => cell(column) === "");

function columnsOf(row: FileRow): { readonly column: CinemaColumn; readonly at: number }[] {
  return row.cells.flatMap((cell, at) => {
    const column = cell.length > 60 ? undefined : COLUMN_OF.get(normaliseName(cell));
    return column ? [{ column, at }] : [];
  });
}
