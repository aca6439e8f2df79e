import type { Pool } from "pg";

/**
 * Refuses to serve when row-level security would not hold: the request role must not bypass it, and each table with a
 * `distributor_id` must force it and have a policy (DESIGN §2, SECURITY §0 row 3).
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
      and (c.relname in ('distributor', 'cinema', 'screen')
           or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'distributor_id' and not a.attisdropped))
      and not (c.relrowsecurity and c.relforcerowsecurity and exists (select from pg_policy p where p.polrelid = c.oid))
    order by 1`);
  if (bare.rows.length > 0) {
    throw new Error(`row-level security is missing on: ${bare.rows.map((row) => row.name).join(", ")}`);
  }
}
