import type { AccountMovement } from "@bobine/contract/client-accounts";
import { cents, centsFromWire, centsToWire } from "@bobine/contract/money";
import { movementLabel } from "../../domain/client-account/movement-label.ts";
import type { MovementRow } from "./client-accounts.repository.ts";

/** A movement as the account tells it: on one of its sides, called as its entry of the books. */
export function movementView({ invoice_number, amount, ...row }: MovementRow): AccountMovement {
  const moved = centsFromWire(amount);
  return {
    ...row,
    label: movementLabel(row.kind, invoice_number),
    debit: centsToWire(cents(Math.max(0, moved))),
    credit: centsToWire(cents(Math.max(0, 0 - moved))),
  };
}
