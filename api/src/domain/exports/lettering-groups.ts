import type { CivilDate } from "@bobine/contract/civil-date";
import { type GroupLink, lettersOfGroups } from "./carried-letters.ts";
import { entryDateOf, type ExportData, type ExportInvoice } from "./export-data.ts";

/** Invoices, credit notes and payment lines of one client account that settle one another (EXP-3). */
export interface LetteringGroup {
  client_account: string;
  /** In payment order. */
  invoices: ExportInvoice[];
  /** The transactions that pay them on this account. */
  transaction_ids: number[];
  /** Letters of the group, upper case; null when it must take the next ones. */
  letters: string | null;
  /** A link of it carries letters that are another group's, or none. */
  has_stale_links: boolean;
  /** Σ debit = Σ credit. */
  is_balanced: boolean;
  first_date: CivilDate;
  /** Date of the latest entry. */
  last_date: CivilDate;
}

export type Settlement = Pick<
  ExportData,
  "invoices" | "transactions" | "allocations" | "credit_applications"
>;
type DatedLink = GroupLink & { readonly date: CivilDate };

/**
 * The groups, oldest settlement first inside an account. An invoice that nothing settles is in none. A transaction that
 * pays two accounts has a payment line, hence a group, in each. Linear in the size of the data.
 */
export function letteringGroups(data: Settlement): LetteringGroup[] {
  const allocated = new Map<number, number>();
  const gapsAcceptedOn = new Map<number, CivilDate[]>();
  for (const allocation of data.allocations) {
    const { invoice_id, amount } = allocation;
    allocated.set(invoice_id, (allocated.get(invoice_id) ?? 0) + amount);
    if (allocation.kind !== "rounding_gap") continue;
    gapsAcceptedOn.set(invoice_id, [...(gapsAcceptedOn.get(invoice_id) ?? []), allocation.accepted_on]);
  }
  const groups: LetteringGroup[] = [];
  for (const { client_account, invoices, links, ...lettered } of lettersOfGroups(
    data.invoices,
    datedLinks(data),
  )) {
    const gaps = invoices.flatMap((invoice) => gapsAcceptedOn.get(invoice.id) ?? []);
    const settlements = [...links.map((link) => link.date), ...gaps].sort();
    const first_date = settlements[0];
    if (first_date === undefined) continue;
    const entries = [...settlements, ...invoices.map(entryDateOf)].sort();
    const balance = invoices.reduce(
      (sum, { id, total_amount }) => sum + total_amount - (allocated.get(id) ?? 0),
      0,
    );
    const payments = links.filter((link) => link.kind === "payment" || link.kind === "return");
    groups.push({
      client_account,
      invoices: invoices.sort(byDateAndNumber),
      transaction_ids: [...new Set(payments.map((payment) => payment.link))],
      letters: lettered.letters,
      has_stale_links: lettered.stale_links.length > 0,
      is_balanced: balance === 0,
      first_date,
      last_date: entries.at(-1) ?? first_date,
    });
  }
  return groups.sort(bySettlement);
}

/** What settles, with the day of its entry. */
function datedLinks(data: Settlement): DatedLink[] {
  const transactions = new Map(data.transactions.map((one) => [one.id, one.transaction_date]));
  const invoices = new Map(data.invoices.map((invoice) => [invoice.id, entryDateOf(invoice)]));
  const links: DatedLink[] = [];
  for (const allocation of data.allocations) {
    if (allocation.kind === "rounding_gap") continue;
    const { kind, id, invoice_id, letters } = allocation;
    const isPayment = kind === "payment" || kind === "return";
    const date = isPayment ? transactions.get(allocation.transaction_id) : invoices.get(invoice_id);
    const link = isPayment ? allocation.transaction_id : invoice_id;
    if (date !== undefined) links.push({ kind, key: String(id), link, invoice_id, letters, date });
  }
  for (const { credit_note_id, invoice_id, letters } of data.credit_applications) {
    const date = invoices.get(credit_note_id);
    const key = `${credit_note_id} ${invoice_id}`;
    if (date !== undefined)
      links.push({ kind: "credit", key, link: credit_note_id, invoice_id, letters, date });
  }
  return links;
}

export const byDateAndNumber = (a: ExportInvoice, b: ExportInvoice): number =>
  compare(a.invoice_date, b.invoice_date) || compare(a.invoice_number, b.invoice_number) || a.id - b.id;

const bySettlement = (a: LetteringGroup, b: LetteringGroup): number =>
  compare(a.client_account, b.client_account) ||
  compare(a.first_date, b.first_date) ||
  byDateAndNumber(a.invoices[0] as ExportInvoice, b.invoices[0] as ExportInvoice);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
