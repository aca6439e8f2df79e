import type { CivilDate } from "@bobine/contract/civil-date";
import { type Cents, cents, sumCents } from "@bobine/contract/money";
import { proportionHalfUp } from "../invoicing/rounding.ts";
import type { DocumentSettlement, ExportInvoice, ExportProvision, ProvisionAccounts } from "./export-data.ts";

/** A provision that is made, or below zero taken back. */
export interface ProvisionMove {
  readonly key: string;
  readonly date: CivilDate;
  readonly amount: Cents;
  readonly accounts: ProvisionAccounts;
}

type Provisioned = Pick<ExportInvoice, "total_net_amount" | "total_amount" | "outstanding">;

/** What a provision may be at most: what is due, before tax, since its VAT comes back when the debt is lost (EXP-19). */
export const provisionBase = (invoice: Omit<Provisioned, "outstanding">, outstanding: Cents): Cents =>
  outstanding <= 0 || invoice.total_amount <= 0
    ? cents(0)
    : proportionHalfUp(outstanding, Math.max(0, invoice.total_net_amount), invoice.total_amount);

/**
 * What is entered of the provision of an invoice in default: the chosen sum from its day on, never more than is due before tax. What settles
 * the invoice takes it back; what reopens it (a return, an undoing) makes it anew, until somebody withdraws it.
 * @param provisions in the order in which they were chosen; zero withdraws
 * @param settlements of the invoice, in their order
 */
export function provisionMoves(
  invoice: Provisioned,
  provisions: readonly ExportProvision[],
  settlements: readonly DocumentSettlement[],
): ProvisionMove[] {
  const [first] = provisions;
  if (!first) return [];
  const { accounts } = first;
  const moves: ProvisionMove[] = [];
  let owed = cents(invoice.outstanding + sumCents(settlements.map(({ amount }) => amount)));
  let chosen = cents(0);
  let provided = cents(0);
  const provideFrom = (key: string, date: CivilDate, amount: Cents): void => {
    if (amount !== provided) moves.push({ key, date, amount: cents(amount - provided), accounts });
    provided = amount;
  };
  const atMost = () => cents(Math.min(chosen, provisionBase(invoice, owed)));
  const events = [
    ...settlements.map((settlement) => ({ date: settlement.date, settlement })),
    ...provisions.map((provision) => ({ date: provision.set_on, provision })),
  ].toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  for (const event of events) {
    if ("settlement" in event) {
      owed = cents(owed - event.settlement.amount);
      provideFrom(`provision:${event.settlement.key}`, event.date, atMost());
      continue;
    }
    const { id, amount } = event.provision;
    chosen = amount;
    provideFrom(`provision:${id}`, event.date, amount);
    // What was paid before that day and came in later.
    provideFrom(`provision:${id}:paid`, event.date, atMost());
  }
  return moves;
}
