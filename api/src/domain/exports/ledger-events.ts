import type { CivilDate } from "@bobine/contract/civil-date";
import { type Cents, cents } from "@bobine/contract/money";
import type { BankAccount, OpeningBalance } from "../bank-account.ts";
import type { VatMove } from "../vat/vat-life.ts";
import { type DoubtfulMove, doubtfulMoves } from "./default-life.ts";
import { vatMovesOf } from "./document-vat.ts";
import {
  type ExportAllocation,
  type ExportData,
  type ExportInvoice,
  type ExportPeriod,
  type ExportTransaction,
  isInPeriod,
} from "./export-data.ts";
import { ACCOUNTS, creditAccount, type LedgerAccount } from "./ledger-lines.ts";
import { type ProvisionMove, provisionMoves } from "./provision-life.ts";

type Opening = Extract<ExportAllocation, { kind: "opening" }>;

/** A client credit that is put on an invoice, and leaves the account where it waited. */
export interface CreditUse {
  readonly key: string;
  readonly amount: Cents;
  readonly source: LedgerAccount;
  readonly client_account: string;
  readonly label: string;
  /** Of an advance, as what is used of it after this. */
  readonly vat_rate_bp: number | null;
  readonly advance_used: Cents | null;
  /** What it leaves is lettered with this. */
  readonly left: { readonly place: "note" | "part"; readonly id: number };
}

/** What makes one entry. */
export type LedgerEvent =
  | { journal: "VE"; date: CivilDate; number: string; invoice: ExportInvoice }
  | { journal: "AN"; date: CivilDate; number: string; opening: Opening; invoice: ExportInvoice }
  | { journal: "AN"; date: CivilDate; number: string; opening: null; paid: Cents; invoice: ExportInvoice }
  | { journal: "AN"; date: CivilDate; number: string; account: BankAccount; balance: OpeningBalance }
  | { journal: "BQ"; date: CivilDate; number: number; transaction: ExportTransaction }
  | { journal: "OD"; date: CivilDate; number: string; use: CreditUse; invoice: ExportInvoice }
  | { journal: "OD"; date: CivilDate; number: string; move: VatMove; invoice: ExportInvoice }
  | { journal: "OD"; date: CivilDate; number: string; doubtful: DoubtfulMove; invoice: ExportInvoice }
  | { journal: "OD"; date: CivilDate; number: string; provision: ProvisionMove; invoice: ExportInvoice };

/** What is entered in a period, in the order of the ledger: date, journal (sales, opening, bank, others), number. */
export function ledgerEvents(
  data: ExportData,
  invoices: ReadonlyMap<number, ExportInvoice>,
  period: ExportPeriod,
): LedgerEvent[] {
  const events: LedgerEvent[] = [];
  const openings = openingsOf(data);
  for (const invoice of data.invoices) {
    const number = invoice.invoice_number;
    if (invoice.opening_date === null)
      events.push({ journal: "VE", date: invoice.invoice_date, number, invoice });
    else {
      const paid = openings.get(invoice.id) ?? cents(0);
      events.push({ journal: "AN", date: invoice.opening_date, number, opening: null, paid, invoice });
    }
  }
  for (const account of data.bank_accounts) {
    const balance = account.opening;
    if (balance === null || balance.amount === 0) continue;
    // Before the invoices of its day.
    events.push({ journal: "AN", date: balance.date, number: "", account, balance });
  }
  for (const transaction of data.transactions) {
    // An amount in another currency cannot be entered in euros.
    if (transaction.currency_code !== "EUR") continue;
    events.push({ journal: "BQ", date: transaction.transaction_date, number: transaction.id, transaction });
  }
  for (const allocation of data.allocations) {
    const invoice = invoices.get(allocation.invoice_id);
    if (invoice === undefined) continue;
    const { invoice_date: date, invoice_number: number } = invoice;
    // Its day is not known: it is entered with its invoice, so that a period has both or neither.
    if (allocation.kind === "opening" && invoice.opening_date === null)
      events.push({ journal: "AN", date, number, opening: allocation, invoice });
  }
  for (const { date, use, invoice } of creditUses(data, invoices))
    events.push({ journal: "OD", date, number: invoice.invoice_number, use, invoice });
  for (const { invoice, move } of vatMovesOf(data)) {
    const { invoice_number: number } = invoice;
    events.push({ journal: "OD", date: move.settlement.date, number, move, invoice });
  }
  const settlements = Map.groupBy(data.settlements, (one) => one.document_id);
  for (const invoice of data.invoices) {
    if (invoice.defaults.length === 0) continue;
    for (const doubtful of doubtfulMoves(invoice, settlements.get(invoice.id) ?? []))
      events.push({ journal: "OD", date: doubtful.date, number: invoice.invoice_number, doubtful, invoice });
  }
  for (const { invoice, provision } of provisionsOf(data, invoices)) {
    const { invoice_number: number } = invoice;
    events.push({ journal: "OD", date: provision.date, number, provision, invoice });
  }
  return events.filter(({ date }) => isInPeriod(date, period)).sort(inLedgerOrder);
}

