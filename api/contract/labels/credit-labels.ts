import type { ClientCredit, CreditUse } from "../calls/client-credits.contract.ts";
import { centsFromWire } from "../units/money.ts";
import type { StatusFacts } from "./status-labels.ts";

const CREDIT_STATE = {
  waiting: { label: "À imputer", color: "orange" },
  partlyUsed: { label: "Imputé en partie", color: "yellow" },
  used: { label: "Imputé", color: "green" },
  refunded: { label: "Remboursé", color: "gray" },
} as const satisfies Record<string, StatusFacts>;

/** How a client credit stands (LET-22): what waits comes before what was done with the rest. */
export function creditState({
  remaining,
  amount,
  uses,
}: Pick<ClientCredit, "remaining" | "amount" | "uses">): StatusFacts {
  const left = centsFromWire(remaining);
  if (left > 0) return left === centsFromWire(amount) ? CREDIT_STATE.waiting : CREDIT_STATE.partlyUsed;
  const isRefunded = uses.length > 0 && uses.every(({ kind }) => kind === "refund");
  return isRefunded ? CREDIT_STATE.refunded : CREDIT_STATE.used;
}

/** « sur F26000123 », « remboursé au client » */
export const nameOfUse = (use: Pick<CreditUse, "kind" | "invoice_number">): string =>
  use.kind === "refund" ? "remboursé au client" : `sur ${use.invoice_number}`;
