import { type Cents, cents, sumCents } from "@bobine/contract/money";
import { type BankPartKind, largestFeeOf } from "@bobine/contract/bank-parts";
import { euros } from "@bobine/contract/french";
import { must } from "../must.ts";
import { reservedAccountRefusal } from "./reserved-accounts.ts";

const NBSP = "\u00a0";

/** A billion euros: the sum of the most parts is still exact, in code and in the database. */
const LARGEST_PART = 1_000_000_000_00;

/** What a person wants a bank line to be made of. Amounts are signed as on the statement. */
export type RequestedPart =
  | { readonly kind: "invoice" | "write_off"; readonly invoice_id: number; readonly amount: Cents }
  | { readonly kind: "fees" | "unknown"; readonly amount: Cents }
  | { readonly kind: "account"; readonly account: string; readonly amount: Cents }
  | { readonly kind: "credit" | "advance"; readonly cinema_id: number; readonly amount: Cents }
  | { readonly kind: "client_credit" | "refund"; readonly credit: string; readonly amount: Cents }
  /** What a debit takes back of an invoice that an earlier credit had paid. */
  | {
      readonly kind: "return";
      readonly transaction_id: number;
      readonly invoice_id: number;
      readonly amount: Cents;
    };

/** A part that is no payment of an invoice, as it is recorded. */
export interface SettledPart {
  readonly kind: BankPartKind;
  readonly amount: Cents;
  /** Empty but for `account`. */
  readonly account: string;
  readonly account_label: string;
  /** Of a write-off. */
  readonly invoice_id?: number | null;
  /** Of a credit and an advance. */
  readonly cinema_id?: number | null;
  readonly client_account?: string;
  /** Of a refund, one of the two. */
  readonly credit_note_id?: number | null;
  readonly source_part_id?: number | null;
}

/** What a line pays of an invoice; below zero what it takes back, and of which earlier credit. */
export interface PlannedAllocation {
  readonly invoice_id: number;
  readonly amount: Cents;
  readonly returned_transaction_id?: number;
}

export interface SettlementPlan {
  readonly allocations: readonly PlannedAllocation[];
  /** A client's account is not known of them yet. */
  readonly parts: readonly SettledPart[];
  /** Credits that settle the invoices too, above zero: what the line pays of them is less. */
  readonly credits: readonly { readonly credit: string; readonly amount: Cents }[];
}

/** What of a distributor a plan depends on. */
export interface PartRules {
  /** Labels of the accounts that may be chosen, by number. */
  readonly accounts: ReadonlyMap<string, string>;
  /** Accounts of the VAT of documents. */
  readonly vat_accounts: readonly string[];
  /** Largest difference of one invoice that may be written off. */
  readonly write_off_limit: Cents;
}

/**
 * What a bank line becomes when it is split so (LET-19, LET-21, LET-22).
 * @returns the plan, or the French sentence of what forbids it
 */
export function planParts(
  amount: Cents,
  asked: readonly RequestedPart[],
  rules: PartRules,
): SettlementPlan | { readonly refusal: string } {
  const refusal =
    asked.map((part) => refusalOf(amount, part, rules)).find((one) => one !== undefined) ??
    wrongWriteOff(asked) ??
    tooLargeFee(amount, asked) ??
    wrongCredits(asked);
  if (refusal !== undefined) return { refusal };
  const sum = sumCents(asked.map((part) => part.amount));
  if (sum !== amount)
    return {
      refusal: `La somme des parts est de ${euros(sum)}, l’opération est de ${euros(amount)}${NBSP}: il reste ${euros(cents(amount - sum))}.`,
    };
  const allocations = asked.flatMap((part): PlannedAllocation[] => {
    if (part.kind === "invoice") return [{ invoice_id: part.invoice_id, amount: part.amount }];
    if (part.kind !== "return") return [];
    const { invoice_id, transaction_id: returned_transaction_id } = part;
    return [{ invoice_id, amount: part.amount, returned_transaction_id }];
  });
  if (new Set(allocations.map((one) => one.invoice_id)).size !== allocations.length)
    return { refusal: "Une facture figure deux fois dans les parts." };
  return {
    allocations,
    parts: asked.flatMap((part) => settledPart(part, rules) ?? []),
    credits: asked.flatMap((part) =>
      part.kind === "client_credit" ? { credit: part.credit, amount: cents(0 - part.amount) } : [],
    ),
  };
}

function settledPart(part: RequestedPart, { accounts }: PartRules): SettledPart | undefined {
  const { amount } = part;
  switch (part.kind) {
    case "fees":
    case "unknown":
      return { kind: part.kind, amount, account: "", account_label: "" };
    case "account":
      return {
        kind: part.kind,
        amount,
        account: part.account,
        account_label: must(accounts.get(part.account), "account of the list"),
      };
    case "write_off":
      return { kind: part.kind, amount, account: "", account_label: "", invoice_id: part.invoice_id };
    case "credit":
    case "advance":
      return { kind: part.kind, amount, account: "", account_label: "", cinema_id: part.cinema_id };
    case "refund": {
      const [place, row] = part.credit.split(":");
      const source = place === "note" ? { credit_note_id: Number(row) } : { source_part_id: Number(row) };
      return { kind: part.kind, amount, account: "", account_label: "", ...source };
    }
    default:
      return undefined;
  }
}

