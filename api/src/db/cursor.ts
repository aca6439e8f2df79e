import sql, { type Sql } from "sql-template-tag";
import type { Tx } from "./scope.ts";

const CURSOR_ROWS = 1000;

/** All rows of a query, some at a time, from one snapshot; one query at a time in a transaction. */
export async function* fetched<Row>(tx: Tx, query: Sql): AsyncGenerator<Row[]> {
  // By itself PostgreSQL plans for who looks at the first rows alone, and walks through all of a table in the order that is asked for.
  await tx.run(sql`set local cursor_tuple_fraction = 1`);
  await tx.run(sql`declare whole_list no scroll cursor for ${query}`);
  const next = sql([`fetch ${CURSOR_ROWS} from whole_list`]);
  for (;;) {
    const rows = await tx.many<Row>(next);
    yield rows;
    if (rows.length < CURSOR_ROWS) break;
  }
  await tx.run(sql`close whole_list`);
}
