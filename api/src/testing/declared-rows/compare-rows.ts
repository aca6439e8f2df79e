// What queries answered, beside what their types say.
import { types } from "pg";
import type { Answer } from "./observe-rows.ts";
import { type Declared, kindsOf, mismatch, shapeAt } from "./shapes.ts";

/** How the driver reads a type of PostgreSQL (pool.ts), by its number. */
const KINDS: ReadonlyMap<number, string> = new Map([
  [types.builtins.BOOL, "boolean"],
  [types.builtins.INT2, "number"],
  [types.builtins.INT4, "number"],
  [types.builtins.INT8, "number"],
  [types.builtins.FLOAT4, "number"],
  [types.builtins.FLOAT8, "number"],
  [types.builtins.NUMERIC, "string"],
  [types.builtins.TEXT, "string"],
  [types.builtins.VARCHAR, "string"],
  [types.builtins.UUID, "string"],
  [types.builtins.DATE, "string"],
  [types.builtins.TIMESTAMPTZ, "string"],
  [types.builtins.TIMESTAMP, "date"],
  [types.builtins.BYTEA, "bytes"],
]);

/** What the answer of a query has that its type does not say, a line each: columns and their types even when it has no rows. */
export function complaintsOf({ shapes, rows }: Declared, answer: Answer): string[] {
  const id = rows[answer.place];
  if (id === undefined) return [];
  const shape = shapeAt(shapes, id);
  // A type of several kinds of rows: only the rows can be compared.
  const declared = shape.is === "object" ? Object.entries(shape.fields) : [];
  const columns = new Map(answer.fields.map((field) => [field.name, field.dataTypeID]));
  const ofColumns = declared.flatMap(([name, field]) => {
    const column = columns.get(name);
    if (column === undefined)
      return shape.is === "object" && shape.optional.includes(name) ? [] : [`${name} is not read`];
    const kind = KINDS.get(column);
    const kinds = kindsOf(shapes, field);
    return kind === undefined || kinds === undefined || kinds.has(kind)
      ? []
      : [`${name} is a ${kind} and is said to be ${[...kinds].join(" or ")}`];
  });
  const ofRows = answer.rows.flatMap((row) => mismatch(shapes, id, row) ?? []);
  return [...new Set([...ofColumns, ...ofRows])].map((complaint) => `${answer.place}: ${complaint}`);
}
