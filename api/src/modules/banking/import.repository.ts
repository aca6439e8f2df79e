import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import type { BankTransaction } from "../../domain/bank-transaction.ts";
import { chunksOf } from "../../domain/chunks-of.ts";
import type { IgnoredReason } from "../../domain/matching/lettering-types.ts";
import type { LineSource } from "../../domain/parsing/bank-statement.ts";
import type { IdentifiedLine } from "../../domain/parsing/same-reference.ts";
import type { LineIdentity, StatementLine } from "../../domain/parsing/statement-line.ts";
import { eurosList, inCents } from "../../db/money.ts";
import type { BankTransactionRow } from "../../db/schema.ts";
import { columnsOf, type RowOf } from "../../db/columns.ts";
import type { Days } from "./statement-days.ts";

/** Rows sent at a time: an action may carry some kilobytes of candidates, and the driver holds the event loop while it writes them out. */
const CHUNK = 2000;

/** Where lines come from: a file that was imported, or the connection to the bank. */
export type LineOrigin =
  | { readonly source: "file"; readonly importId: number }
  | {
      readonly source: "bridge";
      readonly importId: null;
      /** The bank at the aggregator that tells them. */
      readonly itemId: number;
    };

/** What an import goes on with of a line that it saved. */
export type SavedLine = Pick<
  BankTransaction,
  "id" | "label" | "amount" | "transaction_date" | "currency_code" | "evidence"
>;
const SAVED = columnsOf<BankTransactionRow>()([
  "id",
  "label",
  "amount",
  "transaction_date",
  "currency_code",
  "evidence",
]);
const KNOWN_COLUMNS = [
  "id",
  "bank_account",
  "bank_account_id",
  "transaction_date",
  "amount",
  "currency_code",
  "label",
  "fingerprint",
] as const;
const KNOWN = columnsOf<BankTransactionRow>()(KNOWN_COLUMNS);
const KNOWN_OF_FILE = columnsOf<BankTransactionRow>()(KNOWN_COLUMNS, "t");
const REFERENCED = columnsOf<BankTransactionRow>()([
  "bank_account",
  "transaction_date",
  "amount",
  "currency_code",
  "bank_reference",
  "fingerprint",
]);
type KnownLine = Pick<BankTransaction, "id" | "bank_account_id" | "fingerprint" | keyof LineIdentity>;

/** A saved line with the file that brought it, and the days that this told of. */
export interface LineOfFile extends KnownLine {
  readonly import_id: number;
  /** What another source tells of in its file. */
  readonly periods: readonly Days[];
}

export interface NewUserAction {
  readonly id: number;
  readonly status: "DONE" | "AWAITING_INVOICE_SELECTION" | "PENDING";
  readonly open_status: "AWAITING_INVOICE_SELECTION" | "PENDING";
  readonly reason_code: string;
  readonly reason: string;
  readonly explanation: readonly string[];
  readonly transaction_id: number;
  readonly suggested_invoices: {
    readonly near_rounded: readonly number[];
    readonly partial: readonly number[];
  };
  readonly candidates: readonly object[];
  readonly related_transaction_ids: readonly number[];
}

