/** BANK-17: names under which banks give statements; among them the content decides. */
export const STATEMENT_EXTENSIONS = [
  ".csv",
  ".xlsx",
  ".xml",
  ".ofx",
  ".qfx",
  ".sta",
  ".mt940",
  ".940",
  ".942",
  ".cfo",
  ".cfonb",
  ".txt",
  ".zip",
] as const;
export const isStatementFileName = (fileName: string): boolean =>
  STATEMENT_EXTENSIONS.some((extension) => fileName.toLowerCase().endsWith(extension));

/** Columns of a table that a bank's file may have. */
export const MOST_COLUMNS = 200;
/** Parts of a label that are asked for. */
export const MOST_LABEL_PARTS = 5;
