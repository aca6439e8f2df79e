import type { RouteContract } from "../calls/route.contract.ts";
import { BOM, csvLine } from "../units/csv.ts";

/** A column of a list: its name on the screen and in the file, and what the file writes for a row. */
export interface ListColumn<Row> {
  readonly label: string;
  readonly csv: (row: Row) => string;
}
export type ListColumns<Row> = Readonly<Record<string, ListColumn<Row>>>;

/** Columns in the order of the file; a screen shows some of them, in its own. */
export const defineColumns =
  <Row>() =>
  <const Columns extends ListColumns<Row>>(columns: Columns): Columns =>
    columns;

export const csvHeader = (columns: ListColumns<never>): string =>
  BOM + csvLine(Object.values(columns).map(({ label }) => label));

export const csvRow = <Row>(columns: ListColumns<Row>, row: Row): string =>
  csvLine(Object.values(columns).map(({ csv }) => csv(row)));

/** The file of a list that the reader has whole. */
export const csvFile = <Row>(columns: ListColumns<Row>, rows: readonly Row[]): string =>
  csvHeader(columns) + rows.map((row) => csvRow(columns, row)).join("");

/**
 * A list that the server gives by pages, and whole as a file for a spreadsheet. Its filters and orders are those of `page`; the file is
 * of the same filter. The server mounts it (`mountList`), the screen takes its columns' names from it.
 */
export interface ListContract<Row = never> {
  readonly page: RouteContract;
  readonly csv: RouteContract;
  readonly fileName: string;
  readonly pageSize: number;
  readonly columns: ListColumns<Row>;
}

export const defineList = <const List extends ListContract>(list: List): List => list;

/** What a row of its file is made of: what the page gives, or what the file alone reads. */
export type CsvRowOf<List extends ListContract> =
  List["columns"] extends ListColumns<infer Row> ? Row : never;
