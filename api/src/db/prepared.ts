import { createHash } from "node:crypto";
import { raw, type Sql } from "sql-template-tag";

/** A session of the database keeps a plan for each statement: those of lists are few, and nobody may make them many. */
const MOST_STATEMENTS = 300;
const names = new Map<string, string>();

/**
 * The query under a name of its text, so that each session of the database reads and plans it once instead of each time. For
 * the queries of each page only: text that follows what callers send (number of values, of words) does not belong here.
 */
export function prepared(query: Sql): Sql {
  const { text } = query;
  let name = names.get(text);
  if (name === undefined) {
    if (names.size >= MOST_STATEMENTS) return query;
    name = createHash("sha256").update(text).digest("base64url");
    names.set(text, name);
  }
  // pg sends a query that has a name as a prepared statement.
  return Object.assign(query, { name });
}

/** `limit 100`, as text: a plan for all values would take a parameter for a tenth of the table. @param rows a constant of ours */
export function pageLimit(rows: number): Sql {
  if (!Number.isSafeInteger(rows)) throw new RangeError("a page has a whole number of rows");
  return raw(`limit ${rows}`);
}
