import { type Cents, cents } from "@bobine/contract/money";
import { atExactRate, proportionHalfUp } from "./rounding.ts";

export type TermsType = "POURCENTAGE" | "FORFAIT" | "GRATUIT";

/** BILL-3: a declared share within 0.05 € of a computed one agrees with it. */
export const SHARE_TOLERANCE = cents(5);

/** TSA: 10.72 % of the price, VAT included. */
export const tsaOf = (gross_ttc: Cents): Cents => proportionHalfUp(gross_ttc, 1072, 10_000);

/** Ticket VAT of 5.5 %, contained in the price: TTC × 5.5 ÷ 105.5. */
export const ticketVatOf = (gross_ttc: Cents): Cents => proportionHalfUp(gross_ttc, 11, 211);

/** SACEM: so many parts of 100,000 of the base film. */
export const SACEM_PARTS = 1515;
/** Information, unless the distributor's contracts deduct it before the split. */
export const sacemOf = (base_film_ht: Cents): Cents => proportionHalfUp(base_film_ht, SACEM_PARTS, 100_000);

export interface ShareTerms {
  terms_type: TermsType;
  /** Millionths of a percent: 50 % = 50 000 000. Null when the declaration gives none. */
  rate_millionths: number | null;
  flat_fee_ht: Cents | null;
  base_film_ht: Cents;
  /** The share that the declaration gives, or null. */
  declared_share_ht: Cents | null;
  /** The SACEM that the declaration gives; computed when null. */
  declared_sacem: Cents | null;
  /** What this cinema's declarations showed so far, else the distributor's setting: used when no share is declared. */
  sacem_deducted: boolean;
}

export interface LineShare {
  share_ht: Cents;
  share_declared: boolean;
  /** Which formula the share follows; null when both or neither explain it, or when the terms are not a percentage. */
  sacem_deducted: boolean | null;
  /** The computed share that the declared one is farther than 0.05 € from; null when they agree. */
  expected_share_ht: Cents | null;
}

/**
 * The distributor's share of one declaration, in cents HT (BILL-3): the declared share is authoritative and only
 * checked, against `base × rate` and `(base − SACEM) × rate`; without one it is computed half-up.
 * A flat fee is the share whatever the takings; a free screening has none.
 *
 * @throws RangeError for a percentage with neither a rate nor a declared share, or a flat fee with no amount: the import
 * refuses such declarations before (BOX-3)
 */
export function lineShare(terms: ShareTerms): LineShare {
  switch (terms.terms_type) {
    case "GRATUIT":
      return { share_ht: cents(0), share_declared: false, sacem_deducted: null, expected_share_ht: null };
    case "FORFAIT":
      return flatFee(terms);
    case "POURCENTAGE":
      return percentage(terms);
  }
}

function flatFee({ flat_fee_ht, declared_share_ht }: ShareTerms): LineShare {
  const share_ht = flat_fee_ht ?? declared_share_ht;
  if (share_ht === null) throw new RangeError("a flat fee has an amount");
  return { share_ht, share_declared: flat_fee_ht === null, sacem_deducted: null, expected_share_ht: null };
}

function percentage(terms: ShareTerms): LineShare {
  const { rate_millionths, declared_share_ht, base_film_ht } = terms;
  if (rate_millionths === null) {
    if (declared_share_ht === null) throw new RangeError("a percentage has a rate or a declared share");
    return {
      share_ht: declared_share_ht,
      share_declared: true,
      sacem_deducted: null,
      expected_share_ht: null,
    };
  }
  const legal = atExactRate(base_film_ht, rate_millionths);
  const shared = cents(base_film_ht - (terms.declared_sacem ?? sacemOf(base_film_ht)));
  const afterSacem = atExactRate(shared, rate_millionths);
  const computed = terms.sacem_deducted ? afterSacem : legal;
  if (declared_share_ht === null) {
    return {
      share_ht: computed,
      share_declared: false,
      sacem_deducted: terms.sacem_deducted,
      expected_share_ht: null,
    };
  }
  const gaps = {
    legal: Math.abs(declared_share_ht - legal),
    afterSacem: Math.abs(declared_share_ht - afterSacem),
  };
  const agrees = Math.min(gaps.legal, gaps.afterSacem) <= SHARE_TOLERANCE;
  return {
    share_ht: declared_share_ht,
    share_declared: true,
    sacem_deducted: agrees && gaps.legal !== gaps.afterSacem ? gaps.afterSacem < gaps.legal : null,
    expected_share_ht: agrees ? null : computed,
  };
}
