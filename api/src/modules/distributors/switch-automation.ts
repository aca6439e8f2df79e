import type { Tx } from "../../db/scope.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import type { JobQueue } from "../../services.ts";
import { switchedAutomation } from "../company/company.repository.ts";
import { moveOnboarding } from "../company/move-onboarding.ts";
import { requireValidated } from "../company/require-validated.ts";

/**
 * Turns automation on or off (DIST-2). Turned on, a job invoices what has been declared meanwhile; as it already was,
 * nothing happens. Refused to who is not validated: a switch that shows « Activée » while nothing is issued would deceive.
 * @throws 409 a prospect that turns it on
 */
export async function setAutomation(
  tx: Tx,
  jobs: JobQueue,
  source: AuditSource & { readonly distributorId: number },
  on: boolean,
): Promise<void> {
  if (on) await requireValidated(tx, source.distributorId);
  if (!(await switchedAutomation(tx, source.distributorId, on))) return;
  await writeAudit(tx, source, "other", {
    automation_on: on,
    ...(await moveOnboarding(tx, source.distributorId)),
  });
  if (on) await jobs.enqueue(tx, { name: "issue-invoices", data: { distributor_id: source.distributorId } });
}
