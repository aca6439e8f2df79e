import type { ClientCredit, CreditUse } from "@bobine/contract/client-credits";
import { centsFromWire } from "@bobine/contract/money";
import type { StatusColor } from "@bobine/shared-ui";
import { TEXTS } from "./credits.texts.ts";

/** How a credit stands: what waits comes before what was done with the rest. */
export function creditState({
  remaining,
  amount,
  uses,
}: Pick<ClientCredit, "remaining" | "amount" | "uses">): {
  label: string;
  color: StatusColor;
} {
  const left = centsFromWire(remaining);
  if (left > 0)
    return left === centsFromWire(amount)
      ? { label: TEXTS.waiting, color: "orange" }
      : { label: TEXTS.partlyUsed, color: "yellow" };
  return uses.length > 0 && uses.every(({ kind }) => kind === "refund")
    ? { label: TEXTS.refunded, color: "gray" }
    : { label: TEXTS.used, color: "green" };
}

/** « sur F26000123 », « remboursé au client » */
export const nameOfUse = (use: Pick<CreditUse, "kind" | "invoice_number">): string =>
  use.kind === "refund" ? TEXTS.refund : TEXTS.onInvoice(use.invoice_number);
