import type { CivilDate } from "@bobine/contract/civil-date";
import { type Cents, cents, sumCents } from "@bobine/contract/money";
import type { DocumentSettlement, ExportInvoice } from "./export-data.ts";

/** What goes from 411 to 416 of its client; below zero what comes back. */
export interface DoubtfulMove {
  readonly key: string;
  readonly date: CivilDate;
  readonly amount: Cents;
}

/**
 * What an invoice owes is a doubtful debt from the day of its default on (EXP-18): what settles it takes so much back on its own day, and its reopening
 * the rest. No later fact changes an earlier entry.
 * @param settlements of the invoice, in their order; on the day of a default or a reopening they come first
 */
export function doubtfulMoves(
  { id, outstanding, defaults }: Pick<ExportInvoice, "id" | "outstanding" | "defaults">,
  settlements: readonly DocumentSettlement[],
): DoubtfulMove[] {
  const moves: DoubtfulMove[] = [];
  let owed = cents(outstanding + sumCents(settlements.map(({ amount }) => amount)));
  let doubtful = cents(0);
  let next = 0;
  const moveTo = (amount: Cents, key: string, date: CivilDate): void => {
    if (amount !== doubtful) moves.push({ key, date, amount: cents(amount - doubtful) });
    doubtful = amount;
  };
  const settleUntil = (isIncluded: (date: CivilDate) => boolean, isDoubtful: boolean): void => {
    for (let one = settlements[next]; one && isIncluded(one.date); one = settlements[next]) {
      next += 1;
      owed = cents(owed - one.amount);
      if (isDoubtful) moveTo(atLeastNothing(owed), `default:${one.key}`, one.date);
    }
  };
  for (const [place, { defaulted_on, reopened_on }] of defaults.entries()) {
    const key = place === 0 ? `default:${id}` : `default:${id}:${place}`;
    settleUntil((date) => date <= defaulted_on, false);
    moveTo(atLeastNothing(owed), key, defaulted_on);
    settleUntil((date) => reopened_on === null || date <= reopened_on, true);
    if (reopened_on !== null) moveTo(cents(0), `${key}:reopened`, reopened_on);
  }
  return moves;
}

const atLeastNothing = (owed: Cents): Cents => cents(Math.max(0, owed));
