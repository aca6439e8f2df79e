import type { CivilDate } from "@bobine/contract/civil-date";
import { type Cents, cents } from "@bobine/contract/money";

interface LateInvoice {
  readonly id: number;
  readonly due_date: CivilDate;
  readonly outstanding: Cents;
}

/**
 * What of a client's open credits is set against each invoice that it is asked for: the one that was due first gets it first, so that what
 * reminders of several levels demand is together never more than what is owed (MAIL-2).
 * @returns by the id of the invoice; not those that get nothing
 */
export function shareCredits(credits: Cents, invoices: readonly LateInvoice[]): ReadonlyMap<number, Cents> {
  const shares = new Map<number, Cents>();
  let left: number = credits;
  for (const { id, outstanding } of invoices.toSorted(
    (a, b) => a.due_date.localeCompare(b.due_date) || a.id - b.id,
  )) {
    const share = Math.min(left, outstanding);
    if (share <= 0) continue;
    shares.set(id, cents(share));
    left -= share;
  }
  return shares;
}
