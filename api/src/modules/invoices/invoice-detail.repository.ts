import type {
  InvoiceDetail,
  InvoiceEvent,
  InvoiceLine,
  InvoicePayment,
} from "@bobine/contract/invoice-detail";
import type { Money } from "@bobine/contract/money";
import { shownLetters } from "../banking/shown-letters.ts";
import sql from "sql-template-tag";
import { pageLimit, prepared } from "../../db/prepared.ts";
import type { Tx } from "../../db/scope.ts";
import type { ClientSnapshot, SupplierSnapshot } from "./parties.ts";
import { columnsOf, type RowOf } from "../../db/columns.ts";
import type * as schema from "../../db/schema.ts";

type Person = NonNullable<InvoiceEvent["actor"]>;
type Credit = InvoiceDetail["credit_notes"][number];

/** What the invoice's own row tells beyond the list. */
export interface InvoiceHead {
  readonly client: Partial<ClientSnapshot>;
  readonly supplier: Partial<SupplierSnapshot>;
  readonly client_account: string;
  readonly vat_breakdown: InvoiceDetail["vat_breakdown"];
  readonly corrects: InvoiceDetail["corrects"];
  readonly created_at: string;
  /** Up to then what the audit log told of it may be archived; null when it came later. */
  readonly archived_until: string | null;
}

/** A decision that paid the invoice and was undone. */
export interface RevertedPayment {
  readonly id: number;
  readonly label: string;
  readonly amount: Money | null;
  readonly created_at: string;
  readonly reverted_at: string;
  readonly decided_by: Person | null;
  readonly was_automatic: boolean;
  readonly reasons: string[];
  readonly reverted_by: Person | null;
}

export interface AuditedEvent {
  readonly id: number;
  readonly created_at: string;
  readonly action_type: string;
  readonly action_details: Readonly<Record<string, unknown>>;
  readonly actor: Person | null;
  readonly has_actor: boolean;
}

/** How an invoice that was not issued here came. */
export interface ImportedInvoice {
  readonly created_at: string;
  /** Null when the reader may not see the name. */
  readonly actor: Person | null;
  /** Null for one that was written by hand. */
  readonly file_name: string | null;
}

const LINE_COLUMNS = columnsOf<schema.InvoiceLineRow>()([
  "id",
  "kind",
  "film_title",
  "visa_number",
  "version",
  "run_week",
  "screens",
  "screenings",
  "admissions_paid",
  "admissions_free",
  "base_film_ht",
  "rate_bp",
  "description",
  "net_amount",
  "vat_rate_bp",
]);

/** More of one invoice than this is not read by anybody. */
const MOST_EVENTS = 200;

/** A name that row-level security shows, or nothing: a super admin is nobody's user here. */
const person = (alias: string) =>
  sql([
    `case when ${alias}.id is not null then json_build_object('first_name', ${alias}.first_name, 'last_name', ${alias}.last_name,
      'email', ${alias}.email) end`,
  ]);