/** Stable: what an entry is known by from one export to the next. */
export function keyOf(event: LedgerEvent): string {
  switch (event.journal) {
    case "VE":
      return `invoice:${event.invoice.id}`;
    case "AN":
      if ("account" in event) return `bank_account:${event.account.id}`;
      return event.opening === null ? `invoice:${event.invoice.id}` : `opening:${event.opening.id}`;
    case "BQ":
      return `transaction:${event.transaction.id}`;
    case "OD":
      if ("provision" in event) return event.provision.key;
      if ("doubtful" in event) return event.doubtful.key;
      return "use" in event ? event.use.key : event.move.settlement.key;
  }
}

/**
 * The uses that are entered: of an advance, of what nobody knew, and between two accounts of one client. A credit that waited on the account of
 * the invoice is only lettered with it.
 */
function* creditUses(
  { allocations, credit_applications }: ExportData,
  invoices: ReadonlyMap<number, ExportInvoice>,
): Generator<{ date: CivilDate; use: CreditUse; invoice: ExportInvoice }> {
  for (const allocation of allocations) {
    const invoice = invoices.get(allocation.invoice_id);
    if (allocation.kind !== "part" || !invoice) continue;
    const { id, amount, part_id, source, settled_on: date } = allocation;
    const { kind, client_account, vat_rate_bp, advance_used } = source;
    if (kind === "credit" && client_account === invoice.client_account) continue;
    const what = kind === "advance" ? "acompte" : "trop-perçu";
    const label =
      kind === "unknown"
        ? `Identification ${source.label}`
        : `Imputation ${what} sur ${invoice.invoice_number}`;
    const left = { place: "part", id: part_id } as const;
    const use = {
      key: `use:allocation:${id}`,
      amount,
      source: creditAccount(kind),
      client_account,
      label,
      left,
      vat_rate_bp,
      advance_used,
    };
    yield { date, use, invoice };
  }
  for (const { id, amount, credit_note_id, invoice_id, applied_on: date } of credit_applications) {
    const [note, invoice] = [invoices.get(credit_note_id), invoices.get(invoice_id)];
    if (!note || !invoice || note.client_account === invoice.client_account) continue;
    const { client_account, invoice_number } = note;
    const label = `Imputation ${invoice_number} sur ${invoice.invoice_number}`;
    const left = { place: "note", id: credit_note_id } as const;
    const use = {
      key: `use:application:${id}`,
      amount,
      source: ACCOUNTS.clients,
      client_account,
      label,
      left,
      vat_rate_bp: null,
      advance_used: null,
    };
    yield { date, use, invoice };
  }
}

/** By invoice, what was paid of it before it came in. */
function openingsOf(data: ExportData): Map<number, Cents> {
  const openings = new Map<number, Cents>();
  for (const { kind, invoice_id, amount } of data.allocations)
    if (kind === "opening") openings.set(invoice_id, cents((openings.get(invoice_id) ?? 0) + amount));
  return openings;
}

function* provisionsOf(
  data: ExportData,
  invoices: ReadonlyMap<number, ExportInvoice>,
): Generator<{ invoice: ExportInvoice; provision: ProvisionMove }> {
  if (data.provisions.length === 0) return;
  const settlements = Map.groupBy(data.settlements, (one) => one.document_id);
  for (const [id, provisions] of Map.groupBy(data.provisions, (one) => one.invoice_id)) {
    const invoice = invoices.get(id);
    if (!invoice) continue;
    for (const provision of provisionMoves(invoice, provisions, settlements.get(id) ?? []))
      yield { invoice, provision };
  }
}

const JOURNAL_ORDER = { VE: 0, AN: 1, BQ: 2, OD: 3 };

function inLedgerOrder(a: LedgerEvent, b: LedgerEvent): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1;
  if (a.journal !== b.journal) return JOURNAL_ORDER[a.journal] - JOURNAL_ORDER[b.journal];
  return a.number < b.number ? -1 : a.number > b.number ? 1 : 0;
}
