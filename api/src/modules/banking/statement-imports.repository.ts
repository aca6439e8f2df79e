import type { CivilDate } from "@bobine/contract/civil-date";
import type { StatementImport } from "@bobine/contract/statement-imports";
import sql, { raw } from "sql-template-tag";
import { prepared } from "../../db/prepared.ts";
import type { Tx } from "../../db/scope.ts";
import { lineAdditions } from "./line-additions.repository.ts";
import { personJson } from "./decision-columns.ts";
import { firstAccountOf } from "./lines-of-account.ts";
import type { StoredStatement } from "./stored-statements.repository.ts";

/** An import as it is locked. */
export interface LockedImport {
  readonly id: number;
  readonly file_name: string;
  readonly is_taken_back: boolean;
  /** What its taking back removed; 0 before. */
  readonly removed: number;
}

/** A lettering of a line that goes. */
export interface LetteringToUndo {
  readonly id: number;
  readonly transaction_id: number;
  readonly user_action_id: number | null;
  readonly transaction_date: CivilDate;
  readonly label: string;
  /** The engine paid invoices with it, and nothing else stands on it: any number of these go at once. */
  readonly is_plain: boolean;
}

/** Lines that only the file tells; what the connection to the bank knows too stays. */
const OWN = sql`t.provider_transaction_id is null`;
const nullable = (name: string) => `f.stats ->> '${name}' as ${name}`;
const counted = (name: string) => `coalesce((f.stats ->> '${name}')::integer, 0) as ${name}`;
/**
 * Whether operations that one import tells came with another one: at its import some were known, of days that the other tells of.
 * @param one later, stands still
 */
const mayTellOf = (one: string, other: string) =>
  raw(`${one}.distributor_id = ${other}.distributor_id and ${one}.kind = 'bank_statement' and ${other}.kind = 'bank_statement'
    and ${one}.id > ${other}.id and ${one}.taken_back_at is null and (${one}.stats ->> 'duplicates')::integer > 0
    and ${one}.stats ->> 'period_start' <= ${other}.stats ->> 'period_end' and ${one}.stats ->> 'period_end' >= ${other}.stats ->> 'period_start'`);
const COLUMNS = raw(
  `f.id, f.file_name, f.file_size, f.created_at, ${personJson("u")} as created_by, ${["bank", "file_format", "period_start", "period_end"].map(nullable).join(", ")},
  ${["imported", "duplicates"].map(counted).join(", ")},
  (select count(*) from bank_transaction t where t.import_id = f.id)::integer as line_count,
  exists (select from kept_statement k where k.import_id = f.id) as has_file,
  case when f.taken_back_at is not null then json_build_object('at', to_char(f.taken_back_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'by', ${personJson("b")}) end as taken_back`,
);
/** By account the first opening and the last closing balance. */
const BALANCES = sql`
  (select coalesce(json_agg(json_build_object('account_label', s.account_label, 'kind', s.kind, 'date', s.balance_date, 'amount', s.amount::text)
      order by s.account, s.kind desc), '[]')
    from (select distinct on (coalesce(b.bank_account_id, 0), b.kind) coalesce(b.bank_account_id, 0) as account,
        coalesce(a.label, '') as account_label, b.kind, b.balance_date, b.amount
      from bank_balance b left join bank_account a on a.id = coalesce(b.bank_account_id, ${firstAccountOf(sql`b.distributor_id`)})
      where b.import_id = f.id
      order by coalesce(b.bank_account_id, 0), b.kind, case when b.kind = 'opening' then b.balance_date - date '2000-01-01'
        else date '2000-01-01' - b.balance_date end) s) as balances`;

