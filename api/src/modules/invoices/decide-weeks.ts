import { type Cents, centsFromWire } from "@bobine/contract/money";
import type { BilledDeclaration } from "../../domain/invoicing/billed-declaration.ts";
import {
  correctInvoicing,
  type CreditNoteDraft,
  type InvoicedDocument,
} from "../../domain/invoicing/corrections.ts";
import type { InvoiceDraft, InvoicingContext } from "../../domain/invoicing/draft-invoice.ts";
import type {
  CinemaWeekKey,
  DeclarationRow,
  InvoicedCinema,
  IssuedLineRow,
  IssuingDistributor,
} from "./issue.repository.ts";

/** A document to issue, with the client it is for. */
export interface Decided {
  readonly cinema: InvoicedCinema;
  readonly draft: InvoiceDraft | CreditNoteDraft;
}

const weekKey = (week: CinemaWeekKey): string => `${week.week_start} ${week.cinema_id}`;

/** What each week is worth beyond what was invoiced for it. */
export function decide(
  distributor: IssuingDistributor,
  cinemas: ReadonlyMap<number, InvoicedCinema>,
  weeks: readonly CinemaWeekKey[],
  declarations: readonly DeclarationRow[],
  issuedLines: readonly IssuedLineRow[],
): { invoices: Decided[]; credit_notes: Decided[] } {
  const context: InvoicingContext = {
    default_vat_rate_bp: distributor.default_vat_rate_bp,
    minimum_guarantees: new Map(
      [...cinemas.values()].flatMap((cinema): [number, Cents][] =>
        cinema.minimum_guarantee === null ? [] : [[cinema.id, centsFromWire(cinema.minimum_guarantee)]],
      ),
    ),
  };
  const declared = Map.groupBy(declarations, weekKey);
  const issued = Map.groupBy(issuedLines, weekKey);
  const invoices: Decided[] = [];
  const credit_notes: Decided[] = [];
  for (const week of weeks) {
    const cinema = cinemas.get(week.cinema_id);
    if (!cinema) continue;
    const { cinema_id, week_start } = week;
    const current = (declared.get(weekKey(week)) ?? [])
      .filter((row) => row.nature !== "annulation")
      .map(billedOf);
    const decision = correctInvoicing(
      { cinema_id, week_start },
      documentsOf(issued.get(weekKey(week)) ?? []),
      current,
      context,
    );
    if (decision.complementary_invoice) invoices.push({ cinema, draft: decision.complementary_invoice });
    credit_notes.push(...decision.credit_notes.map((draft) => ({ cinema, draft })));
  }
  return { invoices, credit_notes };
}

const optionalCents = (amount: string | null): Cents | null =>
  amount === null ? null : centsFromWire(amount);

function billedOf(row: DeclarationRow): BilledDeclaration {
  return {
    ...row,
    flat_fee_ht: optionalCents(row.flat_fee_ht),
    minimum_guarantee_ht: optionalCents(row.minimum_guarantee_ht),
    gross_ttc: centsFromWire(row.gross_ttc),
    base_film_ht: centsFromWire(row.base_film_ht),
    share_ht: centsFromWire(row.share_ht),
  };
}

function documentsOf(rows: readonly IssuedLineRow[]): InvoicedDocument[] {
  return [...Map.groupBy(rows, (row) => row.invoice_id).values()].map((lines) => {
    const [{ invoice_id, type, invoice_number, invoice_date, corrects_id }] = lines as [IssuedLineRow];
    return {
      id: invoice_id,
      type,
      invoice_number,
      invoice_date,
      corrects_id,
      lines: lines.map((line) => ({
        ...line,
        gross_ttc: centsFromWire(line.gross_ttc),
        base_film_ht: centsFromWire(line.base_film_ht),
        net_amount: centsFromWire(line.net_amount),
      })),
    };
  });
}
