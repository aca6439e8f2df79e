import type { Money } from "@bobine/contract/money";
import sql, { raw, type Sql } from "sql-template-tag";
import { columnsOf, type RowOf } from "../../db/columns.ts";
import { inCents } from "../../db/money.ts";
import type { BankPartRow } from "../../db/schema.ts";
import type { Tx } from "../../db/scope.ts";
import type { ExportPart, ExportPeriod } from "../../domain/exports/export-data.ts";

/**
 * What is gone of advance `advance` after its use or refund `move`, as they were recorded: what is used later changes nothing of what a lot may hold
 * (VAT-5).
 */
export function usedOf(advance: Sql, move: Sql, rank: 0 | 1): Sql {
  const isUpTo = (rankOfOther: 0 | 1): Sql =>
    sql`(o.created_at, ${raw(String(rankOfOther))}, o.id) <= (${move}.created_at, ${raw(String(rank))}, ${move}.id)`;
  return sql`
    coalesce((select sum(o.amount) from allocation o where o.part_id = ${advance}.id and ${isUpTo(0)}), 0)
      - coalesce((select sum(o.amount) from bank_part o where o.source_part_id = ${advance}.id and ${isUpTo(1)}), 0)`;
}

const PART_COLUMNS = columnsOf<BankPartRow>()(
  [
    "id",
    "transaction_id",
    "kind",
    "amount",
    "account",
    "account_label",
    "invoice_id",
    "credit_note_id",
    "source_part_id",
  ],
  "p",
);

/** Parts of the bank lines of a period. */
export async function exportedParts(
  tx: Tx,
  distributorId: number,
  period: ExportPeriod,
): Promise<ExportPart[]> {
  const rows = await tx.many<
    RowOf<typeof PART_COLUMNS> &
      Pick<ExportPart, "client_account" | "source_kind" | "vat_rate_bp"> & {
        readonly advance_used: Money | null;
      }
  >(sql`
    select ${PART_COLUMNS}, coalesce(nullif(p.client_account, ''), s.client_account, n.client_account, '') as client_account,
      s.kind as source_kind, coalesce(p.vat_rate_bp, s.vat_rate_bp) as vat_rate_bp,
      case s.kind when 'advance' then ${usedOf(sql`s`, sql`p`, 1)} end as advance_used
    from bank_part p join bank_transaction t on t.id = p.transaction_id
    left join bank_part s on s.id = p.source_part_id
    left join invoice n on n.id = p.credit_note_id
    where t.distributor_id = ${distributorId} and t.transaction_date between ${period.from} and ${period.to}
    order by p.transaction_id, p.position`);
  return rows.map((row) => inCents(row, "amount", "advance_used"));
}