export const statementImportsRepository = {
  async page(tx: Tx, distributorId: number, page: number, size: number): Promise<StatementImport[]> {
    return await tx.many<StatementImport>(sql`
      select ${COLUMNS}, ${BALANCES}, exists (select from import_file b
        where b.taken_back_at > f.created_at and ${mayTellOf("f", "b")} and not exists (select from import_file a where a.distributor_id = f.distributor_id
          and a.kind = f.kind and a.sha256 = f.sha256 and a.id > f.id and a.taken_back_at is null)) as may_lack
      from import_file f left join app_user u on u.id = f.created_by left join app_user b on b.id = f.taken_back_by
      where f.distributor_id = ${distributorId} and f.kind = 'bank_statement'
      order by f.created_at desc, f.id desc limit ${size} offset ${(page - 1) * size}`);
  },

  /** Names of the files of later imports that knew some of what this one brought, oldest first. */
  async laterOnes(tx: Tx, id: number): Promise<string[]> {
    const rows = await tx.many<{ file_name: string }>(sql`
      select l.file_name from import_file l join import_file f on ${mayTellOf("l", "f")} where f.id = ${id} order by l.id`);
    return rows.map((row) => row.file_name);
  },

  async count(tx: Tx, distributorId: number): Promise<number> {
    const { count } = await tx.one<{ count: number }>(sql`
      select count(*)::integer as count from import_file where distributor_id = ${distributorId} and kind = 'bank_statement'`);
    return count;
  },

  /** The file of an import; undefined when it has none, or is another distributor's. */
  async file(
    tx: Tx,
    distributorId: number,
    id: number,
  ): Promise<Omit<StoredStatement, "stats" | "is_taken_back"> | undefined> {
    return await tx.maybe(sql`
      select k.id, k.file_name, k.file_size, k.sha256, k.layouts, k.expires_at from kept_statement k join import_file f on f.id = k.import_id
      where f.id = ${id} and f.distributor_id = ${distributorId} and k.distributor_id = ${distributorId}`);
  },

  async lock(tx: Tx, distributorId: number, id: number): Promise<LockedImport | undefined> {
    return await tx.maybe<LockedImport>(sql`
      select id, file_name, taken_back_at is not null as is_taken_back, taken_back_lines as removed
      from import_file where id = ${id} and distributor_id = ${distributorId} and kind = 'bank_statement' for update`);
  },

  /** The last lot that holds lines of an import, and how many. */
  async lotOf(
    tx: Tx,
    distributorId: number,
    id: number,
  ): Promise<{ year: number; number: number; count: number } | undefined> {
    return await tx.maybe(sql`
      select l.year, l.number, sum(count(*)) over ()::integer as count
      from bank_transaction t join posted_entry p on p.distributor_id = t.distributor_id and p.key = 'transaction:' || t.id
      join export_lot l on l.id = p.lot_id
      where t.import_id = ${id} and t.distributor_id = ${distributorId} and ${OWN} and p.reverses_id is null
      group by l.year, l.number order by l.year desc, l.number desc limit 1`);
  },

  /** What letters the lines of an import, latest first. */
  async letterings(tx: Tx, id: number): Promise<LetteringToUndo[]> {
    return await tx.many<LetteringToUndo>(sql`
      select r.id, r.transaction_id, r.user_action_id, t.transaction_date, t.label,
        r.decided_by is null and r.surplus_amount = 0
          and not exists (select from bank_part p where p.reconciliation_id = r.id)
          and not exists (select from credit_application c where c.reconciliation_id = r.id)
          and not exists (select from allocation a where a.reconciliation_id = r.id and a.kind <> 'payment')
          and not exists (select from allocation o where o.returned_transaction_id = r.transaction_id) as is_plain
      from reconciliation r join bank_transaction t on t.id = r.transaction_id
      where t.import_id = ${id} and ${OWN} and r.reverted_at is null
      order by r.id desc`);
  },

  /** How the lines of an import name their accounts. */
  async accountNames(tx: Tx, id: number): Promise<string[]> {
    const rows = await tx.many<{ name: string }>(sql`
      select distinct bank_account as name from bank_transaction where import_id = ${id} and bank_account <> ''`);
    return rows.map(({ name }) => name);
  },

  async invoicesPaidBy(tx: Tx, reconciliationIds: readonly number[]): Promise<number[]> {
    const rows = await tx.many<{ id: number }>(sql`
      select distinct invoice_id as id from allocation where reconciliation_id = any(${reconciliationIds}::bigint[])`);
    return rows.map((row) => row.id);
  },

  async removeAllocations(tx: Tx, reconciliationIds: readonly number[]): Promise<void> {
    await tx.run(
      prepared(sql`delete from allocation where reconciliation_id = any(${reconciliationIds}::bigint[])`),
    );
  },

  /**
   * The lines of an import go, and with them their questions, their history and the pairs that were taken apart: whoever takes a file
   * back has judged none of them. What the connection to the bank knows too becomes its own; what people said of them is kept (COM-6).
   * @returns how many went
   */
  async removeLines(tx: Tx, id: number): Promise<number> {
    await tx.run(sql`
      update bank_transaction set source = 'bridge', import_id = null where import_id = ${id} and provider_transaction_id is not null`);
    await tx.run(sql`delete from bank_balance where import_id = ${id}`);
    await lineAdditions.leaveImport(tx, id);
    return await tx.run(sql`delete from bank_transaction where import_id = ${id}`);
  },

  async takeBack(
    tx: Tx,
    id: number,
    by: { readonly userId: number; readonly at: Date; readonly removed: number },
  ): Promise<void> {
    await tx.run(sql`
      update import_file set taken_back_at = ${by.at}, taken_back_by = ${by.userId}, taken_back_lines = ${by.removed}
      where id = ${id}`);
  },
};
