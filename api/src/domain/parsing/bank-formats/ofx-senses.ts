import type { Cents } from "@bobine/contract/money";

const NBSP = "\u00a0";
const LINES_TOLD = 5;

/** Whether the kind of an operation says that money went, while its amount says that it came: no amount has a sign by accident (BANK-27). */
export const isContradicted = (amount: Cents, kind: string): boolean =>
  amount > 0 && kind.toUpperCase() === "DEBIT";

/** A minus among the credits is a debit, as in tables (BANK-7), and told. */
export function ofxSenses(): {
  add(line: number, amount: Cents, kind: string): void;
  notes(): readonly string[];
} {
  const odd: number[] = [];
  let count = 0;
  return {
    add(line, amount, kind) {
      if (kind !== "CREDIT" && kind.toUpperCase() !== "CREDIT") return;
      count += 1;
      if (amount < 0) odd.push(line);
    },
    notes() {
      if (odd.length === 0) return [];
      const told = odd.slice(0, LINES_TOLD).join(", ") + (odd.length > LINES_TOLD ? "…" : "");
      return odd.length === 1
        ? [
            `1 crédit sur ${count} a un montant négatif (ligne ${told})${NBSP}: il est compté comme un décaissement.`,
          ]
        : [
            `${odd.length} crédits sur ${count} ont un montant négatif (lignes ${told})${NBSP}: ils sont comptés comme des décaissements.`,
          ];
    },
  };
}
