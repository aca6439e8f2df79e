import type { Decision, Prospect } from "@bobine/contract/prospects";
import { VALIDATION_STATUS } from "@bobine/contract/status-labels";
import { lockCinemas, lockInvoicing } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import type { JobQueue } from "../../services.ts";
import { adoptSandboxCinemas } from "../cinemas/adopt-sandbox.ts";
import { switchedAutomation } from "../company/company.repository.ts";
import { moveOnboarding } from "../company/move-onboarding.ts";
import { decideSiren } from "./decide-siren.ts";
import { prospectErrors } from "./prospects.errors.ts";
import { type DecisionMade, prospectsRepository as repository } from "./prospects.repository.ts";

const COMMENTS: Readonly<Record<Decision, string>> = {
  validate: "Inscription validée",
  refuse: "Inscription refusée",
  ask: "Complément demandé",
};
const VALIDATED_AND_PAUSED = "Inscription validée\u00a0: facturation mise en pause";

/**
 * A super admin decides on a prospect, or on the SIREN that a validated distributor proposes: the distributor, its log and the mail to the applicant change together. The same decision
 * again, clicked twice or sent again, changes and mails nothing.
 * @param made.version of what the super admin saw: decided on something else, it is asked again
 * @throws 404; 409 when it was validated meanwhile, changed meanwhile, has no SIREN or IBAN, or another validated distributor has its SIREN
 */
export async function decideProspect(
  tx: Tx,
  jobs: JobQueue,
  source: AuditSource & { readonly distributorId: number },
  made: DecisionMade,
): Promise<Prospect> {
  const id = source.distributorId;
  const { decision, reason } = made;
  // Its cinemas are adopted under these. An import that holds them ends with the row of the distributor, which is locked next.
  if (decision === "validate") {
    await lockInvoicing(tx, id);
    await lockCinemas(tx);
  }
  const distributor = await repository.lock(tx, id);
  const before = distributor && (await repository.one(tx, id));
  if (!distributor || !before) throw errors.notFound();
  const last = await repository.lastDecision(tx, id);
  if (last?.seen_version === made.version && last.decision === decision && last.reason === reason)
    return before;
  if (distributor.validation_status === "validated" && !before.proposed)
    throw prospectErrors.alreadyValidated();
  if (before.version !== made.version) throw prospectErrors.changedMeanwhile();
  if (before.proposed) return await decideSiren(tx, jobs, source, made, before.name);
  if (decision === "validate") {
    if (distributor.siren === "" || distributor.iban === "") throw prospectErrors.withoutIdentity();
    const owner = await repository.validatedWith(tx, distributor.siren, id);
    if (owner) throw prospectErrors.sirenTaken(owner.name);
  }
  // Renamed with it on before renaming switched it off: what was declared meanwhile is confirmed before it is issued.
  const isPaused = decision === "validate" && (await switchedAutomation(tx, id, false));
  const decisionId = await repository.decide(tx, id, made);
  // What its files named meanwhile meets the shared list now, or all of this is taken back.
  if (decision === "validate") await adoptSandboxCinemas(tx, jobs, id, source, made.at);
  const after = await repository.one(tx, id);
  if (!after) throw errors.notFound();
  await writeAudit(tx, source, "other", {
    distributor_name: after.name,
    comment: COMMENTS[decision],
    ...(reason === "" ? {} : { reason }),
    ...(after.validation_status === before.validation_status
      ? {}
      : {
          previous_status: VALIDATION_STATUS[before.validation_status].label,
          new_status: VALIDATION_STATUS[after.validation_status].label,
        }),
    ...(isPaused ? { event: VALIDATED_AND_PAUSED, automation_on: false } : {}),
  });
  if (isPaused) await moveOnboarding(tx, id);
  await jobs.enqueue(tx, {
    name: "notify-of-decision",
    data: { distributor_id: id, decision_id: decisionId },
  });
  return after;
}
