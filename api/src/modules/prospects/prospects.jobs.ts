import type { Decision } from "@bobine/contract/prospects";
import sql from "sql-template-tag";
import { inTransaction } from "../../db/scope.ts";
import { sendUnlessRefused } from "../../send-mail.ts";
import type { Job, Services } from "../../services.ts";
import { superAdmins } from "../auth/registration.repository.ts";
import { decisionMail } from "./decision.mail.ts";
import { newProspectMail } from "./new-prospect.mail.ts";

type DataOf<Name extends Job["name"]> = Extract<Job, { name: Name }>["data"];

/** The work behind `notify-of-decision`. Run twice it writes twice: better than not at all. */
async function notifyOfDecision(
  services: Services,
  { distributor_id, decision_id }: DataOf<"notify-of-decision">,
): Promise<void> {
  const scope = { kind: "distributor", distributorId: distributor_id } as const;
  const found = await inTransaction(services.pool, scope, (tx) =>
    tx.maybe<{
      decision: Decision;
      reason: string;
      is_of_siren: boolean;
      company: string;
      email: string;
      first_name: string;
    }>(sql`
      select x.decision, x.reason, x.siren is not null as is_of_siren, d.name as company, u.email, u.first_name
      from prospect_decision x join distributor d on d.id = x.distributor_id join app_user u on u.distributor_id = d.id
      where x.id = ${decision_id} and u.disabled_at is null
      order by u.system_role = 'super_admin', (u.role = 'admin') desc, u.is_onboarding_contact desc, u.id limit 1`),
  );
  // Nobody is left to be told.
  if (!found) return;
  const { decision, reason, is_of_siren: isOfSiren, company } = found;
  const link = `${services.config.publicUrl}${decision === "validate" && !isOfSiren ? "/" : "/account/overview"}`;
  await sendUnlessRefused(
    services,
    decisionMail({
      to: found.email,
      firstName: found.first_name,
      company,
      decision,
      reason,
      isOfSiren,
      link,
    }),
  );
}

/** The work behind `notify-of-prospect`: one job for each super admin, so that one mail that fails repeats no other. */
async function notifyOfProspect(
  services: Services,
  { user_id, ...data }: DataOf<"notify-of-prospect">,
): Promise<void> {
  const { distributor_id, is_renamed: isRenamed = false, is_completed: isCompleted = false } = data;
  if (user_id === undefined) {
    await inTransaction(services.pool, { kind: "all" }, async (tx) => {
      for (const one of await superAdmins(tx))
        await services.jobs.enqueue(tx, {
          name: "notify-of-prospect",
          data: { ...data, user_id: one },
        });
    });
    return;
  }
  const found = await inTransaction(services.pool, { kind: "all" }, (tx) =>
    tx.maybe<{
      email: string;
      first_name: string;
      company: string;
      applicant: string;
      proposes_siren: boolean;
    }>(sql`
      select a.email, a.first_name, d.name as company, u.email as applicant,
        d.proposed_at is not null as proposes_siren
      from app_user a, distributor d join app_user u on u.distributor_id = d.id
      where a.id = ${user_id} and a.system_role = 'super_admin' and a.disabled_at is null
        and d.id = ${distributor_id} and (d.validation_status = 'prospect' or d.proposed_at is not null)
      order by u.is_onboarding_contact desc, u.id limit 1`),
  );
  // Decided meanwhile, or no super admin any more.
  if (!found) return;
  const link = `${services.config.publicUrl}/super-admin?tab=prospects`;
  const { email: to, first_name: firstName, company, applicant } = found;
  const { proposes_siren: proposesSiren } = found;
  await sendUnlessRefused(
    services,
    newProspectMail({ to, firstName, company, applicant, isRenamed, isCompleted, proposesSiren, link }),
  );
}

/** Handlers for `Jobs.work` and `Jobs.drain`. */
export const prospectHandlers = (services: Services) => ({
  "notify-of-decision": (data: DataOf<"notify-of-decision">) => notifyOfDecision(services, data),
  "notify-of-prospect": (data: DataOf<"notify-of-prospect">) => notifyOfProspect(services, data),
});
