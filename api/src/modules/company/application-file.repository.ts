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

/**
 * Of all that the file of a distributor `d` says, whatever was decided about it; of 32 characters. Of VAT rates only that it is in franchise
 * (`isInFranchise`), which completes it.
 */
export const FILE_STATE = sql`md5(concat_ws(chr(1), d.name, d.address, d.post_code, d.city, d.phone, d.siren, d.prefix_vat, d.iban,
  d.secondary_iban, d.iban_holder,
  (select string_agg(x.id::text, ',' order by x.id) from prospect_document x where x.distributor_id = d.id),
  case when d.default_vat_rate_bp = 0 and d.prefix_vat = '' and d.proposed_prefix_vat = '' then 'franchise' end))`;

/** Whether the version that the decision `last` was made on begins with the state of the file; older ones are shorter. */
const SAYS_STATE = sql`length(last.seen_version) = 48`;
const IS_OTHER = sql`left(last.seen_version, 32) <> ${FILE_STATE}`;

/** Whether the file of `d` is another one than the decision `last` was made on; of an older one that is known once super admins were told. */
export const IS_CHANGED = sql`case when ${SAYS_STATE} then ${IS_OTHER} else d.told_of_decision = last.id end`;

/** Who bills without VAT has no number of it to give (BILL-5). */
export const missingOf = (
  company: FileFacts,
  documents: readonly Pick<ProspectDocument, "kind">[],
): FilePart[] =>
  missingOfFile(company, documents).filter((part) => part !== "prefix_vat" || !isInFranchise(company));

/** A file as its own people leave it: what it says, and the decision on it that super admins wait to be told of. */
export interface FileProgress {
  readonly state: string;
  /** It was asked for more, and is not complete since: its people's turn (DIST-7). */
  readonly is_asked: boolean;
  /** Null when nothing has changed since, as far as the decision says on what it was made, it lacks something, or they were told already. */
  readonly untold_decision: number | null;
}

/**
 * What its own people have done since the last decision: one that was refused has changed, one that was asked for more is complete.
 * @returns undefined without a decision
 */
export async function fileProgress(tx: Tx, id: number): Promise<FileProgress | undefined> {
  const file = await tx.maybe<
    FileFacts & {
      readonly state: string;
      readonly validation_status: ValidationStatus;
      readonly documents: readonly Pick<ProspectDocument, "kind">[];
      readonly decision_id: number;
      readonly decision: Decision;
      readonly may_be_changed: boolean;
      readonly is_changed: boolean | null;
      readonly is_told: boolean;
    }
  >(sql`
    select d.name, d.address, d.post_code, d.city, d.siren, d.prefix_vat, d.proposed_prefix_vat, d.default_vat_rate_bp, d.iban, d.iban_holder,
      ${FILE_STATE} as state, d.validation_status, last.id as decision_id, last.decision, not ${SAYS_STATE} or ${IS_OTHER} as may_be_changed, ${IS_CHANGED} as is_changed,
      d.told_of_decision is not distinct from last.id as is_told,
      (select coalesce(json_agg(json_build_object('kind', x.kind)), '[]') from prospect_document x where x.distributor_id = d.id) as documents
    from distributor d join prospect_decision last on last.id = (
      select max(x.id) from prospect_decision x where x.distributor_id = d.id and x.siren is null)
    where d.id = ${id}`);
  if (!file) return undefined;
  const { state, decision, decision_id } = file;
  const isProspect = file.validation_status === "prospect";
  const isDone =
    decision === "refuse" || (decision === "ask" && missingOf(file, file.documents).length === 0);
  return {
    state,
    is_asked: isProspect && decision === "ask" && !(isDone && file.is_changed),
    untold_decision: isProspect && isDone && file.may_be_changed && !file.is_told ? decision_id : null,
  };
}

/** @returns whether nobody was told of it before: of two at once, one */
export const saveNotifiedOf = async (tx: Tx, id: number, decisionId: number): Promise<boolean> =>
  (await tx.run(sql`
    update distributor set told_of_decision = ${decisionId} where id = ${id} and told_of_decision is distinct from ${decisionId}`)) ===
  1;
