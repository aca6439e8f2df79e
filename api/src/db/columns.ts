// A list of columns that the compiler knows: written once, for the text of the query and for the type of its rows.
import { raw, type Sql } from "sql-template-tag";

/** `${columns}` is the list in SQL, `RowOf<typeof columns>` what it reads. */
export type Columns<Row> = Sql & { readonly row?: Row };

export type RowOf<List> = List extends Columns<infer Row> ? Row : never;

/**
 * `columnsOf<InvoiceRow>()("id, i.status")` would be text to the compiler; `columnsOf<InvoiceRow>()(["id", "status"], "i")` is not.
 * @param alias of the table in the query
 */
export const columnsOf =
  <Row>() =>
  <const Name extends keyof Row & string>(names: readonly Name[], alias?: string): Columns<Pick<Row, Name>> =>
    raw(names.map((name) => `${alias === undefined ? "" : `${alias}.`}"${name}"`).join(", "));
