import sql, { empty } from "sql-template-tag";
import { prepared } from "./prepared.ts";
import type { Tx } from "./scope.ts";

/**
 * How many rows a list has, without reading them: migration 043 keeps the sums.
 * @param distributorId whose rows; null for what belongs to nobody: cinemas, the console's own log
 * @param kinds only these (status, action type); all of them without
 */
export async function tally(
  tx: Tx,
  list: "audit_log" | "cinema" | "cinema_distributor" | "invoice",
  distributorId: number | null,
  kinds: readonly string[] | undefined,
): Promise<number> {
  const ofKinds = kinds === undefined ? empty : sql`and kind = any(${kinds})`;
  const owner = distributorId === null ? sql`is null` : sql`= ${distributorId}`;
  const { count } = await tx.one<{ count: number }>(
    prepared(sql`
      select coalesce(sum(change), 0)::bigint as count from list_tally
      where list = ${list} and distributor_id ${owner} ${ofKinds}`),
  );
  return count;
}
