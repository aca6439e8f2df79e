import type { AuditActionType } from "@bobine/contract/audit";
import type { CivilDate } from "@bobine/contract/civil-date";
import type { Money } from "@bobine/contract/money";
import type { UserActionStatus } from "@bobine/contract/user-actions";
import sql, { empty, type Sql } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";

const CURSOR_ROWS = 1000;

/** All rows of a query, some at a time, from one snapshot. */
async function* fetched<Row>(tx: Tx, query: Sql): AsyncGenerator<Row[]> {
  await tx.run(sql`declare csv_list no scroll cursor for ${query}`);
  const next = sql([`fetch ${CURSOR_ROWS} from csv_list`]);
  for (;;) {
    const rows = await tx.many<Row>(next);
    yield rows;
    if (rows.length < CURSOR_ROWS) return;
  }
}

/**
 * All rows of a list that is read by pages, for those that are short (a report has some thousands of lines).
 * @param read 1-based page of that many rows
 */
export async function* allPages<Row>(
  read: (page: number, size: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let page = 1; ; page += 1) {
    const rows = await read(page, CURSOR_ROWS);
    yield rows;
    if (rows.length < CURSOR_ROWS) return;
  }
}

export interface TransactionCsvRow {
  readonly transaction_date: CivilDate;
  readonly value_date: CivilDate | null;
  readonly label: string;
  readonly amount: Money;
  readonly currency_code: string;
  readonly bank_account: string;
  readonly allocated_amount: Money;
  readonly letters: string | null;
  readonly invoice_numbers: string | null;
  readonly status: UserActionStatus | null;
}

/** Newest first, as the screen has them (UI-19). What paid it is gathered once for all lines, not line by line. */
export const transactionRows = (tx: Tx, distributorId: number): AsyncGenerator<TransactionCsvRow[]> =>
  fetched(
    tx,
    sql`
    select t.transaction_date, t.value_date, t.label, t.amount, t.currency_code, t.bank_account, t.allocated_amount, p.letters,
      p.invoice_numbers, a.status
    from bank_transaction t
    left join (
      select l.transaction_id, string_agg(distinct l.letters, ', ') as letters,
        string_agg(i.invoice_number, ', ' order by i.invoice_date, i.invoice_number) as invoice_numbers
      from allocation l join invoice i on i.id = l.invoice_id
      where l.distributor_id = ${distributorId} and l.transaction_id is not null group by l.transaction_id
    ) p on p.transaction_id = t.id
    left join user_action a on a.transaction_id = t.id
    where t.distributor_id = ${distributorId}
    order by t.transaction_date desc, t.id desc`,
  );

export interface AuditCsvRow {
  readonly created_at: string;
  readonly action_type: AuditActionType;
  readonly action_details: Record<string, unknown>;
  /** Empty when it was the system. */
  readonly actor: string | null;
}

/** Newest first. A super admin is nobody's user here: the names come through the function that knows that these entries are ours. */
export async function* auditRows(
  tx: Tx,
  distributorId: number,
  type: AuditActionType | undefined,
): AsyncGenerator<AuditCsvRow[]> {
  const rows = fetched<Omit<AuditCsvRow, "actor"> & { id: number }>(
    tx,
    sql`
    select a.id, a.created_at, a.action_type, a.action_details from audit_log a
    where a.distributor_id = ${distributorId} ${type === undefined ? empty : sql`and a.action_type = ${type}`}
    order by a.id desc`,
  );
  for await (const some of rows) {
    const names = await tx.many<{ entry_id: number; name: string }>(sql`
      select entry_id, coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) as name
      from audit_actor_names(${some.map(({ id }) => id)})`);
    const actors = new Map(names.map(({ entry_id, name }) => [entry_id, name]));
    yield some.map(({ id, ...entry }) => ({ ...entry, actor: actors.get(id) ?? null }));
  }
}
