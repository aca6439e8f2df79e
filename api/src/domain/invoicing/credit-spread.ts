import { type Cents, cents } from "@bobine/contract/money";
import type { InvoiceLineDraft } from "./draft-invoice.ts";
import { must } from "../must.ts";

/**
 * Chooses the invoices that the lines of one decreased film credit, so that no invoice is credited beyond what it bills
 * for the film. The newest one that holds the whole difference takes it alone; else newest first, cutting a line in two
 * where an invoice is used up (its counts of admissions stay with its first piece).
 *
 * @param lines differences of one film, of negative sum; a positive one (a guarantee that replaces a share) is taken first
 * @param capacities what each invoice still bills for the film, newest invoice first
 * @param creditedBefore what was credited of the film by hand: the lines may exceed the capacities by as much, and are cut there
 */
export function spreadOverInvoices(
  lines: readonly InvoiceLineDraft[],
  capacities: readonly { invoice_id: number; amount: Cents }[],
  creditedBefore: Cents = cents(0),
): { invoice_id: number; line: InvoiceLineDraft }[] {
  const due = -lines.reduce((sum, line) => sum + line.net_amount, 0);
  const order = [
    ...capacities.filter(({ amount }) => amount >= due),
    ...capacities.filter(({ amount }) => amount > 0 && amount < due),
  ];
  const left = order.map(({ amount }): number => amount);
  const spread: { invoice_id: number; line: InvoiceLineDraft }[] = [];
  let forgiven: number = creditedBefore;
  let current = 0;
  for (const line of lines.toSorted((a, b) => Number(b.net_amount > 0) - Number(a.net_amount > 0))) {
    let rest: number = line.net_amount;
    let isFirstPiece = true;
    while (rest !== 0) {
      const target = order[current];
      if (target === undefined) {
        if (-rest > forgiven) throw new RangeError(`a film is credited beyond its invoices by ${-rest}`);
        forgiven += rest;
        break;
      }
      const room = must(left[current], "room");
      const piece = Math.max(rest, -room);
      if (piece !== 0) {
        spread.push({
          invoice_id: target.invoice_id,
          line: { ...(isFirstPiece ? line : withoutCounts(line)), net_amount: cents(piece) },
        });
        left[current] = room + piece;
        rest -= piece;
        isFirstPiece = false;
      }
      if (rest !== 0) current += 1;
    }
  }
  return spread;
}

const withoutCounts = (line: InvoiceLineDraft): InvoiceLineDraft => ({
  ...line,
  screenings: null,
  admissions_paid: 0,
  admissions_free: 0,
  gross_ttc: cents(0),
  base_film_ht: cents(0),
});
