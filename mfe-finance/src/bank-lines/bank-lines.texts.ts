import type { ListedTransaction } from "@bobine/contract/banking";
import { centsFromWire } from "@bobine/contract/money";
import type { StatusColor } from "@bobine/shared-ui";

export const LINE_TEXTS = {
  empty: "Aucune transaction trouvée.",
  /** TXT-1 */
  loadFailed: "Impossible de charger les transactions.",
  more: "Afficher la suite",
  open: "Ouvrir l’action",
  none: "Aucune facture n’est rapprochée de cette opération.",
  assigned: "Affectée",
  surplusKept: "Trop-perçu conservé\u00a0:",
  undecided: "Cette opération n’a pas encore d’affectation.",
  count: ["Opération", "Opérations"],
  credits: "Encaissements",
  debits: "Décaissements",
  net: "Solde des opérations",
  otherCurrencies: "En autre devise, hors totaux",
} as const;

/** How a bank line stands: lettered wholly or in part, waiting for a person, or of no client. */
export function letteringState(line: ListedTransaction): { label: string; color: StatusColor } | undefined {
  const { lettering } = line;
  if (!lettering) return undefined;
  if (lettering.invoices.length > 0) {
    const code = lettering.lettering_code === "" ? "" : ` ${lettering.lettering_code}`;
    return centsFromWire(lettering.surplus_amount) > 0
      ? { label: `Trop-perçu${code}`, color: "yellow" }
      : { label: `Lettrée${code}`, color: "green" };
  }
  if (lettering.parts.length > 0)
    return lettering.parts.some((part) => part.kind === "unknown")
      ? { label: "À identifier", color: "orange" }
      : { label: "Affectée", color: "green" };
  const status = lettering.user_action_status;
  if (status === "REJECTED") return { label: "Rejetée", color: "red" };
  // Closed without an end: it stands on 471000 (LET-46).
  if (status === "DONE")
    return line.currency_code === "EUR"
      ? { label: "À identifier", color: "orange" }
      : { label: "Traitée", color: "gray" };
  if (status !== null) return { label: "À traiter", color: "orange" };
  // No line in euros is without an end: nobody was asked, somebody may say it.
  return line.currency_code === "EUR" ? { label: "À affecter", color: "gray" } : undefined;
}
