// Lists of columns that the compiler knows: written once, for the text of the query and for the type of its rows.
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

type RequiredNames<New> = {
  [Name in keyof New]-?: object extends Pick<New, Name> ? never : Name;
}[keyof New];

/** An error of the compiler that names the columns, when some are left out. */
type Nothing<Forgotten> = [Forgotten] extends [never] ? unknown : { readonly forgotten: Forgotten };

/**
 * The columns that an insert writes of each row. One that the table requires and the insert forgets is an error of the compiler.
 * With `from json_populate_recordset(null::invoice, …)` their SQL types are those of the table.
 * @param parts.fixed written too, with the same value for all rows
 */
export const insertedColumnsOf =
  <New>() =>
  <const Fixed extends keyof New & string, const Name extends keyof New & string>(
    parts: { readonly fixed: readonly Fixed[]; readonly rows: readonly Name[] } & Nothing<
      Exclude<RequiredNames<New>, Fixed | Name>
    >,
  ): Columns<Required<Pick<New, Name>>> =>
    columnsOf<New>()(parts.rows) as Columns<Required<Pick<New, Name>>>;
