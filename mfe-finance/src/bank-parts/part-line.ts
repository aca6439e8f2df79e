import type { AccountChoice, readParts } from "@bobine/contract/bank-parts";
import type { ClientCredit } from "@bobine/contract/client-credits";
import type { CivilDate } from "@bobine/contract/civil-date";
import { type Cents, centsFromWire } from "@bobine/contract/money";
import type { ResponseOf } from "@bobine/contract/route";
import type { ChoosableInvoice } from "@bobine/contract/user-actions";

/** What a part of a bank line may be, in the order in which the screens offer it. */
export const PART_KINDS = [
  "invoice",
  "client_credit",
  "advance",
  "credit",
  "write_off",
  "return",
  "refund",
  "fees",
  "account",
  "unknown",
] as const;
export type PartKind = (typeof PART_KINDS)[number];

export interface OfferedInvoice {
  readonly id: number;
  readonly number: string;
  readonly cinema_id: number;
  readonly cinema_name: string;
  readonly outstanding: Cents;
}

/** Money of a client that waits: a credit note, an overpayment, an advance. */
export interface OfferedCredit {
  readonly id: string;
  readonly label: string;
  readonly cinema_id: number | null;
  readonly cinema_name: string;
  readonly remaining: Cents;
}

/** An earlier receipt that the bank took back, with what would reopen. */
export interface OfferedReturn {
  readonly transaction_id: number;
  readonly label: string;
  readonly transaction_date: CivilDate;
  /** It is proposed: no other one speaks so much for itself. */
  readonly is_likely: boolean;
  /** What the bank charged in the same line, below zero. */
  readonly fee: Cents;
  /** The evidence, and what would be due again, in French. */
  readonly reasons: readonly string[];
  /** What it had paid of each, above zero. */
  readonly invoices: readonly { readonly id: number; readonly number: string; readonly amount: Cents }[];
}

/** Invoices less credits that the receipt is to the cent (LET-41), each of them whole. */
export interface OfferedNet {
  /** It is proposed: no other one speaks so much for itself. */
  readonly is_likely: boolean;
  /** The calculation in French, and the other evidence. */
  readonly reasons: readonly string[];
  readonly invoices: readonly Omit<OfferedInvoice, "cinema_id">[];
  readonly credits: readonly Pick<OfferedCredit, "id" | "label" | "remaining">[];
}

/** A bank line with all that its parts may be. */
export interface PartLine {
  readonly date: CivilDate;
  readonly amount: Cents;
  /** What its parts may be. */
  readonly kinds: readonly PartKind[];
  readonly accounts: readonly AccountChoice[];
  /** Whom it may be of. */
  readonly clients: readonly { readonly id: number; readonly name: string }[];
  readonly invoices: readonly OfferedInvoice[];
  readonly credits: readonly OfferedCredit[];
  readonly returns: readonly OfferedReturn[];
  readonly nets: readonly OfferedNet[];
  /** The credit that an expense gives back, as nothing else speaks so much for itself (LET-44). */
  readonly refund: { readonly credit: string; readonly reason: string } | undefined;
  readonly proposal: { readonly choice: string; readonly reason: string } | undefined;
  /** The largest difference that may be written off. */
  readonly writeOffLimit: Cents;
}

/** The kinds that make sense of a receipt, or of an expense. */
export const kindsOf = (amount: Cents): readonly PartKind[] =>
  PART_KINDS.filter((kind) => {
    if (kind === "fees" || kind === "account" || kind === "unknown") return true;
    return kind === "return" || kind === "refund" ? amount < 0 : amount > 0;
  });

/** A line as it is read, with what was chosen of it before. */
export function partLineOf(
  read: ResponseOf<typeof readParts>,
  chosen: readonly OfferedInvoice[] = [],
): PartLine {
  const { proposal, accounts, clients, credits, open_invoices, returns, net_payments } = read;
  const amount = centsFromWire(read.amount);
  // Those that its label names come first.
  const known = open_invoices
    .map(offeredInvoice)
    .toSorted((a, b) => Number(read.label.includes(b.number)) - Number(read.label.includes(a.number)));
  return {
    date: read.transaction_date,
    amount,
    kinds: kindsOf(amount),
    accounts,
    clients: clients.map(({ cinema_id, cinema_name }) => ({ id: cinema_id, name: cinema_name })),
    invoices: [...chosen, ...known.filter(({ id }) => !chosen.some((one) => one.id === id))],
    credits: credits.map(offeredCredit),
    returns: returns.map(
      ({ transaction_id, transaction_date, label, is_likely, fee, reasons, invoices }) => ({
        transaction_id,
        transaction_date,
        label,
        is_likely,
        fee: centsFromWire(fee ?? "0.00"),
        reasons,
        invoices: invoices.map(({ id, invoice_number, amount: paid }) => ({
          id,
          number: invoice_number,
          amount: centsFromWire(paid),
        })),
      }),
    ),
    nets: net_payments.map((net) => ({
      is_likely: net.is_likely,
      reasons: net.reasons,
      invoices: net.invoices.map(({ id, invoice_number, cinema_name, amount: owed }) => ({
        id,
        number: invoice_number,
        cinema_name,
        outstanding: centsFromWire(owed),
      })),
      credits: net.credits.map((one) => ({
        id: one.credit,
        label: one.label,
        remaining: centsFromWire(one.amount),
      })),
    })),
    refund: read.likely_refund
      ? { credit: read.likely_refund.credit, reason: read.likely_refund.reasons.join(", ") }
      : undefined,
    proposal: proposal
      ? { choice: proposal.kind === "fees" ? "fees" : proposal.account, reason: proposal.reason }
      : undefined,
    writeOffLimit: centsFromWire(read.write_off_limit),
  };
}

/** A credit of the wire as a part may use it, or give it back. */
export const offeredCredit = ({
  id,
  label,
  cinema_id,
  cinema_name,
  remaining,
}: Omit<ClientCredit, "uses">): OfferedCredit => ({
  id,
  label,
  cinema_id,
  cinema_name,
  remaining: centsFromWire(remaining),
});

/** An invoice of the wire as a part may pay it. */
export const offeredInvoice = (
  invoice: Pick<ChoosableInvoice, "id" | "invoice_number" | "cinema_id" | "cinema_name" | "outstanding">,
): OfferedInvoice => ({
  id: invoice.id,
  number: invoice.invoice_number,
  cinema_id: invoice.cinema_id,
  cinema_name: invoice.cinema_name,
  outstanding: centsFromWire(invoice.outstanding),
});
