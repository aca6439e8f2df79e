import { createHash } from "node:crypto";
import { raw, type Sql } from "sql-template-tag";

/** A session of the database keeps a plan for each statement: they are few, and nobody may make them many. */
interface Room {
  left: number;
}
const STATEMENTS: Room = { left: 300 };
const LISTS: Room = { left: 100 };
const names = new Map<string, string>();

/**
 * The query under a name of its text, so that each session of the database reads and plans it once instead of each time. For
 * the queries of each page only: text that follows what callers send (number of values, of words) does not belong here.
 */
export const prepared = (query: Sql): Sql => named(query, STATEMENTS);

/**
 * The same of a list whose text follows which filters and order are asked for. Those that come first have a name; who asks for every
 * combination takes no other statement's away.
 */
export const preparedList = (query: Sql): Sql => named(query, LISTS);

function named(query: Sql, room: Room): Sql {
  const { text } = query;
  let name = names.get(text);
  if (name === undefined) {
    if (room.left === 0) return query;
    room.left -= 1;
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
