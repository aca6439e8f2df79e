// What happened to a distributor, as its rows tell it: what was issued, what the bank brought, what settles what.
import sql, { type Sql } from "sql-template-tag";
import { prepared } from "../../../db/prepared.ts";
import { transaction } from "../../../db/scope.ts";
import type { TestApp } from "../../../testing/test-app.ts";

export interface Document {
  readonly id: number;
  readonly type: "invoice" | "credit_note";
  readonly origin: "issued" | "imported";
  readonly number: string;
  readonly date: string;
  /** Booked elsewhere: when its balance is entered. */
  readonly opening_date: string | null;
  readonly account: string;
  readonly cinema_id: number;
  readonly week_start: string | null;
  readonly corrects_id: number | null;
  readonly by_hand: boolean;
  /** Cents. */
  readonly net: number;
  readonly vat: number;
  readonly total: number;
  readonly vat_by_rate: readonly { readonly rate: number; readonly vat: number }[];
  readonly outstanding: number;
  readonly status: string;
  readonly in_default: boolean;
  readonly defaulted_on: string | null;
  /** Defaults that are over. */
  readonly reopenings: readonly { readonly defaulted_on: string; readonly reopened_on: string }[];
  /** What lists show. */
  readonly letters: string | null;
}

export interface BankLine {
  readonly id: number;
  readonly date: string;
  readonly label: string;
  readonly amount: number;
  readonly action_id: number | null;
  readonly action_status: string | null;
  readonly group_key: string | null;
  /** Of what only a file tells: the import that brought it. */
  readonly import_id: number | null;
  /** Of a returned payment that nobody rejected as one: the lines that it may take back. */
  readonly returns: readonly number[] | null;
}

export interface Facts {
  /** Its VAT waits until its documents are settled. */
  readonly on_collection: boolean;
  readonly documents: readonly Document[];
  readonly lines: readonly BankLine[];
  readonly allocations: readonly {
    readonly id: number;
    readonly line_id: number | null;
    /** Of a return, below zero: the line that had paid. */
    readonly returned_line_id: number | null;
    /** Of a client credit that was put on the document: the part where it waited, and the day of the use. */
    readonly part_id: number | null;
    readonly settled_on: string | null;
    /** The receipt beside which the credit was put there. */
    readonly beside_line_id: number | null;
    readonly document_id: number;
    readonly amount: number;
  }[];
  /** What of a line is no document's. */
  readonly parts: readonly {
    readonly id: number;
    readonly line_id: number;
    readonly kind: string;
    readonly account: string;
    readonly amount: number;
    /** Empty of what is no client's. */
    readonly client: string;
    readonly cinema_id: number | null;
    /** Of a write-off. */
    readonly document_id: number | null;
    /** Of a refund, one of both: the credit note or the part that it gives back. */
    readonly note_id: number | null;
    readonly source_id: number | null;
    /** What of a client credit is on invoices, or given back. */
    readonly used: number;
  }[];
  readonly credits: readonly {
    readonly id: number;
    readonly note_id: number;
    readonly document_id: number;
    /** The return that it came back with, or the receipt beside which it was put there. */
    readonly line_id: number | null;
    /** Null is the day on which the later one of both is entered. */
    readonly applied_on: string | null;
    readonly amount: number;
  }[];
}

export const isOpen = (status: string | null): boolean => status !== "DONE" && status !== "REJECTED";
export const isPayable = (one: Document): boolean =>
  one.type === "invoice" && one.outstanding > 0 && one.status !== "default";

/** Of no decision yet, and its action open. */
export function undecided({ lines, allocations, parts }: Facts): BankLine[] {
  const decided = new Set([...allocations, ...parts].map((one) => one.line_id));
  return lines.filter((one) => !decided.has(one.id) && (one.action_id === null || isOpen(one.action_status)));
}

/** Money of a client, or of nobody whom one knows, that is on no invoice. */
export interface WaitingCredit {
  /** As the API names it. */
  readonly id: string;
  readonly kind: string;
  /** Empty of what nobody knew. */
  readonly client: string;
  readonly cinema_id: number | null;
  readonly date: string;
  readonly left: number;
}

const WAITING = new Set(["credit", "advance", "unknown"]);

export function waitingCredits({ documents, parts, lines }: Facts): WaitingCredit[] {
  const dates = new Map(lines.map((line) => [line.id, line.date]));
  return [
    ...documents
      .filter((one) => one.type === "credit_note" && one.outstanding < 0)
      .map(({ id, account, cinema_id, date, outstanding }) => ({
        id: `note:${id}`,
        kind: "note",
        client: account,
        cinema_id,
        date,
        left: -outstanding,
      })),
    ...parts
      .filter((one) => WAITING.has(one.kind) && one.amount > one.used)
      .map(({ id, kind, client, cinema_id, line_id, amount, used }) => ({
        id: `part:${id}`,
        kind,
        client,
        cinema_id,
        date: dates.get(line_id) as string,
        left: amount - used,
      })),
  ];
}

