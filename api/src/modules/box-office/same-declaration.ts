import { SACEM_PARTS } from "../../domain/invoicing/rental-share.ts";

// When two rows of declarations are the same, as conditions of SQL (BOX-4).

const sameColumns =
  (columns: readonly string[], sign = "=") =>
  (left: string, right: string): string =>
    columns.map((column) => `${left}.${column} ${sign} ${right}.${column}`).join(" and ");
export const sameKey = sameColumns(["week_start", "screen_authorization", "film_key", "version"]);
const TAKINGS = ["admissions_paid", "gross_ttc", "base_film_ht"];
const sameTakings = sameColumns(TAKINGS);

/**
 * The same terms give both shares, and the first is what hundredths of a percent give: those beyond were not read once (BILL-3), so
 * that what was received then has another share. A declared one is never taken for another.
 */
const sameFormula = (left: string, right: string): string =>
  `not (${left}.share_declared or ${right}.share_declared) and ${left}.terms_type = 'POURCENTAGE' and ${right}.terms_type = 'POURCENTAGE'
    and ${left}.rate_bp = ${right}.rate_bp and ${left}.sacem_deducted = ${right}.sacem_deducted
    and (not ${left}.sacem_deducted or ${left}.sacem is not distinct from ${right}.sacem)
    and ${left}.share_ht = round((${left}.base_film_ht - case when ${left}.sacem_deducted
      then coalesce(${left}.sacem, round(${left}.base_film_ht * ${SACEM_PARTS} * 0.00001, 2)) else 0 end) * ${left}.rate_bp / 10000, 2)`;

/** What `sameTotals` reads. */
export const TOTALS = [
  ...TAKINGS,
  "share_ht",
  "share_declared",
  "terms_type",
  "rate_bp",
  "sacem_deducted",
  "sacem",
];
/** BOX-4: same key, same totals, the first as it was received. What a poorer export leaves out (free admissions, guarantee) makes no difference. */
export const sameTotals = (left: string, right: string): string =>
  `${sameTakings(left, right)} and (${left}.share_ht = ${right}.share_ht or ${sameFormula(left, right)})`;
const sameOthers = sameColumns(
  ["terms_type", "rate_bp", "minimum_guarantee_ht", "cancelled_screening", "admissions_free"],
  "is not distinct from",
);
/** A flat fee of 0 and none are the same: beside a share it was kept once (BOX-2). */
export const sameTerms = (left: string, right: string): string =>
  `${sameOthers(left, right)} and nullif(${left}.flat_fee_ht, 0) is not distinct from nullif(${right}.flat_fee_ht, 0)`;

const sameName = sameColumns(["reference", "nature", "corrects"]);

/** The very declaration that was received before. */
export const exactlySame = (left: string, right: string): string =>
  `${sameName(left, right)} and ${sameTotals(left, right)} and ${sameTerms(left, right)}`;

/** That one, where a flat fee of 0 beside its declared share was read as what is due, once: it billed nothing (BOX-2). */
export const sameUnbilled = (left: string, right: string): string =>
  `${left}.flat_fee_ht = 0 and ${left}.share_ht = 0 and ${left}.terms_type = 'FORFAIT' and ${right}.flat_fee_ht is null and ${right}.share_declared
    and ${sameName(left, right)} and ${sameTakings(left, right)}`;
