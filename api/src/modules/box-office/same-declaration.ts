// When two rows of declarations are the same, as conditions of SQL (BOX-4).

const sameColumns =
  (columns: readonly string[], sign = "=") =>
  (left: string, right: string): string =>
    columns.map((column) => `${left}.${column} ${sign} ${right}.${column}`).join(" and ");
export const sameKey = sameColumns(["week_start", "screen_authorization", "film_key", "version"]);
/** BOX-4: same key, same totals. What a poorer export leaves out (free admissions, guarantee) makes no difference. */
export const TOTALS = ["admissions_paid", "gross_ttc", "base_film_ht", "share_ht"];
export const sameTotals = sameColumns(TOTALS);
export const sameTerms = sameColumns(
  ["terms_type", "rate_bp", "flat_fee_ht", "minimum_guarantee_ht", "cancelled_screening", "admissions_free"],
  "is not distinct from",
);

/** The very declaration that was received before. */
export const exactlySame = (left: string, right: string): string =>
  `${left}.reference = ${right}.reference and ${left}.nature = ${right}.nature and ${left}.corrects = ${right}.corrects
    and ${sameTotals(left, right)} and ${sameTerms(left, right)}`;
