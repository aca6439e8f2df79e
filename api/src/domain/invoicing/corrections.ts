import type { CivilDate } from "@bobine/contract/civil-date";
import { type Cents, cents, sumCents } from "@bobine/contract/money";
import { type BilledDeclaration, fillVisas, filmKey } from "./billed-declaration.ts";
import { correctionLine, type FilmChange, filmChanges, type InvoicedLine } from "./correction-lines.ts";
import { spreadOverInvoices } from "./credit-spread.ts";
import {
  type InvoiceDraft,
  type InvoiceLineDraft,
  type InvoicingContext,
  linesOfWeek,
} from "./draft-invoice.ts";
import { vatAt, vatTakenBack } from "./credited-vat.ts";
import { type InvoiceTotals, invoiceTotals, type VatOfRate } from "./invoice-totals.ts";

/** An invoice or credit note already issued for the cinema and week. */
export interface InvoicedDocument {
  id: number;
  type: "invoice" | "credit_note";
  invoice_number: string;
  invoice_date: CivilDate;
  /** The invoice that a credit note corrects. */
  corrects_id: number | null;
  /** A credit note that a person asked for: a gesture, which no declaration explains. */
  by_hand: boolean;
  /**
   * The VAT number that what corrects it names in place of the company's (BILL-13): none, where it was in franchise (BILL-5) and the company
   * has one since; its own, where the company has none since. Null: that of today.
   */
  vat_number: string | null;
  vat_breakdown: readonly VatOfRate[];
  lines: readonly InvoicedLine[];
}

/** A credit note: negative amounts, and the invoice that it refers to (BILL-12, mention 10). */
export interface CreditNoteDraft extends InvoiceTotals {
  cinema_id: number;
  week_start: CivilDate;
  corrects: { id: number; invoice_number: string; invoice_date: CivilDate };
  lines: InvoiceLineDraft[];
}

export interface CorrectionDecision {
  /** What the week is worth beyond what was invoiced; null when nothing is. */
  complementary_invoice: InvoiceDraft | null;
  /** What of it is of films that were billed with another VAT number, or none: no document has two grounds for a rate of nothing. */
  former_complements: InvoiceDraft[];
  /** What was invoiced too much: newest invoice first when one alone does not hold the difference. */
  credit_notes: CreditNoteDraft[];
}

/**
 * Compares what was invoiced for one cinema and week with what its current declarations are worth, film by film
 * (BILL-13). Nothing issued is rewritten: a film that is worth more, or is new, goes on a
 * complementary invoice; a film that is worth less goes on a credit note. A share that moves under the same minimum
 * guarantee changes nothing due, so it corrects nothing, and neither do settings that have changed since. What a person credited by
 * hand is neither billed again nor credited twice: it is left out of the comparison, and counts in what can still be credited.
 *
 * @param documents every issued invoice of the week, with the credit notes that correct them
 * @param declarations the current declarations of that cinema and week, with those that cancel
 */
export function correctInvoicing(
  week: { cinema_id: number; week_start: CivilDate },
  documents: readonly InvoicedDocument[],
  declarations: readonly BilledDeclaration[],
  context: InvoicingContext,
): CorrectionDecision {
  // A visa that was corrected stands on what is cancelled and on what was issued: it is no second film of its title (BILL-4).
  const withVisa = fillVisas(
    declarations.filter((declaration) => !declaration.is_cancelled),
    declarations,
    documents.flatMap(({ lines }) => lines),
  );
  const invoiced = documents.map((one) => ({ ...one, lines: one.lines.map(withVisa) }));
  const declared = declarations.map(withVisa);
  const lines = linesOfWeek(
    declared.filter((declaration) => !declaration.is_cancelled),
    context,
  );
  const billed = new Set(lines.flatMap((line) => line.declaration_ids));
  const standing = standingInvoices(invoiced);
  const changes = filmChanges(
    invoiced.filter((document) => !document.by_hand).flatMap((document) => document.lines),
    lines,
    standing.flatMap((document) => document.lines),
    declared.filter((declaration) => !declaration.is_settled && !billed.has(declaration.id)),
  ).filter((change) => !isOfSettings(change, declared));
  const vatNumberOf = ({ film_key }: FilmChange): string | null =>
    standing.find(({ lines: own }) => own.some((line) => filmKey(line) === film_key))?.vat_number ?? null;
  const increased = Map.groupBy(
    changes.filter((change) => change.difference > 0),
    vatNumberOf,
  );
  const complements = [...increased].flatMap(([vat_number, own]): InvoiceDraft[] => {
    const added = own.flatMap((change) => addedLines(change, week));
    return added.length === 0 ? [] : [{ ...week, vat_number, ...document(added) }];
  });
  return {
    complementary_invoice: complements.find(({ vat_number }) => vat_number === null) ?? null,
    former_complements: complements.filter(({ vat_number }) => vat_number !== null),
    credit_notes: creditNotes(
      week,
      invoiced,
      changes.filter((change) => change.difference < 0),
    ),
  };
}

