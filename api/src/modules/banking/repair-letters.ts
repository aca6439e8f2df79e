import sql from "sql-template-tag";
import { lockLedger } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { letteringIndex } from "../../domain/exports/lettering-code.ts";
import { refreshLetters, type WrittenLetters } from "./letter-groups.ts";

/**
 * Looks at all the groups of some client accounts again, and gives each of them letters of its own. What keeps its letters is
 * what `refreshLetters` keeps; on sound accounts nothing changes.
 */
export async function repairLetters(
  tx: Tx,
  distributorId: number,
  accounts: readonly string[],
): Promise<WrittenLetters> {
  await lockLedger(tx, distributorId);
  const rows = await tx.many<{ id: number; client_account: string; letters: string[] }>(sql`
    select i.id, i.client_account, array_remove(array_agg(distinct l.letters) || i.lettering_letters, null) as letters
    from invoice i
    left join lateral (
      select a.letters, true as is_settled from allocation a where a.invoice_id = i.id
      union all select c.letters, true from credit_application c where c.invoice_id = i.id
      union all select null, true from credit_application c where c.credit_note_id = i.id) l on true
    where i.distributor_id = ${distributorId} and i.client_account = any(${accounts}::text[])
      and (i.lettering_letters is not null or l.is_settled)
    group by i.id`);
  await raiseSequences(tx, distributorId, rows);
  return await refreshLetters(
    tx,
    distributorId,
    rows.map((row) => row.id),
  );
}

/** No letters that an account has are its next ones. */
async function raiseSequences(
  tx: Tx,
  distributorId: number,
  rows: readonly { readonly client_account: string; readonly letters: readonly string[] }[],
): Promise<void> {
  const last = new Map<string, number>();
  for (const { client_account, letters } of rows)
    for (const one of letters)
      last.set(client_account, Math.max(last.get(client_account) ?? 0, letteringIndex(one) ?? 0));
  await tx.run(sql`
    insert into lettering_sequence as s (distributor_id, client_account, last_index)
    select ${distributorId}, account, last from unnest(${[...last.keys()]}::text[], ${[...last.values()]}::integer[]) as l (account, last)
    order by account
    on conflict (distributor_id, client_account) do update set last_index = greatest(s.last_index, excluded.last_index)`);
}
