import sql from "sql-template-tag";
import { inTransaction } from "./db/scope.ts";
import type { Services } from "./services.ts";

/** Makes sure that `SUPER_ADMIN_EMAIL` is a super admin who can sign in. An existing user is promoted, and enabled again. */
export async function ensureSuperAdmin(services: Services): Promise<void> {
  const email = services.config.superAdminEmail?.toLowerCase();
  if (!email) return;
  await inTransaction(services.pool, { kind: "all" }, (tx) =>
    tx.run(sql`
      insert into app_user (email, system_role, first_name, last_name) values (${email}, 'super_admin', 'Super', 'Admin')
      on conflict (email) do update set system_role = 'super_admin', disabled_at = null
      where app_user.system_role <> 'super_admin' or app_user.disabled_at is not null`),
  );
}
