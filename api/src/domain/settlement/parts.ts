import { type Cents, cents, sumCents } from "@bobine/contract/money";
import { euros } from "@bobine/contract/french";

const NBSP = "\u00a0";

/** A billion euros: the sum of the most parts is still exact, in code and in the database. */
const LARGEST_PART = 1_000_000_000_00;

/** What a person wants a bank line to be made of. Amounts are signed as on the statement. */
export type AskedPart =
  | { readonly kind: "invoice"; readonly invoice_id: number; readonly amount: Cents }
  | { readonly kind: "fees" | "unknown"; readonly amount: Cents }
  | { readonly kind: "account"; readonly account: string; readonly amount: Cents };

/** A part that is no payment of an invoice, as it is recorded. */
export interface SettledPart {
  readonly kind: "fees" | "account" | "unknown";
  readonly amount: Cents;
  /** Empty but for `account`. */
  readonly account: string;
  readonly account_label: string;
}

export interface SettlementPlan {
  /** Above zero on a receipt. */
  readonly allocations: readonly { readonly invoice_id: number; readonly amount: Cents }[];
  readonly parts: readonly SettledPart[];
}

/**
 * What a bank line becomes when it is split so (LET-19).
 * @param accounts labels of the accounts that may be chosen, by number
 * @returns the plan, or the French sentence of what forbids it
 */
export function planParts(
  amount: Cents,
  asked: readonly AskedPart[],
  accounts: ReadonlyMap<string, string>,
): SettlementPlan | { readonly refusal: string } {
  const refusal = asked.map((part) => refusalOf(amount, part, accounts)).find((one) => one !== undefined);
  if (refusal !== undefined) return { refusal };
  const sum = sumCents(asked.map((part) => part.amount));
  if (sum !== amount)
    return {
      refusal: `La somme des parts est de ${euros(sum)}, l’opération est de ${euros(amount)}${NBSP}: il reste ${euros(cents(amount - sum))}.`,
    };
  const paid = asked.filter((part) => part.kind === "invoice");
  if (new Set(paid.map((part) => part.invoice_id)).size !== paid.length)
    return { refusal: "Une facture figure deux fois dans les parts." };
  return {
    allocations: paid.map(({ invoice_id, amount: share }) => ({ invoice_id, amount: share })),
    parts: asked.flatMap((part): SettledPart[] => {
      if (part.kind === "invoice") return [];
      const account = part.kind === "account" ? part.account : "";
      return [{ kind: part.kind, amount: part.amount, account, account_label: accounts.get(account) ?? "" }];
    }),
  };
}

/** Of one part: zero, a sign that makes no sense, an account that is not in the list. */
function refusalOf(
  amount: Cents,
  part: AskedPart,
  accounts: ReadonlyMap<string, string>,
): string | undefined {
  if (part.amount === 0) return "Le montant d’une part ne peut pas être nul.";
  if (Math.abs(part.amount) > LARGEST_PART) return "Le montant d’une part est trop grand.";
  switch (part.kind) {
    case "invoice":
      if (amount < 0) return "Seul un encaissement peut payer une facture.";
      return part.amount > 0 ? undefined : "Le paiement d’une facture est un montant positif.";
    case "fees":
      // A bank may keep a fee of a receipt, or give one back.
      return amount < 0 && part.amount > 0
        ? "Sur une dépense, les frais bancaires sont un montant négatif."
        : undefined;
    case "account":
      if (!accounts.has(part.account))
        return `Le compte ${part.account} n’est pas dans votre liste de comptes.`;
      return wrongSign(amount, part.amount);
    case "unknown":
      return wrongSign(amount, part.amount);
  }
}

const wrongSign = (amount: Cents, part: Cents): string | undefined =>
  amount < 0 === part < 0
    ? undefined
    : amount < 0
      ? "Une part d’une dépense est un montant négatif."
      : "Une part d’un encaissement est un montant positif.";
