import type { InvoiceDetail, InvoiceEvent, InvoicePayment } from "@bobine/contract/invoice-detail";
import type { Money } from "@bobine/contract/money";
import type { AuditedEvent, ImportedInvoice, RevertedPayment } from "./invoice-detail.repository.ts";

type Credit = InvoiceDetail["credit_notes"][number] & { readonly created_at: string };

/** What the history of an invoice is told from: its ledger for money, the audit log for what people did. */
export interface HistorySources {
  /** Of an invoice that was not issued here: when it came, who brought it and in which list. */
  readonly imported: ImportedInvoice | undefined;
  readonly audited: readonly AuditedEvent[];
  readonly payments: readonly InvoicePayment[];
  readonly reverted: readonly RevertedPayment[];
  readonly creditNotes: readonly Credit[];
  readonly appliedTo: readonly Credit[];
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** The history of an invoice, newest first. What happened at one instant keeps its order: issued, then paid. */
export function historyOf(sources: HistorySources): InvoiceEvent[] {
  const audited = sources.audited.toReversed().flatMap(auditedEvent);
  const { imported } = sources;
  return [
    // One entry of the log stands for a whole list and names none of its invoices; one that was written by hand has its own.
    ...(imported && !audited.some(({ kind }) => kind === "imported") ? [importedEvent(imported)] : []),
    ...audited,
    ...sources.creditNotes.map(
      (note): InvoiceEvent => ({
        ...plain(`credit-${note.id}`, note.created_at, "credited"),
        subject: note.invoice_number,
        amount: note.applied_amount,
      }),
    ),
    ...sources.appliedTo.map(
      (invoice): InvoiceEvent => ({
        ...plain(`applied-${invoice.id}`, invoice.created_at, "credit_applied"),
        subject: invoice.invoice_number,
        amount: invoice.applied_amount,
      }),
    ),
    ...sources.payments.map(
      (payment): InvoiceEvent => ({
        ...plain(`payment-${payment.id}`, payment.created_at, "paid"),
        actor: payment.decided_by,
        is_automatic: payment.is_automatic,
        reasons: payment.reasons,
        subject: payment.transaction?.label ?? "",
        amount: payment.amount,
        payment_kind: payment.kind,
      }),
    ),
    ...sources.reverted.flatMap((past): InvoiceEvent[] => [
      {
        ...plain(`past-${past.id}`, past.created_at, "paid"),
        actor: past.decided_by,
        is_automatic: past.was_automatic,
        reasons: past.reasons,
        subject: past.label,
        amount: past.amount,
        // What a debit took back is below zero.
        ...(past.amount?.startsWith("-") ? { payment_kind: "return" as const } : {}),
      },
      {
        ...plain(`reverted-${past.id}`, past.reverted_at, "payment_reverted"),
        actor: past.reverted_by,
        is_automatic: false,
        subject: past.label,
        amount: past.amount,
      },
    ]),
  ]
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
    .toReversed();
}

const plain = (key: string, at: string, kind: InvoiceEvent["kind"]): InvoiceEvent => ({
  key,
  at,
  kind,
  actor: null,
  is_automatic: true,
  reasons: [],
  subject: "",
  amount: null,
  comment: "",
});

const importedEvent = ({ created_at, actor, file_name }: ImportedInvoice): InvoiceEvent => ({
  ...plain("imported", created_at, "imported"),
  actor,
  is_automatic: false,
  subject: file_name ?? "",
});

/** Mails have their own list; what else the log tells of an invoice is its issue and its changes. */
function auditedEvent(entry: AuditedEvent): InvoiceEvent[] {
  const { action_type, action_details: details } = entry;
  const event = (kind: InvoiceEvent["kind"]): InvoiceEvent => ({
    ...plain(`audit-${entry.id}`, entry.created_at, kind),
    actor: entry.actor,
    is_automatic: !entry.has_actor,
    subject: text(details["invoice_number"]),
    comment: text(details["comment"]),
  });
  if (action_type === "created_invoice")
    return [details["origin"] === "imported" ? { ...event("imported"), subject: "" } : event("issued")];
  const told = details["event"];
  if (told === "reminders_stopped" || told === "reminders_resumed")
    return [{ ...event(told), subject: text(details["reason"]) }];
  const fields = Array.isArray(details["changed_fields"]) ? details["changed_fields"].map(text) : [];
  if (action_type !== "other" || fields.length === 0) return [];
  if (fields[0] === "provision") {
    const [amount] = Array.isArray(details["new_value"]) ? details["new_value"].map(text) : [];
    return [{ ...event("provision"), subject: "", amount: (amount ?? null) as Money | null }];
  }
  const defaultAt = fields.indexOf("in_default");
  const others = fields.filter((field) => field !== "in_default");
  const changed = others.length > 0 ? [{ ...event("changed"), subject: others.join(",") }] : [];
  if (defaultAt === -1) return changed;
  const values = details["new_value"];
  const isDefault = Array.isArray(values) && values[defaultAt] === true;
  return [
    ...changed.map((one) => ({ ...one, key: `${one.key}-fields`, comment: "" })),
    event(isDefault ? "default" : "reopened"),
  ];
}
