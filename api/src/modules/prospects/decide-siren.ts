import type { Prospect } from "@bobine/contract/prospects";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import type { JobQueue } from "../../services.ts";
import {
  dropProposedIdentity,
  identityState,
  isIssuing,
  lockedCompany,
  updateCompany,
} from "../company/company.repository.ts";
import { moveOnboarding } from "../company/move-onboarding.ts";
import { prospectErrors } from "./prospects.errors.ts";
import { type DecisionMade, prospectsRepository as repository } from "./prospects.repository.ts";

const FIELDS = ["siren", "prefix_vat"] as const;

/**
 * A super admin has checked the SIREN and VAT number that a validated distributor proposes: documents carry them from now on, or they are
 * dropped. The distributor is locked, and stays validated in either case.
 * @throws 409 when another validated distributor has that SIREN, or for a decision that is neither
 */
export async function decideSiren(
  tx: Tx,
  jobs: JobQueue,
  source: AuditSource & { readonly distributorId: number },
  made: DecisionMade,
  name: string,
): Promise<Prospect> {
  const id = source.distributorId;
  const { decision, reason } = made;
  if (decision === "ask") throw prospectErrors.sirenIsConfirmedOrNot();
  const company = await lockedCompany(tx, id);
  const { proposed } = await identityState(tx, id);
  if (!company || !proposed) throw errors.notFound();
  if (decision === "validate") {
    const owner = await repository.validatedWith(tx, proposed.siren, id);
    if (owner) throw prospectErrors.sirenTaken(owner.name);
    // The establishment of a company that stays the same may have been given meanwhile.
    const siret = proposed.siren === company.siren ? company.siret : proposed.siret;
    await updateCompany(tx, id, { ...company, ...proposed, siret });
  }
  await dropProposedIdentity(tx, id);
  const decisionId = await repository.keepDecision(tx, id, made, proposed.siren);
  const fields = FIELDS.filter((field) => proposed[field] !== company[field]);
  await writeAudit(tx, source, "other", {
    distributor_name: name,
    event:
      decision === "validate" ? "SIREN ou n° de TVA proposé, confirmé" : "SIREN ou n° de TVA proposé, refusé",
    changed_fields: fields,
    old_value: fields.map((field) => company[field]),
    new_value: fields.map((field) => proposed[field]),
    ...(reason === "" ? {} : { reason }),
    ...(await moveOnboarding(tx, id)),
  });
  await jobs.enqueue(tx, {
    name: "notify-of-decision",
    data: { distributor_id: id, decision_id: decisionId },
  });
  if (await isIssuing(tx, id))
    await jobs.enqueue(tx, { name: "issue-invoices", data: { distributor_id: id } });
  const after = await repository.one(tx, id);
  if (!after) throw errors.notFound();
  return after;
}