/** The guarantee of the settings is another one since, and nothing that was declared of the film: what was issued of it stays. */
function isOfSettings({ film_key, parts }: FilmChange, declared: readonly BilledDeclaration[]): boolean {
  const own = declared.filter((declaration) => filmKey(declaration) === film_key);
  return own.length > 0 && own.every((one) => one.is_settled) && parts.every((part) => part.is_guarantee);
}

/** A film that was never invoiced is billed as usual; a corrected one by lines that explain the difference. */
const addedLines = (change: FilmChange, week: { week_start: CivilDate }): InvoiceLineDraft[] =>
  change.is_new ? change.expected_lines : change.parts.map((part) => correctionLine(part, week.week_start));

function creditNotes(
  week: { cinema_id: number; week_start: CivilDate },
  invoiced: readonly InvoicedDocument[],
  decreased: readonly FilmChange[],
): CreditNoteDraft[] {
  const invoices = invoiced.filter((one) => one.type === "invoice").toSorted(newestFirst);
  const linesByInvoice = new Map<number, InvoiceLineDraft[]>(invoices.map(({ id }) => [id, []]));
  for (const change of decreased) {
    const capacities = invoices.map(({ id }) => ({
      invoice_id: id,
      amount: creditable(id, change.film_key, invoiced),
    }));
    const lines = change.parts.map((part) => correctionLine(part, week.week_start));
    const byHand = creditedByHand(change.film_key, invoiced);
    for (const { invoice_id, line } of spreadOverInvoices(lines, capacities, byHand)) {
      linesByInvoice.get(invoice_id)?.push({ ...line, vat_rate_bp: rateOn(invoice_id, line, invoiced) });
    }
  }
  return invoices.flatMap(({ id, invoice_number, invoice_date }) => {
    const lines = linesByInvoice.get(id) ?? [];
    if (lines.length === 0) return [];
    const vatOf = (net: Cents, rate: number) => vatTakenBack(net, rate, leftAt(rate, id, invoiced));
    return [{ ...week, corrects: { id, invoice_number, invoice_date }, ...document(lines, vatOf) }];
  });
}

/** A film has another rate on each invoice where its week was billed anew to a company that has one (BILL-13). */
function rateOn(invoice_id: number, line: InvoiceLineDraft, invoiced: readonly InvoicedDocument[]): number {
  const lines = invoiced.find((one) => one.id === invoice_id)?.lines ?? [];
  return (lines.find((one) => filmKey(one) === filmKey(line)) ?? line).vat_rate_bp;
}

/** What an invoice still bills for a film, once its credit notes are taken off. */
function creditable(invoice_id: number, film_key: string, invoiced: readonly InvoicedDocument[]): Cents {
  let sum = 0;
  for (const { lines } of withCredits(invoice_id, invoiced))
    for (const line of lines) if (filmKey(line) === film_key) sum += line.net_amount;
  return cents(Math.max(0, sum));
}

/** What an invoice still bills at a rate, its credit notes taken off, those that a person made with them. */
function leftAt(vat_rate_bp: number, invoice_id: number, invoiced: readonly InvoicedDocument[]) {
  const left = { net: 0, vat: 0 };
  for (const { lines, vat_breakdown } of withCredits(invoice_id, invoiced)) {
    for (const line of lines) if (line.vat_rate_bp === vat_rate_bp) left.net += line.net_amount;
    left.vat += vatAt(vat_breakdown, vat_rate_bp);
  }
  return left;
}

/** The newest invoice of a week of which its credit notes leave something, if any. */
export const standingInvoice = (invoiced: readonly InvoicedDocument[]): InvoicedDocument | undefined =>
  standingInvoices(invoiced)[0];

const standingInvoices = (invoiced: readonly InvoicedDocument[]): InvoicedDocument[] =>
  invoiced
    .filter((one) => one.type === "invoice" && netOf(withCredits(one.id, invoiced)) > 0)
    .toSorted(newestFirst);

const netOf = (documents: readonly InvoicedDocument[]): number =>
  documents.reduce((sum, { lines }) => lines.reduce((net, line) => net + line.net_amount, sum), 0);

/** An invoice and the credit notes that correct it. */
const withCredits = (invoice_id: number, invoiced: readonly InvoicedDocument[]): InvoicedDocument[] =>
  invoiced.filter((one) => one.id === invoice_id || one.corrects_id === invoice_id);

function creditedByHand(film_key: string, invoiced: readonly InvoicedDocument[]): Cents {
  const lines = invoiced.filter((one) => one.by_hand).flatMap((one) => one.lines);
  return sumCents(
    lines.filter((line) => filmKey(line) === film_key).map((line) => cents(0 - line.net_amount)),
  );
}

const document = (
  lines: readonly InvoiceLineDraft[],
  vatOf?: (net: Cents, vat_rate_bp: number) => Cents,
) => ({
  lines: lines.map((line, index) => ({ ...line, position: index + 1 })),
  ...invoiceTotals(lines, vatOf),
});

const newestFirst = (a: InvoicedDocument, b: InvoicedDocument): number =>
  a.invoice_date === b.invoice_date ? b.id - a.id : a.invoice_date < b.invoice_date ? 1 : -1;
