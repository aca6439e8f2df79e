import sql from "sql-template-tag";
import { inTransaction } from "../../db/scope.ts";
import { sendUnlessRefused } from "../../send-mail.ts";
import type { Job, Services } from "../../services.ts";
import { secondFactorMail } from "./second-factor.mail.ts";

type DataOf<Name extends Job["name"]> = Extract<Job, { name: Name }>["data"];

/** Run twice it writes twice: better than not at all. */
async function mailSecondFactor(
  services: Services,
  { user_id, is_enabled, has_new_codes }: DataOf<"mail-second-factor">,
): Promise<void> {
  const { pool, config } = services;
  const person = await inTransaction(pool, { kind: "all" }, (tx) =>
    tx.maybe<{ email: string; first_name: string; is_super_admin: boolean }>(
      sql`select email, first_name, system_role = 'super_admin' as is_super_admin from app_user where id = ${user_id}`,
    ),
  );
  if (!person) return;
  await sendUnlessRefused(
    services,
    secondFactorMail({
      to: person.email,
      firstName: person.first_name,
      isEnabled: is_enabled,
      hasNewCodes: has_new_codes === true,
      isAskedAgain: person.is_super_admin && config.asksSecondFactor,
      link: `${config.publicUrl}/account/second-factor`,
    }),
  );
}

/** Handlers for `Jobs.work` and `Jobs.drain`. */
export const secondFactorHandlers = (services: Services) => ({
  "mail-second-factor": (data: DataOf<"mail-second-factor">) => mailSecondFactor(services, data),
});
