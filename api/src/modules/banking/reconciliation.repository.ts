import sql, { type Sql } from "sql-template-tag";
import { prepared } from "../../db/prepared.ts";
import type { Tx } from "../../db/scope.ts";
import type { BankTransaction } from "../../domain/bank-transaction.ts";
import { must } from "../../domain/must.ts";
import type { NewUserAction } from "./import.repository.ts";
import type { PayingCinema } from "./legal-payer.ts";
import type { ReconciledDetails } from "./record-reconciliations.ts";
import { type InCents, inCents } from "../../db/money.ts";
import type { BankTransactionRow, InvoiceRow, UserActionRow } from "../../db/schema.ts";
import { columnsOf, type RowOf } from "../../db/columns.ts";

const ACTION_COLUMNS = columnsOf<UserActionRow>()([
  "id",
  "status",
  "open_status",
  "reason",
  "reason_code",
  "explanation",
  "transaction_id",
]);
export type LockedAction = RowOf<typeof ACTION_COLUMNS> & { readonly explanation: readonly string[] };

const TRANSACTION_COLUMNS = columnsOf<BankTransactionRow>()([
  "id",
  "label",
  "transaction_date",
  "currency_code",
  "amount",
  "allocated_amount",
  "surplus_amount",
  "evidence",
]);
type TransactionRow = RowOf<typeof TRANSACTION_COLUMNS> & Pick<BankTransaction, "evidence">;
export type LockedTransaction = Pick<
  BankTransaction,
  | "id"
  | "label"
  | "transaction_date"
  | "amount"
  | "currency_code"
  | "allocated_amount"
  | "surplus_amount"
  | "evidence"
>;

const transactionOf = (row: TransactionRow): LockedTransaction =>
  inCents(row, "amount", "allocated_amount", "surplus_amount");

const INVOICE_COLUMNS = columnsOf<InvoiceRow>()([
  "id",
  "type",
  "status",
  "invoice_number",
  "invoice_date",
  "cinema_id",
  "cinema_name",
  "client_account",
  "lettering_letters",
  "outstanding",
]);
const IS_CREDITED = sql`credited_amount <> 0 as is_credited`;
type ChosenInvoiceRow = RowOf<typeof INVOICE_COLUMNS> & { readonly is_credited: boolean };
export type ChosenLockedInvoice = InCents<ChosenInvoiceRow, "outstanding">;

const byId = (rows: readonly ChosenInvoiceRow[]): Map<number, ChosenLockedInvoice> =>
  new Map(rows.map((row) => [row.id, inCents(row, "outstanding")]));

export interface LiveReconciliation {
  readonly id: number;
  readonly decided_by: number | null;
  readonly gate: string | null;
  readonly group_key: string | null;
  readonly invoice_ids: readonly number[];
  /** It was decided as parts: something of the line is no invoice's and was not simply too much. */
  readonly has_parts: boolean;
  readonly details: ReconciledDetails;
}

/** A locked bank line, and the decision that holds it. */
export interface LockedLine {
  readonly transaction: LockedTransaction;
  readonly live: LiveReconciliation | undefined;
}

export interface LineToUndo {
  readonly transaction_id: number;
  /** Of the decision that holds it. */
  readonly group_key: string | null;
  /** The engine lettered it once. */
  readonly was_automatic: boolean;
}

const LIVE_OF = (transactionId: Sql): Sql => sql`
  select r.id, r.decided_by, r.gate, r.group_key, r.invoice_ids,
    r.surplus_amount = 0 and exists (select from bank_part p where p.reconciliation_id = r.id) as has_parts, coalesce(e.details, jsonb_build_object('reconciliation_id', r.id, 'user_action_id', r.user_action_id,
    'surplus_amount', r.surplus_amount::text, 'allocations', (
      select coalesce(jsonb_agg(jsonb_build_object('invoice_id', i.id, 'invoice_number', i.invoice_number, 'amount', a.amount::text,
        'outstanding', i.outstanding::text) order by i.invoice_date, i.invoice_number), '[]')
      from allocation a join invoice i on i.id = a.invoice_id where a.reconciliation_id = r.id))) as details
  from reconciliation r
  left join lateral (select details from transaction_event e
    where e.transaction_id = r.transaction_id and e.kind = 'reconciled' and (e.details ->> 'reconciliation_id')::bigint = r.id limit 1) e on true
  where r.transaction_id = ${transactionId} and r.reverted_at is null`;

/**
 * Locks are taken in one order: the ledger's (`db/locks.ts`), user action, transaction, invoices by id, lettering sequences
 * by account (SEC-10).
 */
