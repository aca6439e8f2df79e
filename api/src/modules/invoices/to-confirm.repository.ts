import type { CinemaToConfirm } from "@bobine/contract/invoice-confirmations";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import type { InvoiceCsvRow } from "../../domain/parsing/invoice-csv.ts";
import { numberKey } from "../../domain/invoicing/imported-invoice.ts";

/** Lines of lists that wait until the user confirms their cinema. */
export const toConfirmRepository = {
  /** The same number again takes the place of the line that waits. */
  async save(
    tx: Tx,
    distributorId: number,
    file: { readonly fileName: string; readonly at: Date },
    rows: readonly InvoiceCsvRow[],
  ): Promise<void> {
    if (rows.length === 0) return;
    const lines = JSON.stringify(
      rows.map((row) => ({
        key: JSON.stringify(row.cinema),
        named: row.cinema,
        number_key: numberKey(row.invoice_number),
        row,
      })),
    );
    await tx.run(sql`
      insert into cinema_to_confirm (distributor_id, key, named, file_name, created_at)
      select distinct on (key) ${distributorId}, key, named, ${file.fileName}, ${file.at}
      from jsonb_to_recordset(${lines}::jsonb) as l (key text, named jsonb)
      on conflict (distributor_id, key) do update set file_name = excluded.file_name, created_at = excluded.created_at`);
    await tx.run(sql`
      insert into invoice_to_confirm (distributor_id, cinema_to_confirm_id, number_key, row)
      select ${distributorId}, c.id, l.number_key, l.row
      from jsonb_to_recordset(${lines}::jsonb) as l (key text, number_key text, row jsonb)
      join cinema_to_confirm c on c.distributor_id = ${distributorId} and c.key = l.key
      on conflict (distributor_id, number_key) do update set cinema_to_confirm_id = excluded.cinema_to_confirm_id, row = excluded.row`);
    await this.forgetEmpty(tx, distributorId);
  },

  /** A cinema whose lines are all another's now. */
  forgetEmpty: (tx: Tx, distributorId: number): Promise<number> =>
    tx.run(sql`
      delete from cinema_to_confirm c where distributor_id = ${distributorId}
        and not exists (select from invoice_to_confirm i where i.cinema_to_confirm_id = c.id)`),

  async page(
    tx: Tx,
    distributorId: number,
    page: number,
    size: number,
  ): Promise<{ count: number; rows: CinemaToConfirm[] }> {
    const rows = await tx.many<CinemaToConfirm>(sql`
      select c.id, c.named->>'name' as name, c.named->>'city' as city, c.named->>'short_code' as short_code, c.named->>'cnc' as cnc,
        c.named->>'siren' as siren, c.file_name, c.created_at, i.invoice_count, i.total_amount
      from cinema_to_confirm c cross join lateral (
        select count(*) as invoice_count, (sum((row->>'total')::bigint) * 0.01)::numeric(14, 2) as total_amount
        from invoice_to_confirm i where i.cinema_to_confirm_id = c.id) i
      where c.distributor_id = ${distributorId} and i.invoice_count > 0
      order by c.created_at desc, c.id limit ${size} offset ${(page - 1) * size}`);
    const { count } = await tx.one<{ count: number }>(
      sql`select count(*) as count from cinema_to_confirm where distributor_id = ${distributorId}`,
    );
    return { count, rows };
  },

  /** Takes the lines of these cinemas out, in the order of their files. */
  async remove(tx: Tx, distributorId: number, ids: readonly number[]): Promise<InvoiceCsvRow[]> {
    const rows = await tx.many<{ row: InvoiceCsvRow }>(sql`
      with gone as (delete from invoice_to_confirm
        where distributor_id = ${distributorId} and cinema_to_confirm_id = any(${ids}::bigint[]) returning id, row)
      select row from gone order by (row->>'line')::integer, id`);
    await tx.run(sql`
      delete from cinema_to_confirm where distributor_id = ${distributorId} and id = any(${ids}::bigint[])`);
    return rows.map(({ row }) => row);
  },
};
