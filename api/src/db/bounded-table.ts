import type { ClientBase } from "pg";
import { givingWay } from "./giving-way.ts";

/** The check of such a table. */
export const ENDS_BEFORE = "ends_before";

/**
 * Does what is quick where it is known between which ids a table lies (`attach partition`), without reading it again. To know it, it is read beside those who
 * write, who are held to it until it is done: the id lies far ahead of theirs.
 * @param client the owner's, in no transaction
 * @param ids from the first that is in the table, where it has one, to before the first that is not
 * @param work in a transaction that gives way
 */
export async function bounded(
  client: ClientBase,
  table: string,
  ids: { readonly from?: number; readonly before: number },
  work: () => Promise<void>,
): Promise<void> {
  const check = [...(ids.from === undefined ? [] : [`id >= ${ids.from}`]), `id < ${ids.before}`].join(
    " and ",
  );
  try {
    await givingWay(client, () =>
      client.query(`alter table ${table} add constraint ${ENDS_BEFORE} check (${check}) not valid`),
    );
    await client.query(`alter table ${table} validate constraint ${ENDS_BEFORE}`);
    await givingWay(client, work);
  } finally {
    await dropLeftBounds(client);
  }
}

/**
 * Whoever dies before a table has become a part leaves it held to an end, at which entries would be refused one day: so each start looks, too.
 * @param client the owner's, in no transaction
 */
export async function dropLeftBounds(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    "select conrelid::regclass as name from pg_constraint where conname = $1",
    [ENDS_BEFORE],
  );
  for (const { name } of rows)
    await givingWay(client, () =>
      client.query(`alter table ${name} drop constraint if exists ${ENDS_BEFORE}`),
    );
}
