// The file of who waits to be validated: what it lacks, and whether it is another one than the last decision was made on (SEC-15).
import {
  type Decision,
  type FilePart,
  missingOfFile,
  type ProspectDocument,
} from "@bobine/contract/prospects";
import type { ValidationStatus } from "@bobine/contract/policy/distributors";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { isInFranchise } from "../../domain/e-invoicing/vat-category.ts";

export type VatFacts = Parameters<typeof isInFranchise>[0];
type FileFacts = Parameters<typeof missingOfFile>[0] & VatFacts;

/** Of all that the file of a distributor `d` says, whatever was decided about it; of 32 characters. */
export const FILE_STATE = sql`md5(concat_ws(chr(1), d.name, d.address, d.post_code, d.city, d.phone, d.siren, d.prefix_vat, d.iban,
  d.secondary_iban, d.iban_holder,
  (select string_agg(x.id::text, ',' order by x.id) from prospect_document x where x.distributor_id = d.id)))`;

/** Whether the file of `d` is another one than the decision `last` was made on; versions of decisions begin with its state, older ones are shorter. */
export const IS_CHANGED = sql`(length(last.seen_version) = 48 and left(last.seen_version, 32) <> ${FILE_STATE})`;

/** Who bills without VAT has no number of it to give (BILL-5). */
export const missingOf = (
  company: FileFacts,
  documents: readonly Pick<ProspectDocument, "kind">[],
): FilePart[] =>
  missingOfFile(company, documents).filter((part) => part !== "prefix_vat" || !isInFranchise(company));

/**
 * Whether its own people have done what the last decision asked for: one that was refused has changed, one that was asked for more is
 * complete.
 */
export async function isWaitingAgain(tx: Tx, id: number): Promise<boolean> {
  const file = await tx.maybe<
    FileFacts & {
      readonly validation_status: ValidationStatus;
      readonly documents: readonly Pick<ProspectDocument, "kind">[];
      readonly decision: Decision;
      readonly is_changed: boolean;
    }
  >(sql`
    select d.name, d.address, d.post_code, d.city, d.siren, d.prefix_vat, d.proposed_prefix_vat, d.default_vat_rate_bp, d.iban, d.iban_holder,
      d.validation_status, last.decision, ${IS_CHANGED} as is_changed,
      (select coalesce(json_agg(json_build_object('kind', x.kind)), '[]') from prospect_document x where x.distributor_id = d.id) as documents
    from distributor d join prospect_decision last on last.id = (
      select max(x.id) from prospect_decision x where x.distributor_id = d.id and x.siren is null)
    where d.id = ${id}`);
  if (!file || file.validation_status !== "prospect" || !file.is_changed) return false;
  return (
    file.decision === "refuse" || (file.decision === "ask" && missingOf(file, file.documents).length === 0)
  );
}
