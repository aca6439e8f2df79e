// api/src/db/schema.ts: a type for the rows of each table, as the driver reads them (pool.ts).
import type { Column, Schema, Table } from "./read-catalog.ts";

const TYPES: Readonly<Record<string, string>> = {
  bigint: "number",
  integer: "number",
  smallint: "number",
  "double precision": "number",
  // Two decimals: euros, as the wire writes them.
  numeric: "Money",
  boolean: "boolean",
  text: "string",
  uuid: "string",
  date: "CivilDate",
  "timestamp with time zone": "string",
  bytea: "Buffer",
  json: "unknown",
  jsonb: "unknown",
};

export function rowTypes({ tables }: Schema): string {
  return `import type { CivilDate } from "@bobine/contract/civil-date";
import type { Money } from "@bobine/contract/money";

/** What an insert says: the columns with a default, and those that may be null, only when it wants to. */
type Inserted<Row, Computed extends keyof Row, Optional extends keyof Row> = Omit<Row, Computed | Optional> &
  Partial<Pick<Row, Optional>>;

${tables.map(tableType).join("\n\n")}
`;
}

function tableType(table: Table): string {
  const name = pascalCase(table.name);
  const computed = table.columns.filter((one) => one.kind !== "plain");
  const optional = table.columns.filter(
    (one) => one.kind === "plain" && (one.is_nullable || one.expression !== null),
  );
  return `export interface ${name}Row {
${table.columns.map((column) => `  readonly ${column.name}: ${typeOf(column, table)};`).join("\n")}
}
export type New${name} = Inserted<${name}Row, ${namesOf(computed)}, ${namesOf(optional)}>;`;
}

const namesOf = (columns: readonly Column[]): string =>
  columns.map((one) => `"${one.name}"`).join(" | ") || "never";

function typeOf(column: Column, table: Table): string {
  const values = column.type === "text" ? valuesOf(column, table) : undefined;
  const type = values?.map((value) => `"${value}"`).join(" | ") ?? driverType(column.type);
  return column.is_nullable && type !== "unknown" ? `${type} | null` : type;
}

function driverType(type: string): string {
  if (type.endsWith("[]")) return `${driverType(type.slice(0, -2))}[]`;
  const found = TYPES[type.replace(/\(\d+,2\)$/, "")];
  if (found === undefined) throw new Error(`How is a ${type} read? Say it in pool.ts and in row-types.ts.`);
  return found;
}

const TEXT = /'([^']*)'::text/g;
const textsIn = (sql: string, pattern: RegExp): string[] =>
  [...sql.matchAll(pattern)].flatMap(([, text]) => text ?? []);

/** The only texts that a column may hold, when its CHECK lists them or the CASE that computes it ends in them. */
function valuesOf(column: Column, table: Table): readonly string[] | undefined {
  const list = new RegExp(
    String.raw`^CHECK \(${column.name} = ANY \(ARRAY\[((?:'[^']*'::text(?:, )?)+)\]\)\)$`,
  );
  for (const { definition } of table.constraints.filter((one) => one.column === column.name)) {
    const values = list.exec(definition)?.[1];
    if (values !== undefined) return textsIn(values, TEXT);
  }
  if (column.kind === "generated" && column.expression?.trimStart().startsWith("CASE"))
    return textsIn(column.expression, /(?:THEN|ELSE) '([^']*)'::text/g);
  return undefined;
}

const pascalCase = (name: string): string =>
  name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