export const reconciliationRepository = {
  async lockAction(tx: Tx, id: number): Promise<LockedAction | undefined> {
    return await tx.maybe<LockedAction>(
      prepared(sql`
      select ${ACTION_COLUMNS} from user_action where id = ${id} for update`),
    );
  },

  /** BOX-11: it told that a cinema waits for its validation, and the cinema has it. A validation that runs meanwhile is waited for. */
  async isOfValidatedCinema(tx: Tx, actionId: number): Promise<boolean> {
    const cinema = await tx.maybe<{ is_validated: boolean }>(
      prepared(sql`
      select c.is_validated from user_action a join cinema c on c.id = a.cinema_id
      where a.id = ${actionId} and a.reason_code = 'unknown_cinema' for share of c`),
    );
    return cinema?.is_validated === true;
  },

  /** The action that asks about a bank line, if one does. */
  async lockActionOfTransaction(tx: Tx, transactionId: number): Promise<LockedAction | undefined> {
    return await tx.maybe<LockedAction>(
      prepared(sql`
      select ${ACTION_COLUMNS} from user_action where transaction_id = ${transactionId} for update`),
    );
  },

  /** A bank line, with the decision that holds it now: the caller holds the ledger's lock, so that both are of one moment. */
  async lockLine(tx: Tx, id: number): Promise<LockedLine> {
    return must(await reconciliationRepository.lockLineIfAny(tx, id), "bank line");
  },

  /** Undefined for one that does not exist, or is another distributor's. */
  async lockLineIfAny(tx: Tx, id: number): Promise<LockedLine | undefined> {
    const row = await tx.maybe<TransactionRow & { readonly live: LiveReconciliation | null }>(
      prepared(sql`
      select ${TRANSACTION_COLUMNS}, (select to_json(l) from (${LIVE_OF(sql`t.id`)}) l) as live
      from bank_transaction t where t.id = ${id} for update`),
    );
    if (!row) return undefined;
    const { live, ...transaction } = row;
    return { transaction: transactionOf(transaction), live: live ?? undefined };
  },

  async readTransaction(tx: Tx, id: number): Promise<LockedTransaction | undefined> {
    const row = await tx.maybe<TransactionRow>(
      prepared(sql`select ${TRANSACTION_COLUMNS} from bank_transaction where id = ${id}`),
    );
    return row && transactionOf(row);
  },

  /** Those that do not exist, or are another distributor's, are absent. */
  async lockInvoices(
    tx: Tx,
    distributorId: number,
    ids: readonly number[],
  ): Promise<Map<number, ChosenLockedInvoice>> {
    const rows = await tx.many<ChosenInvoiceRow>(
      prepared(sql`
      select ${INVOICE_COLUMNS}, ${IS_CREDITED} from invoice
      where id = any(${ids}::bigint[]) and distributor_id = ${distributorId} order by id for update`),
    );
    return byId(rows);
  },

  /** What a preview needs of many lines, as it is now and without waiting for anybody. */
  async peek(tx: Tx, distributorId: number, actionIds: readonly number[], invoiceIds: readonly number[]) {
    const actions = await tx.many<LockedAction>(sql`
      select ${ACTION_COLUMNS} from user_action where id = any(${actionIds}::bigint[])`);
    const transactions = await tx.many<TransactionRow>(sql`
      select ${TRANSACTION_COLUMNS} from bank_transaction
      where id = any(${actions.flatMap((action) => action.transaction_id ?? [])}::bigint[])`);
    const invoices = await tx.many<ChosenInvoiceRow>(sql`
      select ${INVOICE_COLUMNS}, ${IS_CREDITED} from invoice where id = any(${invoiceIds}::bigint[]) and distributor_id = ${distributorId}`);
    return {
      actions: new Map(actions.map((row) => [row.id, row])),
      transactions: new Map(transactions.map((row) => [row.id, transactionOf(row)])),
      invoices: byId(invoices),
    };
  },

  /** What a group did with an action: the last of it. */
  async ofGroup(
    tx: Tx,
    groupId: string,
    actionId: number,
  ): Promise<{ id: number; is_live: boolean } | undefined> {
    return await tx.maybe(sql`
      select id, reverted_at is null as is_live from reconciliation
      where group_key = ${groupId}::uuid and user_action_id = ${actionId} order by id desc limit 1`);
  },

  /** The actions of a group, in the order in which they were lettered. */
  async actionsOfGroup(tx: Tx, distributorId: number, groupId: string): Promise<number[]> {
    const rows = await tx.many<{ user_action_id: number }>(sql`
      select user_action_id from reconciliation
      where distributor_id = ${distributorId} and group_key = ${groupId}::uuid and user_action_id is not null
      group by user_action_id order by min(id)`);
    return rows.map((row) => row.user_action_id);
  },

  async actionOfTransaction(tx: Tx, transactionId: number): Promise<number | undefined> {
    const row = await tx.maybe<{ id: number }>(
      prepared(sql`select id from user_action where transaction_id = ${transactionId}`),
    );
    return row?.id;
  },

  /** What undoing must know of a bank line, or of the one of an action, before it begins; undefined of what is no bank line's. */
  async toUndo(
    tx: Tx,
    of: { readonly actionId: number } | { readonly transactionId: number },
  ): Promise<LineToUndo | undefined> {
    const id =
      "actionId" in of
        ? sql`(select transaction_id from user_action where id = ${of.actionId})`
        : sql`${of.transactionId}::bigint`;
    return await tx.maybe<LineToUndo>(
      prepared(sql`
      select transaction_id, (array_agg(group_key) filter (where reverted_at is null))[1] as group_key,
        bool_or(decided_by is null and gate is not null) as was_automatic
      from reconciliation where transaction_id = ${id} group by transaction_id`),
    );
  },

  /** The reconciliation that holds a transaction now, with what its decision answered. */
  async live(tx: Tx, transactionId: number): Promise<LiveReconciliation | undefined> {
    return await tx.maybe<LiveReconciliation>(prepared(LIVE_OF(sql`${transactionId}`)));
  },

  /**
   * Its allocations, uses of credits and parts go, and the sums with them; the reconciliation stays as a pair that was taken apart, and the
   * history of its line tells it. Parts go after the allocations: fees that a bank kept make the allocations more than the line, which it is
   * never without them.
   */
  async undo(
    tx: Tx,
    distributorId: number,
    { id, transactionId }: { readonly id: number; readonly transactionId: number },
    by: { userId: number | null; at: Date },
  ): Promise<void> {
    await tx.run(
      prepared(sql`
      with allocations as (delete from allocation where reconciliation_id = ${id} returning id),
        credits as (delete from credit_application where reconciliation_id = ${id}),
        parts as (delete from bank_part where reconciliation_id = ${id} and (select count(*) from allocations) >= 0),
        told as (
          insert into transaction_event (distributor_id, transaction_id, kind, details, actor_id)
          values (${distributorId}, ${transactionId}, 'reverted', ${JSON.stringify({ reconciliation_id: id })}, ${by.userId}))
      update reconciliation set reverted_at = greatest(${by.at}, created_at), reverted_by = ${by.userId} where id = ${id}`),
    );
  },

  async closeAction(tx: Tx, id: number, by: { userId: number; at: Date }): Promise<void> {
    await tx.run(
      prepared(sql`
      update user_action set status = 'DONE', resolved_by = ${by.userId}, resolved_at = ${by.at} where id = ${id}`),
    );
  },

  /** @throws 23505 when a question that is asked once at a time is asked anew */
  async reopenAction(tx: Tx, id: number): Promise<void> {
    await tx.run(
      prepared(sql`
      update user_action set status = open_status, resolved_by = null, resolved_at = null, rejection_reason = '' where id = ${id}`),
    );
  },

  /** Makes another question of an open action. */
  async replaceQuestion(
    tx: Tx,
    id: number,
    question: Pick<
      NewUserAction,
      "reason_code" | "reason" | "explanation" | "suggested_invoices" | "candidates"
    >,
  ): Promise<void> {
    await tx.run(
      prepared(sql`
      update user_action set reason_code = ${question.reason_code}, reason = ${question.reason},
        explanation = ${JSON.stringify(question.explanation)}, suggested_invoices = ${JSON.stringify(question.suggested_invoices)},
        candidates = ${JSON.stringify(question.candidates)}
      where id = ${id}`),
    );
  },

  async payersOf(tx: Tx, cinemaIds: readonly number[]): Promise<PayingCinema[]> {
    return await tx.many<PayingCinema>(
      prepared(sql`
      select id, name, legal_name, invoicing_company_name, siren, siret, invoicing_siren
      from cinema where id = any(${cinemaIds}::bigint[])`),
    );
  },

  async learnAlias(
    tx: Tx,
    distributorId: number,
    alias: { readonly phrase: string; readonly payer_key: string },
  ): Promise<void> {
    await tx.run(
      prepared(sql`
      insert into payer_alias as a (distributor_id, phrase, payer_key) values (${distributorId}, ${alias.phrase}, ${alias.payer_key})
      on conflict (distributor_id, phrase, payer_key) do update set confirmations = a.confirmations + 1, updated_at = now()`),
    );
  },

  async removeAlias(
    tx: Tx,
    distributorId: number,
    alias: { readonly phrase: string; readonly payer_key: string },
  ): Promise<void> {
    const confirmed = await tx.maybe<{ confirmations: number }>(
      prepared(sql`
      update payer_alias set confirmations = confirmations - 1, updated_at = now()
      where distributor_id = ${distributorId} and phrase = ${alias.phrase} and payer_key = ${alias.payer_key} returning confirmations`),
    );
    if (confirmed && confirmed.confirmations <= 0)
      await tx.run(
        prepared(sql`
        delete from payer_alias where distributor_id = ${distributorId} and phrase = ${alias.phrase} and payer_key = ${alias.payer_key}`),
      );
  },
};
