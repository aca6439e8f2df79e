import { needsConfirmation } from "@bobine/contract/banking";
import { type Cents, cents, centsFromWire, centsToWire, sumCents } from "@bobine/contract/money";
import type { ChoosableInvoice, UserAction, UserActionDetail } from "@bobine/contract/user-actions";

/** Cents from which a difference is no rounding any more (LET-13): the amount that is left turns amber below it. */
const ROUNDING_LIMIT = 100;

export const amountOf = ({ transaction_amount }: Pick<UserAction, "transaction_amount">): Cents =>
  centsFromWire(transaction_amount ?? "0.00");

/** In another currency than invoices are (BANK-38). */
export const isForeign = ({ currency_code }: Pick<UserAction, "currency_code">): boolean =>
  currency_code !== "EUR";

/** What the chosen invoices leave of the transaction: positive is a surplus, negative a shortfall. */
export const remainingAmount = (
  transaction: Cents,
  chosen: readonly Pick<ChoosableInvoice, "outstanding">[],
): Cents => cents(transaction - outstandingOf(chosen));

/** How what is left looks: green at zero, amber when it may be a rounding, blue to fill, red when the invoices ask for more. */
export function balanceTone(remaining: Cents): "balanced" | "close" | "surplus" | "shortfall" {
  if (!needsConfirmation(remaining, cents(0))) return "balanced";
  if (Math.abs(remaining) < ROUNDING_LIMIT) return "close";
  return remaining > 0 ? "surplus" : "shortfall";
}

/** One order for a choice, so that the same invoices are the same draft. */
export const inOrder = <I extends Pick<ChoosableInvoice, "id">>(invoices: Iterable<I>): I[] =>
  [...invoices].sort((a, b) => a.id - b.id);

/** The same choice with what its invoices owe now, where that has been read: another action may have paid some of them meanwhile (LET-2). */
export function asOfNow(
  chosen: readonly ChoosableInvoice[],
  ...read: readonly (readonly ChoosableInvoice[] | undefined)[]
): ChoosableInvoice[] {
  const now = new Map(read.flatMap((invoices) => invoices ?? []).map((invoice) => [invoice.id, invoice]));
  return chosen.map((invoice) => now.get(invoice.id) ?? invoice);
}

/** Of the ready-made sets, also of those that cannot be taken any more. */
export const proposedOf = ({ candidates }: Pick<UserActionDetail, "candidates">): ChoosableInvoice[] =>
  candidates.flatMap(({ invoices }) => invoices);

/** What invoices owe together. */
export const outstandingOf = (invoices: readonly Pick<ChoosableInvoice, "outstanding">[]): Cents =>
  sumCents(invoices.map(({ outstanding }) => centsFromWire(outstanding)));

/** With these too, each once. */
export const withAll = (
  chosen: readonly ChoosableInvoice[],
  invoices: readonly ChoosableInvoice[],
): ChoosableInvoice[] => inOrder(new Map([...chosen, ...invoices].map((one) => [one.id, one])).values());

/** With the invoice, or without it when it was chosen. */
export const toggled = (
  chosen: readonly ChoosableInvoice[],
  invoice: ChoosableInvoice,
): ChoosableInvoice[] =>
  chosen.some(({ id }) => id === invoice.id)
    ? chosen.filter(({ id }) => id !== invoice.id)
    : inOrder([...chosen, invoice]);

export type ReadySet = UserActionDetail["candidates"][number];

/** Those that can still be taken. */
export const readySets = ({ candidates }: Pick<UserActionDetail, "candidates">): ReadySet[] =>
  candidates.filter((set) => set.is_available && set.invoices.length > 0);

/** What is chosen at the start: the first set when its total is right and nothing else fits as well. */
export function surestOf(action: Pick<UserActionDetail, "candidates">): ChoosableInvoice[] {
  const first = action.candidates[0];
  return first?.is_available && first.difference === centsToWire(cents(0)) && first.alternatives === 0
    ? inOrder(first.invoices)
    : [];
}

export const isSameChoice = (
  a: readonly Pick<ChoosableInvoice, "id">[],
  b: readonly Pick<ChoosableInvoice, "id">[],
): boolean => a.length === b.length && a.every(({ id }) => b.some((other) => other.id === id));