export const importRepository = {
  async createImport(
    tx: Tx,
    file: {
      readonly distributorId: number;
      readonly fileName: string;
      readonly size: number;
      readonly sha256: Buffer;
      readonly userId: number;
    },
  ): Promise<number> {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into import_file (distributor_id, kind, file_name, file_size, sha256, created_by)
      values (${file.distributorId}, 'bank_statement', ${file.fileName}, ${file.size}, ${file.sha256}, ${file.userId}) returning id`);
    return id;
  },

  async saveImportStats(tx: Tx, importId: number, stats: object): Promise<void> {
    await tx.run(sql`update import_file set stats = ${JSON.stringify(stats)} where id = ${importId}`);
  },

  /** The lines of these days that the connection to the bank also knows, or does not. */
  async linesAround(
    tx: Tx,
    distributorId: number,
    days: Days,
    isOfConnection: boolean,
  ): Promise<KnownLine[]> {
    const rows = await tx.many<RowOf<typeof KNOWN>>(sql`
      select ${KNOWN}
      from bank_transaction
      where distributor_id = ${distributorId} and transaction_date between ${days.from}::date - 1 and ${days.to}::date + 1
        and (provider_transaction_id is not null or (${isOfConnection} and source = 'bridge')) = ${isOfConnection}
      order by id`);
    return rows.map((row) => inCents(row, "amount"));
  },

  /**
   * The saved lines of files that other sources wrote, whose periods hold some of these days (BANK-11). A file from before layouts were
   * kept is of its format.
   * Two banks tell of two accounts, whether or not their tables name them.
   * @param source its name is a format, and after a blank the layout of a table
   */
  async linesOfOtherSources(
    tx: Tx,
    distributorId: number,
    days: Days,
    { name, bank }: Pick<LineSource, "name" | "bank">,
  ): Promise<LineOfFile[]> {
    const [format] = name.split(" ");
    const rows = await tx.many<RowOf<typeof KNOWN_OF_FILE> & Omit<LineOfFile, keyof KnownLine>>(sql`
      with other as materialized (
        select f.id, json_agg(json_build_object('from', s.period_start, 'to', s.period_end)) as periods
        from import_file f cross join jsonb_to_recordset(coalesce(f.stats -> 'sources', jsonb_build_array(
          f.stats || jsonb_build_object('name', f.stats -> 'file_format', 'bank', null)))) as s (name text, bank text, period_start date, period_end date)
        where f.distributor_id = ${distributorId} and f.kind = 'bank_statement' and s.name not in (${name}, ${format})
          and (s.bank = ${bank}) is not false
          and s.period_start <= ${days.to} and s.period_end >= ${days.from}
        group by f.id)
      select ${KNOWN_OF_FILE}, t.import_id, o.periods
      from bank_transaction t join other o on o.id = t.import_id
      where t.distributor_id = ${distributorId} and t.transaction_date between ${days.from}::date - 1 and ${days.to}::date + 1
      order by t.id`);
    return rows.map((row) => inCents(row, "amount"));
  },

  /** The saved lines of these days that carry one of these references of a bank (BANK-10, BANK-20). */
  async linesWithReferences(
    tx: Tx,
    distributorId: number,
    days: Days,
    references: readonly string[],
  ): Promise<IdentifiedLine[]> {
    const rows = await tx.many<RowOf<typeof REFERENCED>>(sql`
      select ${REFERENCED}
      from bank_transaction
      where distributor_id = ${distributorId} and transaction_date between ${days.from} and ${days.to}
        and bank_reference <> '' and bank_reference = any(${references}::text[])`);
    return rows.map((row) => inCents(row, "amount"));
  },

  /** How the lines that files have brought of these days name their accounts; those of no account are of the first one (BANK-15). */
  accountNames: (
    tx: Tx,
    distributorId: number,
    days: Days,
  ): Promise<{ account: number | null; name: string }[]> =>
    tx.many(sql`
      select distinct bank_account_id as account, bank_account as name from bank_transaction
      where distributor_id = ${distributorId} and transaction_date between ${days.from} and ${days.to} and source = 'file'
      order by 1, 2`),

  /** Those of these fingerprints that are saved already, with the account of their line; null: the first one. */
  async knownFingerprints(
    tx: Tx,
    distributorId: number,
    fingerprints: readonly string[],
  ): Promise<Map<string, number | null>> {
    const known = new Map<string, number | null>();
    for (const chunk of chunksOf(fingerprints, CHUNK)) {
      const rows = await tx.many<Pick<BankTransactionRow, "fingerprint" | "bank_account_id">>(sql`
        select fingerprint, bank_account_id from bank_transaction
        where distributor_id = ${distributorId} and fingerprint = any(${chunk}::text[])`);
      for (const { fingerprint, bank_account_id } of rows) known.set(fingerprint, bank_account_id);
    }
    return known;
  },

  /**
   * Saves the lines that are new, in their order, and returns them.
   * @param accounts by the name that lines give theirs
   */
  async saveNew(
    tx: Tx,
    distributorId: number,
    origin: LineOrigin,
    all: readonly StatementLine[],
    accounts: ReadonlyMap<string, number | null>,
  ): Promise<SavedLine[]> {
    const rows: (RowOf<typeof SAVED> & Pick<BankTransaction, "evidence">)[] = [];
    for (const lines of chunksOf(all, CHUNK)) {
      const saved = await tx.many<(typeof rows)[number]>(sql`
      insert into bank_transaction (distributor_id, import_id, source, bank_account, transaction_date, value_date, label, amount,
        currency_code, fingerprint, bank_reference, provider_transaction_id, evidence, bank_account_id, provider_item_id)
      select ${distributorId}, ${origin.importId}, ${origin.source}, bank_account, transaction_date, value_date, label, amount,
        currency_code, fingerprint, bank_reference, provider_transaction_id, evidence, bank_account_id,
        ${origin.source === "bridge" ? origin.itemId : null}::bigint
      from unnest(${lines.map((line) => line.transaction_date)}::date[], ${lines.map((line) => line.value_date)}::date[],
        ${lines.map((line) => line.label)}::text[], ${eurosList(lines.map((line) => line.amount))},
        ${lines.map((line) => line.currency_code)}::text[], ${lines.map((line) => line.fingerprint)}::text[],
        ${lines.map((line) => line.bank_reference)}::text[], ${lines.map((line) => line.bank_account)}::text[],
        ${lines.map((line) => line.provider_transaction_id ?? null)}::bigint[],
        ${lines.map((line) => (line.evidence ? JSON.stringify(line.evidence) : null))}::jsonb[],
        ${lines.map((line) => accounts.get(line.bank_account) ?? null)}::bigint[]) with ordinality
        as l (transaction_date, value_date, label, amount, currency_code, fingerprint, bank_reference, bank_account,
          provider_transaction_id, evidence, bank_account_id, n)
      order by n
      on conflict on constraint transaction_once do nothing
      returning ${SAVED}`);
      rows.push(...saved);
    }
    return rows.map((row) => inCents(row, "amount"));
  },

  /** What is no client's payment: listed, never exported as one (EXP-2), and counted by its reason (LET-51). */
  async markIgnored(
    tx: Tx,
    lines: readonly { readonly id: number; readonly reason: IgnoredReason }[],
  ): Promise<void> {
    if (lines.length === 0) return;
    await tx.run(sql`
      update bank_transaction t set is_noise = true, ignored_reason = u.reason
      from unnest(${lines.map(({ id }) => id)}::bigint[], ${lines.map(({ reason }) => reason)}::text[]) as u (id, reason)
      where t.id = u.id`);
  },

  async recordImported(
    tx: Tx,
    distributorId: number,
    importId: number | null,
    actorId: number | null,
    transactionIds: readonly number[],
  ): Promise<void> {
    await tx.run(sql`
      insert into transaction_event (distributor_id, transaction_id, kind, details, actor_id)
      select ${distributorId}, id, 'imported', ${JSON.stringify(importId === null ? { source: "bridge" } : { import_id: importId })}::jsonb, ${actorId}
      from unnest(${transactionIds}::bigint[]) as id`);
  },

  async newActionIds(tx: Tx, count: number): Promise<number[]> {
    const rows = await tx.many<{ id: number }>(sql`
      select nextval(pg_get_serial_sequence('user_action', 'id')) as id from generate_series(1, ${count}::integer)`);
    return rows.map((row) => row.id);
  },

  async createActions(
    tx: Tx,
    distributorId: number,
    actions: readonly NewUserAction[],
    at: Date,
  ): Promise<void> {
    for (const chunk of chunksOf(actions, CHUNK)) {
      await tx.run(sql`
        insert into user_action (id, distributor_id, status, open_status, reason_code, reason, explanation, transaction_id,
          suggested_invoices, candidates, related_transaction_ids, resolved_at, created_at)
        overriding system value
        select id, ${distributorId}, status, open_status, reason_code, reason, explanation, transaction_id, suggested_invoices,
          candidates, related_transaction_ids, case status when 'DONE' then ${at}::timestamptz end, ${at}
        from json_to_recordset(${JSON.stringify(chunk)}) as a (id bigint, status text, open_status text,
          reason_code text, reason text, explanation jsonb, transaction_id bigint, suggested_invoices jsonb, candidates jsonb,
          related_transaction_ids bigint[])`);
    }
  },
};
