import { type Cents, cents, sumCents } from "@bobine/contract/money";
import type { CivilDate } from "@bobine/contract/civil-date";
import type { LedgerEntry, LedgerLine } from "../exports/ledger-lines.ts";
import { proportionHalfUp } from "../invoicing/rounding.ts";
import { VAT_RATES_BP } from "./vat-by-rate.ts";
import type { VatAtRate } from "./vat-life.ts";
import { ON_DEBITS, vatAccountOf } from "./vat-regime.ts";
import { must } from "../must.ts";

/** One entry behind a figure of VAT. */
export interface VatFact {
  readonly number: string | null;
  readonly date: CivilDate;
  readonly journal: string;
  readonly piece: string;
  readonly label: string;
  readonly invoice_id: number | null;
  readonly base: Cents;
  readonly tax: Cents;
}

export interface VatSums {
  readonly rates: readonly { readonly vat_rate_bp: number | null; readonly facts: readonly VatFact[] }[];
  readonly advances: readonly VatFact[];
  /** Of the advances, each once, from the highest. */
  readonly advance_rates: readonly number[];
  readonly provisional_count: number;
}

const ADVANCES = "419100";

/** With what VAT of an advance is reckoned whose entry does not say it, in hundredths of a percent. */
export interface AdvanceRates {
  /** Of the rentals today. */
  readonly standard: number;
  /** By the key of the entry, of what lots held before entries said it. */
  readonly kept: ReadonlyMap<string, number>;
}

/** What the entries of a month make due, by rate, as the CA3 asks it (VAT-5). */
export class VatOfMonth {
  readonly #rates = new Map<number | null, VatFact[]>();
  readonly #advances: VatFact[] = [];
  readonly #advanceRates = new Set<number>();
  readonly #known: AdvanceRates;
  #provisional = 0;

  constructor(known: AdvanceRates) {
    this.#known = known;
  }

  add(entry: LedgerEntry): void {
    const due = vatDueOf(entry.lines);
    const advances = entry.lines.filter((line) => line.account === ADVANCES);
    for (const { vat_rate_bp, net_amount: base, vat_amount: tax } of due) {
      const facts = this.#rates.get(vat_rate_bp) ?? [];
      this.#rates.set(vat_rate_bp, facts);
      facts.push(factOf(entry, must(entry.lines[0], "line of an entry"), { base, tax }));
    }
    for (const line of advances) {
      const received = cents(line.credit - line.debit);
      const rate = line.advance_rate_bp ?? this.#known.kept.get(entry.key) ?? this.#known.standard;
      this.#advanceRates.add(rate);
      const tax = taxOfAdvance(received, rate, line.advance_used);
      this.#advances.push(factOf(entry, line, { base: cents(received - tax), tax }));
    }
    if (due.length + advances.length > 0 && isProvisional(entry)) this.#provisional += 1;
  }

  sums(): VatSums {
    return {
      rates: [...this.#rates]
        .map(([vat_rate_bp, facts]) => ({ vat_rate_bp, facts }))
        .sort((a, b) => (b.vat_rate_bp ?? -1) - (a.vat_rate_bp ?? -1)),
      advances: this.#advances,
      advance_rates: [...this.#advanceRates].sort((a, b) => b - a),
      provisional_count: this.#provisional,
    };
  }
}

/**
 * VAT of what comes in of an advance, or below zero of what leaves it. What was taken back is that of all that has left it, rounded half up: over the life
 * of the advance not one cent is lost (VAT-5), as of a document (VAT-1).
 * @param used what has left the advance then; undefined of what comes in, and of what lots held before lines said it, which keeps what was told of it
 */
function taxOfAdvance(received: Cents, rate: number, used: Cents | undefined): Cents {
  const within = (amount: number): Cents => proportionHalfUp(cents(amount), rate, 10_000 + rate);
  return used === undefined ? within(received) : cents(within(used + received) - within(used));
}

const isProvisional = ({ posting }: LedgerEntry): boolean => !posting || posting.number === null;

const factOf = (
  { date, journal, key, posting }: LedgerEntry,
  line: LedgerLine,
  amounts: Pick<VatFact, "base" | "tax">,
): VatFact => ({
  number: posting?.number ?? null,
  date,
  journal,
  piece: line.piece,
  label: line.label,
  invoice_id: invoiceOf(key),
  ...amounts,
});

/** `invoice:12`, `vat:12:…` */
const invoiceOf = (key: string): number | null => {
  const id = /^(?:invoice|vat):(\d+)/.exec(key)?.[1];
  return id === undefined ? null : Number(id);
};

const RATES = new Map<string, number | null>([
  ...VAT_RATES_BP.map((rate): [string, number] => [vatAccountOf(ON_DEBITS, rate), rate]),
  [vatAccountOf(ON_DEBITS, null), null],
]);

/** What an entry says of the VAT that it makes due; of one that was posted before entries said it, what its lines show. */
function vatDueOf(lines: readonly LedgerLine[]): readonly VatAtRate[] {
  const movements = lines.flatMap((line) => line.vat_due ?? []);
  if (movements.length > 0) return movements;
  const taxes = lines.filter(({ account }) => RATES.has(account));
  const net = sumCents(
    lines
      .filter(({ account }) => account.startsWith("7061"))
      .map(({ credit, debit }) => cents(credit - debit)),
  );
  return taxes.map(({ account, credit, debit }) => {
    const vat_rate_bp = RATES.get(account) ?? null;
    const vat_amount = cents(credit - debit);
    const isAlone = taxes.length === 1 || vat_rate_bp === null;
    return {
      vat_rate_bp,
      vat_amount,
      net_amount: isAlone ? net : proportionHalfUp(vat_amount, 10_000, vat_rate_bp),
    };
  });
}
