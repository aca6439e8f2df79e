import { counted } from "@bobine/contract/french";
import { REMOTE_DECISION_LABELS } from "@bobine/contract/remote-labels";
import sql from "sql-template-tag";
import { inTransaction } from "../../db/scope.ts";
import { BUDGET_LIFE_MS, type BuildFigures } from "../../domain/remotes/error-budget.ts";
import { systemSource, writeAudit } from "../../http/audit.ts";
import { sendUnlessRefused } from "../../send-mail.ts";
import type { Job, Services } from "../../services.ts";
import { openRegistryStorage } from "../shell/open-registry-storage.ts";
import { registeredKeys } from "../shell/registered-keys.ts";
import { registryStore } from "../shell/registry-store.ts";
import { BuildRefusal } from "../shell/remote-build.ts";
import { RegistryRefusal } from "../shell/remote-pointer.ts";
import { automaticReturnMail } from "./automatic-return.mail.ts";
import * as repository from "./build-reports.repository.ts";
import { buildRefused } from "./remotes.errors.ts";

type DataOf<Name extends Job["name"]> = Extract<Job, { name: Name }>["data"];

const LATE = "Le registre des modules n’a pas répondu pendant une heure.";
/** Who decides, in the registry's log. */
const WHO = "Bobine (pannes)";

/** « 9 chargements sur 12 ont échoué (75 %), chez 3 personnes, dans l’heure qui a suivi sa mise en service. » */
export function reasonOf({ loads, failures, people }: BuildFigures): string {
  const share = Math.round((100 * failures) / loads);
  return `${failures} chargements sur ${loads} ont échoué (${share}\u00a0%), chez ${counted(people, "personne", "personnes")}, dans l’heure qui a suivi sa mise en service.`;
}

/**
 * The work behind `take-build-back` (FED-27). The registry decides once, then the database tells it once, with audit log and mails:
 * run again, or on two nodes, or after a crash between the two, it adds what is missing and nothing else.
 */
async function takeBuildBack(
  services: Services,
  { remote, build }: DataOf<"take-build-back">,
): Promise<void> {
  const { pool, clock, config, jobs } = services;
  const decided = await inTransaction(pool, { kind: "all" }, (tx) => repository.returnOf(tx, remote, build));
  if (!decided || decided.done_at !== null) return;
  const { loads, failures, people } = decided;
  const reason = reasonOf(decided);
  const keys = registeredKeys(services);
  await keys.refresh();
  const store = registryStore(openRegistryStorage(config), keys.now);
  const by = { who: WHO, now: clock.now(), reason };
  const isLate = clock.now().getTime() - Date.parse(decided.decided_at) > BUDGET_LIFE_MS;
  let backTo: string | null = null;
  let refusal: string | null = null;
  try {
    // A registry that was away so long is in other hands by now.
    if (isLate) throw new RegistryRefusal("the registry was away", LATE);
    const made = await store.takeBack(remote, build, by, { loads, failures, people });
    if (made.is === "over") {
      // Somebody was faster: nobody is given it any more.
      await inTransaction(pool, { kind: "all" }, (tx) => repository.forgetReturn(tx, remote, build));
      return;
    }
    backTo = made.to;
  } catch (error) {
    // A build before that is damaged or unsigned stays so, however often it is tried.
    if (error instanceof BuildRefusal) refusal = buildRefused(error);
    else if (error instanceof RegistryRefusal) refusal = error.french;
    else throw error;
  }
  await inTransaction(pool, { kind: "all" }, async (tx) => {
    if (!(await repository.returnDone(tx, decided, { backTo, refusal, now: clock.now() }))) return;
    const decision = decided.is_canary ? "automatic-end-canary" : "automatic-rollback";
    await writeAudit(tx, systemSource(null), "system_action", {
      remote,
      decision: REMOTE_DECISION_LABELS[decision],
      build,
      reason,
      ...(refusal === null ? {} : { message: refusal }),
    });
    for (const { id } of await tx.many<{ id: number }>(SUPER_ADMINS))
      await jobs.enqueue(tx, { name: "notify-of-return", data: { remote, build, user_id: id } });
  });
}

const SUPER_ADMINS = sql`
  select id from app_user where system_role = 'super_admin' and disabled_at is null order by id`;

/** The work behind `notify-of-return`: one job for each super admin, so that one mail that fails repeats no other. */
async function notifyOfReturn(
  services: Services,
  { remote, build, user_id }: DataOf<"notify-of-return">,
): Promise<void> {
  const { publicUrl } = services.config;
  const found = await inTransaction(services.pool, { kind: "all" }, async (tx) => {
    const made = await repository.returnOf(tx, remote, build);
    const person = await tx.maybe<{ email: string; first_name: string }>(sql`
      select email, first_name from app_user where id = ${user_id} and system_role = 'super_admin' and disabled_at is null`);
    return made && person ? { made, person } : undefined;
  });
  // No super admin any more.
  if (!found) return;
  const { made, person } = found;
  await sendUnlessRefused(
    services,
    automaticReturnMail({
      to: person.email,
      firstName: person.first_name,
      remote,
      build,
      isCanary: made.is_canary,
      backTo: made.back_to,
      reason: reasonOf(made),
      refusal: made.refusal,
      link: `${publicUrl}/super-admin?tab=modules`,
      replayLink: made.composition === null ? null : `${publicUrl}/?composition=${made.composition}`,
    }),
  );
}

/** Handlers for `Jobs.work` and `Jobs.drain`. */
export const remotesHandlers = (services: Services) => ({
  "take-build-back": (data: DataOf<"take-build-back">) => takeBuildBack(services, data),
  "notify-of-return": (data: DataOf<"notify-of-return">) => notifyOfReturn(services, data),
});

/** Each hour: counts that are too old. */
export const forgetBuildReports = ({ pool, clock }: Pick<Services, "pool" | "clock">): Promise<void> =>
  inTransaction(pool, { kind: "all" }, (tx) => repository.forgetOldReports(tx, clock.now()));