function wrongCredits(asked: readonly RequestedPart[]): string | undefined {
  const used = asked.flatMap((part) => (part.kind === "client_credit" ? part.credit : []));
  return new Set(used).size === used.length ? undefined : "Un crédit figure deux fois dans les parts.";
}

/** Parts that make a receipt a client's. */
const OF_CLIENTS: ReadonlySet<RequestedPart["kind"]> = new Set(["invoice", "credit", "advance"]);

/**
 * LET-42: what is missing of a receipt beyond what banks keep is no fee, and what a client pays beyond what they give back is his. Fees that an
 * expense is, or pays, and those that are given back alone are what they are.
 */
function tooLargeFee(amount: Cents, asked: readonly RequestedPart[]): string | undefined {
  if (amount <= 0) return undefined;
  const fees = asked.flatMap((part) => (part.kind === "fees" ? part.amount : []));
  const charged = cents(0 - sumCents(fees.filter((fee) => fee < 0)));
  const most = largestFeeOf(cents(amount + charged));
  if (charged > most)
    return `Des frais de ${euros(charged)} sont trop élevés pour cet encaissement (${euros(most)} au plus)${NBSP}: laissez la facture payée en partie, ou utilisez un avoir du client.`;
  const given = sumCents(fees.filter((fee) => fee > 0));
  return given > largestFeeOf(amount) && asked.some(({ kind }) => OF_CLIENTS.has(kind))
    ? `Des frais rendus de ${euros(given)} sont trop élevés à côté du règlement d’un client (${euros(largestFeeOf(amount))} au plus)${NBSP}: gardez le reste en trop-perçu, ou à identifier.`
    : undefined;
}

/** A difference is of an invoice that the line pays, once. */
function wrongWriteOff(asked: readonly RequestedPart[]): string | undefined {
  const idsOf = (kind: "invoice" | "write_off") =>
    asked.flatMap((part) =>
      (part.kind === "invoice" || part.kind === "write_off") && part.kind === kind ? part.invoice_id : [],
    );
  const paid = new Set(idsOf("invoice"));
  const written = idsOf("write_off");
  if (new Set(written).size !== written.length) return "Une facture a deux écarts.";
  return written.some((id) => !paid.has(id))
    ? "L’écart est celui d’une facture que l’opération ne paie pas."
    : undefined;
}

/** Of one part: zero, a sign that makes no sense, an account that is not in the list, a difference that is not small. */
function refusalOf(amount: Cents, part: RequestedPart, rules: PartRules): string | undefined {
  if (part.amount === 0) return "Le montant d’une part ne peut pas être nul.";
  if (Math.abs(part.amount) > LARGEST_PART) return "Le montant d’une part est trop grand.";
  switch (part.kind) {
    case "invoice":
      if (amount < 0) return "Seul un encaissement peut payer une facture.";
      return part.amount > 0 ? undefined : "Le paiement d’une facture est un montant positif.";
    case "return":
      if (amount > 0) return "Seule une dépense peut annuler un encaissement.";
      return part.amount < 0 ? undefined : "Le retour d’un paiement est un montant négatif.";
    case "fees":
      // A bank may keep a fee of a receipt, or give one back.
      return amount < 0 && part.amount > 0
        ? "Sur une dépense, les frais bancaires sont un montant négatif."
        : undefined;
    case "account":
      return (
        reservedAccountRefusal(part.account, rules.vat_accounts) ??
        (rules.accounts.has(part.account)
          ? wrongSign(amount, part.amount)
          : `Le compte ${part.account} n’est pas dans votre liste de comptes.`)
      );
    case "unknown":
      return wrongSign(amount, part.amount);
    case "write_off":
      if (amount < 0) return "Seul un encaissement peut payer une facture.";
      return Math.abs(part.amount) > rules.write_off_limit
        ? `L’écart de ${euros(cents(Math.abs(part.amount)))} dépasse votre limite de ${euros(rules.write_off_limit)}.`
        : undefined;
    case "credit":
    case "advance":
      if (amount < 0) return "Seul un encaissement peut être gardé au crédit d’un client.";
      return part.amount > 0 ? undefined : "Le crédit d’un client est un montant positif.";
    case "client_credit":
      if (amount < 0) return "Seul un encaissement peut être complété par un crédit client.";
      return part.amount < 0 ? undefined : "Un crédit client qui est utilisé est un montant négatif.";
    case "refund":
      if (amount > 0) return "Seule une dépense peut rembourser un client.";
      return part.amount < 0 ? undefined : "Le remboursement d’un client est un montant négatif.";
  }
}

const wrongSign = (amount: Cents, part: Cents): string | undefined =>
  amount < 0 === part < 0
    ? undefined
    : amount < 0
      ? "Une part d’une dépense est un montant négatif."
      : "Une part d’un encaissement est un montant positif.";
