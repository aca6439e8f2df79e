import { must } from "../../must.ts";
import { frenchDate } from "../french-date.ts";
import { MAX_COLUMNS } from "./file-row.ts";

/** Characters of one row. */
export const MAX_RECORD = 100_000;
const MANY_COLUMNS = 5;

/** A stray quote swallows the rows up to the next one: a line in a cell that begins with a date, or has many columns, is one. */
export function hasRows(cell: string, separator: string): boolean {
  if (!cell.includes("\n")) return false;
  return cell
    .split("\n")
    .slice(1)
    .some((line) => {
      const columns = line.split(separator);
      return (
        columns.length > MANY_COLUMNS ||
        (columns.length > 1 && frenchDate(must(columns[0], "first column")) !== undefined)
      );
    });
}

/** The cells of a row, without those that no table has and what spreadsheets write to say that a cell is text. */
export const plainCells = (cells: string[]): string[] => cutCells(cells).map(plainCell);

export const cutCells = (cells: string[]): string[] =>
  cells.length > MAX_COLUMNS ? cells.slice(0, MAX_COLUMNS) : cells;

function plainCell(cell: string): string {
  const forced = /^="(.*)"$/s.exec(cell);
  return forced ? must(forced[1], "forced text").replaceAll('""', '"') : cell;
}
