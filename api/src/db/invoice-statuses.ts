import { OWED_STATUSES, UNPAID_STATUSES } from "@bobine/contract/invoices";
import { literals } from "./literals.ts";

/** `status in ${UNPAID}`: LET-1 */
export const UNPAID = literals(UNPAID_STATUSES);
/** `status in ${OWED}`: or in default */
export const OWED = literals(OWED_STATUSES);