export const isOfClient = (credit: WaitingCredit, invoice: Document): boolean =>
  credit.kind === "unknown" || invoice.account === credit.client || invoice.cinema_id === credit.cinema_id;

/** Read after each step: in one packet, and planned once for each session of the database. */
export const factsOf = async ({ services }: TestApp, distributorId: number): Promise<Facts> =>
  await transaction(
    services,
    { kind: "distributor", distributorId },
    async (tx) => (await tx.one<{ facts: Facts }>(reading(distributorId))).facts,
    { onlyReads: true },
  );

const reading = (distributorId: number): Sql =>
  prepared(sql`
  select json_build_object(
    'on_collection', exists (select from vat_regime v where v.distributor_id = ${distributorId} and v.vat_due = 'collection'),
    'documents', (select coalesce(json_agg(json_build_object('id', i.id, 'type', i.type, 'origin', i.origin, 'number', i.invoice_number,
        'date', i.invoice_date, 'opening_date', i.opening_date, 'account', i.client_account, 'cinema_id', i.cinema_id, 'week_start', i.week_start, 'corrects_id', i.corrects_id,
        'by_hand', i.issued_by is not null, 'net', (i.total_net_amount * 100)::bigint, 'vat', (i.total_vat_amount * 100)::bigint,
        'total', (i.total_amount * 100)::bigint, 'outstanding', (i.outstanding * 100)::bigint, 'status', i.status, 'in_default', i.in_default, 'defaulted_on', i.defaulted_on,
        'reopenings', (select coalesce(json_agg(json_build_object('defaulted_on', r.defaulted_on, 'reopened_on', r.reopened_on) order by r.id), '[]')
          from invoice_reopening r where r.invoice_id = i.id),
        'letters', i.lettering_letters, 'vat_by_rate', (select coalesce(json_agg(json_build_object('rate', v.vat_rate_bp, 'vat', (v.vat_amount * 100)::bigint)), '[]')
          from jsonb_to_recordset(i.vat_breakdown) as v (vat_rate_bp integer, vat_amount numeric))) order by i.id), '[]')
      from invoice i where i.distributor_id = ${distributorId}),
    'lines', (select coalesce(json_agg(json_build_object('id', t.id, 'date', t.transaction_date, 'label', t.label, 'amount', (t.amount * 100)::bigint,
        'action_id', a.id, 'action_status', a.status, 'group_key', r.group_key,
        'import_id', case when t.provider_transaction_id is null then t.import_id end,
        'returns', case when a.reason_code = 'returned_payment' and a.status <> 'REJECTED' then a.related_transaction_ids end) order by t.id), '[]')
      from bank_transaction t left join user_action a on a.transaction_id = t.id
      left join reconciliation r on r.transaction_id = t.id and r.reverted_at is null
      where t.distributor_id = ${distributorId}),
    'allocations', (select coalesce(json_agg(json_build_object('id', a.id, 'line_id', a.transaction_id, 'returned_line_id', a.returned_transaction_id,
        'part_id', a.part_id, 'settled_on', a.settled_on, 'beside_line_id', r.transaction_id,
        'document_id', a.invoice_id, 'amount', (a.amount * 100)::bigint) order by a.id), '[]')
      from allocation a left join reconciliation r on r.id = a.reconciliation_id and a.part_id is not null where a.distributor_id = ${distributorId}),
    'parts', (select coalesce(json_agg(json_build_object('id', id, 'line_id', transaction_id, 'kind', kind, 'account', account,
        'amount', (amount * 100)::bigint, 'client', client_account, 'cinema_id', cinema_id, 'document_id', invoice_id,
        'note_id', credit_note_id, 'source_id', source_part_id, 'used', (used_amount * 100)::bigint) order by transaction_id, position), '[]') from bank_part where distributor_id = ${distributorId}),
    'credits', (select coalesce(json_agg(json_build_object('id', c.id, 'note_id', c.credit_note_id, 'document_id', c.invoice_id, 'line_id', r.transaction_id,
        'applied_on', c.applied_on, 'amount', (c.amount * 100)::bigint) order by c.credit_note_id, c.id), '[]')
      from credit_application c left join reconciliation r on r.id = c.reconciliation_id where c.distributor_id = ${distributorId})
  ) as facts`);