export const invoiceDetailRepository = {
  async head(tx: Tx, id: number): Promise<InvoiceHead> {
    return await tx.one<InvoiceHead>(
      prepared(sql`
      select i.client, i.supplier, i.client_account, i.vat_breakdown, i.created_at,
        (select json_build_object('id', c.id, 'invoice_number', c.invoice_number) from invoice c where c.id = i.corrects_id) as corrects,
        (select max(a.to_instant) from audit_archive a where a.distributor_id = i.distributor_id and a.to_instant >= i.created_at) as archived_until
      from invoice i where i.id = ${id}`),
    );
  },

  /** A list is kept in one transaction, so that it and its invoices have one instant. */
  async imported(tx: Tx, id: number): Promise<ImportedInvoice | undefined> {
    return await tx.maybe<ImportedInvoice>(
      prepared(sql`
      select i.created_at, ${person("u")} as actor,
        (select f.file_name from import_file f where f.distributor_id = i.distributor_id and f.kind = 'invoices'
          and f.created_at = i.created_at and f.created_by is not distinct from i.issued_by limit 1) as file_name
      from invoice i left join app_user u on u.id = i.issued_by where i.id = ${id} and i.origin = 'imported'`),
    );
  },

  async lines(tx: Tx, id: number): Promise<InvoiceLine[]> {
    return await tx.many<RowOf<typeof LINE_COLUMNS>>(
      prepared(sql`
      select ${LINE_COLUMNS} from invoice_line where invoice_id = ${id} order by position`),
    );
  },

  /** Oldest first. */
  async payments(tx: Tx, id: number): Promise<InvoicePayment[]> {
    return await tx.many<InvoicePayment>(
      prepared(sql`
      select a.id, a.kind, a.amount, a.created_at, coalesce(${shownLetters(sql`i.distributor_id`, "a", "i")}, '') as lettering_code,
        a.kind <> 'opening' and coalesce(a.decided_by, r.decided_by) is null as is_automatic, coalesce(r.reasons, '[]') as reasons,
        case when t.id is not null then json_build_object('id', t.id, 'transaction_date', t.transaction_date, 'label', t.label,
          'amount', t.amount::text) end as transaction,
        case when w.id is not null then json_build_object('id', w.id, 'label', w.label) end as decided_with,
        ${person("u")} as decided_by
      from allocation a
      join invoice i on i.id = a.invoice_id
      left join reconciliation r on r.id = a.reconciliation_id
      -- What waited on a part came with its bank line.
      left join bank_part p on p.id = a.part_id
      -- No coalesce: under row-level security all bank lines would be read for it.
      left join bank_transaction t on t.id = case when a.transaction_id is null then p.transaction_id else a.transaction_id end
      left join bank_transaction w on w.id = r.transaction_id
      left join app_user u on u.id = coalesce(a.decided_by, r.decided_by)
      where a.invoice_id = ${id} order by a.id`),
    );
  },

  async reverted(tx: Tx, distributorId: number, id: number): Promise<RevertedPayment[]> {
    return await tx.many<RevertedPayment>(
      prepared(sql`
      select r.id, t.label, r.created_at, r.reverted_at, r.decided_by is null as was_automatic, r.reasons,
        ${person("d")} as decided_by, ${person("b")} as reverted_by,
        (select a.amount from transaction_event e, jsonb_to_recordset(e.details -> 'allocations') as a (invoice_id bigint, amount text)
          where e.transaction_id = r.transaction_id and e.kind = 'reconciled' and (e.details ->> 'reconciliation_id')::bigint = r.id
            and a.invoice_id = ${id} limit 1) as amount
      from reconciliation r join bank_transaction t on t.id = r.transaction_id
      left join app_user d on d.id = r.decided_by left join app_user b on b.id = r.reverted_by
      where r.distributor_id = ${distributorId} and r.reverted_at is not null and ${id} = any(r.invoice_ids)
      order by r.id ${pageLimit(MOST_EVENTS)}`),
    );
  },

  /** Credit notes that correct an invoice or were taken off it. */
  async creditNotes(tx: Tx, id: number): Promise<(Credit & { created_at: string })[]> {
    return await tx.many(
      prepared(sql`
      select n.id, n.invoice_number, n.invoice_date, n.total_amount, n.created_at,
        (select coalesce(sum(c.amount), 0.00) from credit_application c where c.credit_note_id = n.id and c.invoice_id = ${id}) as applied_amount
      from invoice n
      where n.id in (select x.id from invoice x where x.corrects_id = ${id}
        union select y.credit_note_id from credit_application y where y.invoice_id = ${id})
      order by n.id`),
    );
  },

  /** Invoices that a credit note was taken off. */
  async appliedTo(tx: Tx, id: number): Promise<(Credit & { created_at: string })[]> {
    return await tx.many(
      prepared(sql`
      select i.id, i.invoice_number, i.invoice_date, i.total_amount, sum(c.amount) as applied_amount, min(c.created_at) as created_at
      from credit_application c join invoice i on i.id = c.invoice_id where c.credit_note_id = ${id} group by i.id order by i.id`),
    );
  },

  async reports(tx: Tx, id: number): Promise<InvoiceDetail["reports"]> {
    return await tx.many(
      prepared(sql`
      select f.id, f.file_name from import_file f where f.id in (
        select d.import_id from declaration d where d.id in (
          select unnest(l.declaration_ids) from invoice_line l where l.invoice_id = ${id}))
      order by f.id`),
    );
  },

  /** What the audit log tells of it, newest first. */
  async audited(tx: Tx, distributorId: number, id: number): Promise<AuditedEvent[]> {
    const rows = await tx.many<Omit<AuditedEvent, "actor">>(
      prepared(sql`
      select id, created_at, action_type, action_details, actor_id is not null as has_actor from audit_log
      where distributor_id = ${distributorId} and invoice_id = ${String(id)} order by id desc ${pageLimit(MOST_EVENTS)}`),
    );
    const names = await tx.many<Person & { entry_id: number }>(
      prepared(
        sql`select entry_id, first_name, last_name, email from audit_actor_names(${rows.map((row) => row.id)})`,
      ),
    );
    const actors = new Map(names.map(({ entry_id, ...name }) => [entry_id, name]));
    return rows.map((row) => ({ ...row, actor: actors.get(row.id) ?? null }));
  },
};
