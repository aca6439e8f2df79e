import type { CivilDate } from "@bobine/contract/civil-date";
import { type Cents, centsFromWire } from "@bobine/contract/money";
import type { BilledDeclaration } from "../../domain/invoicing/billed-declaration.ts";
import {
  correctInvoicing,
  type CreditNoteDraft,
  type InvoicedDocument,
  standingInvoice,
} from "../../domain/invoicing/corrections.ts";
import type { InvoiceDraft, InvoicingContext } from "../../domain/invoicing/draft-invoice.ts";
import type {
  CinemaWeekKey,
  DeclarationRow,
  InvoicedCinema,
  IssuedLineRow,
  IssuingDistributor,
} from "./issue.repository.ts";
import { inCents } from "../../db/money.ts";
import { isInFranchise, isTaxed } from "../../domain/e-invoicing/vat-category.ts";
import { rentalVatRate } from "../../domain/invoicing/rental-vat-rate.ts";
import {
  type BilledClient,
  cinemaToComplement,
  cinemaToCredit,
  clientOf,
  formerVatNumber,
  type SupplierSnapshot,
  supplierOf,
} from "./parties.ts";

/** A document to issue, with the client it is for. */
export interface Decided {
  readonly cinema: InvoicedCinema;
  readonly draft: InvoiceDraft | IssuedCreditNote;
}

/** A credit note of an imported invoice has no week when that one has none. */
export type IssuedCreditNote = Omit<CreditNoteDraft, "week_start"> & {
  readonly week_start: CivilDate | null;
};

export const weekKey = (week: CinemaWeekKey): string => `${week.week_start} ${week.cinema_id}`;

/** A week whose documents cannot be told from what is known of it. */
export interface UndecidedWeek extends CinemaWeekKey {
  readonly reason: unknown;
}

/**
 * What each week is worth beyond what was invoiced for it, at the rate of whom it is for: what corrects an invoice is for whom that one billed
 * (BILL-12, BILL-13). A week that cannot be decided is told apart, and holds up no other.
 * @param billed whom the invoices of `issuedLines` billed, by their ids
 */
export function decide(
  distributor: IssuingDistributor,
  cinemas: ReadonlyMap<number, InvoicedCinema>,
  weeks: readonly CinemaWeekKey[],
  declarations: readonly DeclarationRow[],
  issuedLines: readonly IssuedLineRow[],
  billed: ReadonlyMap<number, BilledClient>,
): { invoices: Decided[]; credit_notes: Decided[]; undecided: UndecidedWeek[] } {
  const context: InvoicingContext = {
    default_vat_rate_bp: distributor.default_vat_rate_bp,
    minimum_guarantees: new Map(
      [...cinemas.values()].flatMap((cinema): [number, Cents][] =>
        cinema.minimum_guarantee === null ? [] : [[cinema.id, centsFromWire(cinema.minimum_guarantee)]],
      ),
    ),
  };
  const supplier = supplierOf(distributor);
  const declared = Map.groupBy(declarations, weekKey);
  const issued = Map.groupBy(issuedLines, weekKey);
  const invoices: Decided[] = [];
  const credit_notes: Decided[] = [];
  const undecided: UndecidedWeek[] = [];
  for (const week of weeks) {
    const cinema = cinemas.get(week.cinema_id);
    if (!cinema) continue;
    const { cinema_id, week_start } = week;
    const documents = documentsOf(issued.get(weekKey(week)) ?? [], supplier);
    const standing = standingInvoice(documents);
    const former = standing && billed.get(standing.id);
    const addressee = former ? cinemaToComplement(former, cinema) : cinema;
    const rate = rentalVatRate(distributor.default_vat_rate_bp, cinema.pin_code, clientOf(addressee));
    try {
      const decision = correctInvoicing(
        { cinema_id, week_start },
        documents,
        (declared.get(weekKey(week)) ?? []).map(billedOf),
        { ...context, default_vat_rate_bp: rate },
      );
      const complements = [decision.complementary_invoice, ...decision.former_complements].filter(
        (draft) => draft !== null,
      );
      for (const draft of [...complements, ...decision.credit_notes]) {
        requireStorable(draft);
        // Who only lacks its number is incomplete, which is told and holds everything up (BILL-8).
        if (isInFranchise(distributor)) requireVatNumber(draft, documents);
      }
      for (const draft of complements) invoices.push({ cinema: addressee, draft });
      for (const draft of decision.credit_notes) {
        const client = billed.get(draft.corrects.id);
        credit_notes.push({ cinema: client ? cinemaToCredit(client, cinema) : cinema, draft });
      }
    } catch (reason) {
      undecided.push({ cinema_id, week_start, reason });
    }
  }
  return { invoices, credit_notes, undecided };
}

/** What numeric(14, 2) and integer hold. */
const MAX_CENTS = 10 ** 14 - 1;
const MAX_COUNT = 2 ** 31 - 1;

/** @throws RangeError when a sum is beyond what its column holds, or has the wrong sign: the database would refuse the whole batch */
function requireStorable(draft: InvoiceDraft | CreditNoteDraft): void {
  if ("corrects" in draft ? draft.total_amount >= 0 : draft.total_amount <= 0)
    throw new RangeError("an invoice is above nothing, a credit note below");
  const amounts = [
    draft.total_net_amount,
    draft.total_vat_amount,
    draft.total_amount,
    ...draft.lines.flatMap((line) => [line.gross_ttc, line.base_film_ht, line.net_amount]),
  ];
  const counts = draft.lines.flatMap((line) => [
    line.screenings ?? 0,
    line.admissions_paid,
    line.admissions_free,
  ]);
  if (amounts.some((amount) => Math.abs(amount) > MAX_CENTS) || counts.some((n) => Math.abs(n) > MAX_COUNT))
    throw new RangeError("the sums of a week are beyond what a document holds");
}

/** What would correct an invoice with VAT of a company with another SIREN, whose number is none of today's company (BILL-13). */
export class OfOtherCompany extends RangeError {
  constructor() {
    super("a document with VAT names the number of who owes it");
  }
}

/** @throws OfOtherCompany when it has VAT and, of a company in franchise, nobody's number */
function requireVatNumber(
  draft: InvoiceDraft | CreditNoteDraft,
  documents: readonly InvoicedDocument[],
): void {
  const former =
    "corrects" in draft ? documents.find(({ id }) => id === draft.corrects.id)?.vat_number : draft.vat_number;
  if (isTaxed(draft.vat_breakdown) && !former) throw new OfOtherCompany();
}

const billedOf = (row: DeclarationRow): BilledDeclaration => ({
  ...inCents(row, "flat_fee_ht", "minimum_guarantee_ht", "gross_ttc", "base_film_ht", "share_ht"),
  is_cancelled: row.nature === "annulation",
  is_settled: row.settled,
});

function documentsOf(
  rows: readonly IssuedLineRow[],
  supplier: Pick<SupplierSnapshot, "siren" | "vat_number">,
): InvoicedDocument[] {
  return [...Map.groupBy(rows, (row) => row.invoice_id).values()].map((lines) => {
    const [first] = lines as [IssuedLineRow];
    const { invoice_id, type, invoice_number, invoice_date, corrects_id, by_hand, vat_breakdown } = first;
    return {
      id: invoice_id,
      type,
      invoice_number,
      invoice_date,
      corrects_id,
      by_hand,
      vat_number: formerVatNumber(first, supplier),
      vat_breakdown: vat_breakdown.map((rate) => inCents(rate, "net_amount", "vat_amount")),
      lines: lines.map((line) => inCents(line, "gross_ttc", "base_film_ht", "net_amount")),
    };
  });
}
