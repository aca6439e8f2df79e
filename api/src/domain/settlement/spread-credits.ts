import { type Cents, cents } from "@bobine/contract/money";
import { must } from "../must.ts";

/** Whose an invoice or a credit is. */
export interface Client {
  readonly client_account: string;
  readonly cinema_id: number | null;
}

/** A client credit that is used beside the invoices of a bank line; `amount` is above zero. */
interface UsedCredit extends Client {
  readonly id: string;
  readonly amount: Cents;
}

interface SettledInvoice extends Client {
  readonly id: number;
  /** What it is settled of in all, by the line and by credits. */
  readonly amount: Cents;
  /** What of that is written off, above zero (LET-21): of an invoice that the line pays, so that credits leave it. */
  readonly written_off?: Cents;
}

export interface CreditSpread<Credit> {
  /** The first credit that is more than the invoices of its client: then the rest is not to be used. */
  readonly beyond: Credit | undefined;
  /** What the line itself pays, without the invoices that credits settle alone. */
  readonly allocations: readonly { readonly invoice_id: number; readonly amount: Cents }[];
  readonly uses: readonly { readonly credit: string; readonly invoice_id: number; readonly amount: Cents }[];
}

/** A credit is of one client; what nobody knew may be anybody's. A cinema keeps its credits when its account changes. */
export const isSameClient = (credit: Client, invoice: Client): boolean =>
  credit.client_account === "" ||
  credit.client_account === invoice.client_account ||
  (credit.cinema_id !== null && credit.cinema_id === invoice.cinema_id);

/** Puts credits on the invoices that a bank line settles (LET-24): each on those of its client, in their order. */
export function spreadCredits<Credit extends UsedCredit>(
  invoices: readonly SettledInvoice[],
  credits: readonly Credit[],
): CreditSpread<Credit> {
  const left = new Map<number, number>(invoices.map(({ id, amount }) => [id, amount]));
  const uses: CreditSpread<Credit>["uses"][number][] = [];
  let beyond: Credit | undefined;
  for (const credit of credits) {
    let unused: number = credit.amount;
    for (const invoice of invoices) {
      const due = must(left.get(invoice.id), "settled invoice");
      const amount = Math.min(unused, due - (invoice.written_off ?? 0));
      if (amount <= 0 || !isSameClient(credit, invoice)) continue;
      uses.push({ credit: credit.id, invoice_id: invoice.id, amount: cents(amount) });
      left.set(invoice.id, due - amount);
      unused -= amount;
    }
    if (unused > 0) beyond ??= credit;
  }
  const allocations = invoices.map(({ id }) => ({
    invoice_id: id,
    amount: cents(must(left.get(id), "settled invoice")),
  }));
  return { beyond, allocations: allocations.filter(({ amount }) => amount > 0), uses };
}
