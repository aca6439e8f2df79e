import { type Cents, cents, centsToWire } from "@bobine/contract/money";
import { sacemOf, SHARE_TOLERANCE, tsaOf } from "../invoicing/rental-share.ts";
import { atExactRate } from "../invoicing/rounding.ts";
import type { DetailSum } from "./box-office-details.ts";
import type { ReportIssue } from "./box-office-types.ts";

const BASE_TOLERANCE = 5;
const BASE_ERROR = 100;
const TSA_BP = 1072;
const TAX_TOLERANCE_BP = 30;
const LOWEST_TICKET = 50;
const HIGHEST_TICKET = 4000;

const euros = (amount: number): string => `${centsToWire(cents(amount)).replace(".", ",")} €`;

/** Tells what is wrong with a field. */
export type Add = (severity: ReportIssue["severity"], field: string, message: string) => void;

/** The declared base film, else the computed one; a gap between them is told (BOX-3). */
export function checkBase(computed: Cents, declared: Cents | null, add: Add): Cents {
  if (declared === null) return computed;
  const gap = Math.abs(declared - computed);
  if (gap > BASE_ERROR) {
    add(
      "error",
      "base_film",
      `base film incohérente (${euros(declared)} déclarés, ${euros(computed)} calculés).`,
    );
  } else if (gap > BASE_TOLERANCE) {
    add(
      "warning",
      "base_film",
      `base film à vérifier (${euros(declared)} déclarés, ${euros(computed)} calculés).`,
    );
  }
  return declared;
}

const AMOUNTS = {
  gross_ttc: "la recette",
  tsa: "la TSA",
  vat: "la TVA",
  base_film: "la base film",
  sacem: "la SACEM",
  share: "la part distributeur",
} as const;

/**
 * A correction repeats the whole week, so that no amount of a report is negative: one that is would be billed against the
 * films beside it.
 */
export function checkSigns(amounts: Readonly<Record<keyof typeof AMOUNTS, Cents | null>>, add: Add): void {
  const { gross_ttc, base_film, sacem, share } = amounts;
  for (const [field, name] of Object.entries(AMOUNTS) as [keyof typeof AMOUNTS, string][]) {
    // Negative takings make a negative base: that is one error.
    if (field === "base_film" && (gross_ttc ?? 0) < 0) continue;
    if ((amounts[field] ?? 0) < 0) add("error", field, `${name} ne peut pas être négative.`);
  }
  if (share === null && base_film !== null && base_film >= 0 && sacem !== null && sacem > base_film)
    add("error", "sacem", "la SACEM dépasse la base film.");
}

/** TSA: 10.72 % of the takings. */
export function checkTsa(gross: Cents, tsa: Cents, add: Add): void {
  if (gross <= 0) return;
  const rate = (tsa * 10_000) / gross;
  // Small takings round far from the rate: the tolerance is at least five cents.
  const gap = Math.abs(tsa - tsaOf(gross));
  if (Math.abs(rate - TSA_BP) > TAX_TOLERANCE_BP && gap > BASE_TOLERANCE)
    add("warning", "tsa", "TSA inhabituelle.");
}

/** The rates of VAT that tickets have, in hundredths of a percent: overseas 2.1 %. */
const TICKET_VAT_BP = [550, 210];

/**
 * VAT is in the takings, at a rate of tickets. Some overseas have none: nought is believed where the base says it too.
 * @param isBaseDeclared else the VAT makes the base, and a rate in its place is billed
 */
export function checkVat(gross: Cents, vat: Cents, isBaseDeclared: boolean, add: Add): void {
  if (gross <= 0 || (vat === 0 && isBaseDeclared)) return;
  const gaps = TICKET_VAT_BP.map((rate) => Math.abs(vat - (gross * rate) / (10_000 + rate)));
  const gap = Math.min(...gaps);
  if ((gap * 10_000) / gross > TAX_TOLERANCE_BP && gap > BASE_TOLERANCE)
    add("warning", "vat", "TVA inhabituelle.");
}

/** The declared share is kept; both usual formulas are accepted (BILL-3). */
export function checkShare(
  base: Cents,
  rate_millionths: number | null,
  sacem: Cents | null,
  share: Cents | null,
  add: Add,
): void {
  if (rate_millionths === null || share === null) return;
  const legal = atExactRate(base, rate_millionths);
  const afterSacem = atExactRate(cents(base - (sacem ?? sacemOf(base))), rate_millionths);
  if (Math.min(Math.abs(share - legal), Math.abs(share - afterSacem)) > SHARE_TOLERANCE) {
    add(
      "warning",
      "share",
      `part distributeur à vérifier (${euros(share)} déclarés, ${euros(legal)} calculés).`,
    );
  }
}

/** What one admission paid must be a price of a ticket. */
export function checkTicket(gross: Cents, paid: number, add: Add): void {
  if (paid === 0) {
    if (gross > 0) add("warning", "admissions_paid", "une recette sans entrée payante.");
    return;
  }
  const ticket = gross / paid;
  if (ticket < LOWEST_TICKET || ticket > HIGHEST_TICKET)
    add("warning", "gross_ttc", "recette par entrée inhabituelle.");
}

const DETAIL_LABELS: Record<string, string> = { seance: "séances", jour: "jours", tarif: "tarifs" };

/** Screenings, days and prices must add up to the totals. */
export function checkDetails(
  details: ReadonlyMap<string, DetailSum>,
  gross: Cents,
  paid: number,
  free: number,
  add: Add,
): void {
  for (const [name, sum] of details) {
    const sameAdmissions = sum.admissions === paid || sum.admissions === paid + free;
    // What could not be read is no number, and differs.
    const sameGross = Math.abs(sum.gross - gross) <= BASE_TOLERANCE;
    if (!sameAdmissions || !sameGross) {
      add("warning", "details", `le total des ${DETAIL_LABELS[name] ?? name} diffère des totaux.`);
    }
  }
}
