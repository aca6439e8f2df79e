/** A file of rows that is refused whole; the message is the sentence for the person who sent it. */
export class UnreadableTable extends Error {
  /** `columns`: it may be read once somebody says which column is what (BANK-30). */
  readonly mendedBy: "columns" | undefined;

  constructor(message: string, mendedBy?: "columns") {
    super(message);
    this.mendedBy = mendedBy;
  }
}

/** One that was understood, and has no operation: beside others it is told, and they are read. */
export class EmptyTable extends UnreadableTable {}

/** A row of a file, before its columns have a meaning. */
export interface FileRow {
  /** Where the row begins in the file, from 1, as the person sees it in a spreadsheet or an editor. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** BANK-1 */
export const MAX_ROWS = 50_000;
export const MAX_COLUMNS = 200;

export const UNKNOWN_LAYOUT =
  "Format de relevé non reconnu. Colonnes attendues : date, libellé et montant (ou débit/crédit).";
export const SAVE_AS_XLSX_OR_CSV = "Enregistrez le fichier au format XLSX ou CSV.";
export const EMPTY_FILE = "Le fichier est vide.";
export const NO_OPERATION = "Le fichier ne contient aucune opération.";
export const TOO_MANY_ROWS = "Le fichier contient plus de 50 000 lignes. Découpez-le en plusieurs périodes.";
