import type { FileRow } from "./file-row.ts";

/** Before what stands in a cell that has no value: the error of its formula, or that nobody has computed it. */
export const FAULT = "\u0001";
export const NOT_COMPUTED = "formule sans valeur";
export const isFault = (cell: string): boolean => cell.startsWith(FAULT);

/** What a workbook shows instead of a value is none: only the amount of an operation misses it (BANK-5). */
export const withoutFaults = (row: FileRow): FileRow =>
  row.cells.some(isFault)
    ? { line: row.line, cells: row.cells.map((cell) => (isFault(cell) ? "" : cell)) }
    : row;
