import type { AccountMovementKind } from "@bobine/contract/client-accounts";

/** What a movement of a client's account is called, as the entry of the books that it is of (EXP-2). */
export function movementLabel(kind: AccountMovementKind, invoice_number: string): string {
  switch (kind) {
    case "invoice":
      return `Facture ${invoice_number}`;
    case "credit_note":
      return `Avoir ${invoice_number}`;
    case "opening_payment":
      return `Règlement antérieur ${invoice_number}`;
    case "payment":
      return `Règlement ${invoice_number}`;
    case "return":
      return `Impayé ${invoice_number}`;
    case "overpayment":
      return "Trop-perçu";
    case "refund":
      return invoice_number === "" ? "Remboursement" : `Remboursement ${invoice_number}`;
    case "credit_use":
      return `Imputation sur ${invoice_number}`;
    case "pending_return":
      return "Paiement retourné, à traiter";
  }
}
