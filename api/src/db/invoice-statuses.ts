import { OWED_STATUSES, UNPAID_STATUSES } from "@bobine/contract/invoices";
import { raw, type Sql } from "sql-template-tag";

/** Literals and no parameters: an index on these statuses alone serves, whatever plan a statement has. */
const literals = (statuses: readonly string[]): Sql =>
  raw(`(${statuses.map((status) => `'${status}'`).join(", ")})`);

/** `status in ${UNPAID}`: LET-1 */
export const UNPAID = literals(UNPAID_STATUSES);
/** `status in ${OWED}`: or in default */
export const OWED = literals(OWED_STATUSES);
