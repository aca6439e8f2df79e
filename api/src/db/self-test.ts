import type { Pool } from "pg";

/**
 * Functions that run with their owner's rights, which row-level security does not hold; each looks itself at whose rows it tells.
 * A new one is refused at the start until it stands here with a reason.
 */
const TRUSTED_FUNCTIONS = [
  // Names of those who acted in entries that the caller sees: super admins belong to no distributor (043).
  "audit_actor_names",
];

/**
 * Refuses to serve when row-level security would not hold: the request role must not bypass it, and each table with a
 * `distributor_id` must force it and have a policy (SEC-2). No view and no function may look past it.
 */
export async function proveRowLevelSecurity(pool: Pool): Promise<void> {
  const roles = await pool.query<{ rolsuper: boolean; rolbypassrls: boolean }>(
    "select rolsuper, rolbypassrls from pg_roles where rolname = 'bobine_app'",
  );
  const role = roles.rows[0];
  if (!role) throw new Error("row-level security: the role bobine_app does not exist");
  if (role.rolsuper || role.rolbypassrls)
    throw new Error("row-level security: the role bobine_app bypasses it");

  const bare = await pool.query<{ name: string }>(`
    select c.relname as name
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    where c.relkind in ('r', 'p')
      and (c.relname in ('distributor', 'cinema', 'screen', 'audit_chain', 'audit_chain_head', 'audit_chain_pending')
           or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'distributor_id' and not a.attisdropped))
      and not (c.relrowsecurity and c.relforcerowsecurity and exists (select from pg_policy p where p.polrelid = c.oid))
    order by 1`);
  if (bare.rows.length > 0) {
    throw new Error(`row-level security is missing on: ${bare.rows.map((row) => row.name).join(", ")}`);
  }

  // A view reads with its owner's rights unless it says otherwise, a materialised one always.
  const past = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and (c.relkind = 'm'
       or (c.relkind = 'v' and not coalesce(c.reloptions && array['security_invoker=true', 'security_invoker=on'], false)))
       and has_table_privilege('bobine_app', c.oid, 'select')
     union all
     select p.proname from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prosecdef and p.proname <> all($1)
       and has_function_privilege('bobine_app', p.oid, 'execute')
     order by 1`,
    [TRUSTED_FUNCTIONS],
  );
  if (past.rows.length > 0)
    throw new Error(`row-level security is passed by: ${past.rows.map((row) => row.name).join(", ")}`);
}
