// The role that the web process logs in as: it may do what requests may (bobine_app), and nothing else.
import { Client, escapeIdentifier, escapeLiteral, type Pool } from "pg";
import { must } from "../domain/must.ts";
import { OperatorProblem } from "../operator-problem.ts";

/** Its name where nobody chose another one (SEC-19). */
export const WEB_ROLE = "bobine_web";

export interface Login {
  readonly name: string;
  readonly password: string;
}

/** Who a connection string logs in as. */
export function loginOf(url: string): Login {
  const { username, password } = new URL(url);
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/** The same server and database, for somebody else. */
export function urlFor({ name, password }: Login, url: string): string {
  const own = new URL(url);
  own.username = encodeURIComponent(name);
  own.password = encodeURIComponent(password);
  return own.href;
}

const PASSWORD_REFUSED = new Set(["28P01", "28000"]);
const EXISTS = new Set(["42710", "23505"]);
const NOT_ALLOWED = "42501";

/**
 * Lets `web` log in with its password and act as bobine_app; makes it when it is not there.
 * @param owner a session that may make roles
 * @throws {Error} with a sentence for the operator when it may not
 */
export async function makeWebRole(owner: Client, ownerUrl: string, web: Login): Promise<void> {
  if (web.name === "" || web.password === "")
    throw new OperatorProblem("DATABASE_URL must name the web process's role and its password.");
  if (web.name === loginOf(ownerUrl).name)
    throw new OperatorProblem(
      "DATABASE_URL and DATABASE_OWNER_URL name the same role: the web process needs one of its own.",
    );
  const role = escapeIdentifier(web.name);
  const password = escapeLiteral(web.password);
  try {
    const { rowCount } = await owner.query("select from pg_roles where rolname = $1", [web.name]);
    if (rowCount === 0) {
      await owner.query(`create role ${role} login password ${password}`).catch((error: unknown) => {
        // Another database of this server made it meanwhile.
        if (!EXISTS.has((error as { code?: string }).code ?? "")) throw error;
      });
    }
    await owner.query(`grant bobine_app to ${role}`);
    if (!(await mayLogIn(urlFor(web, ownerUrl))))
      await owner.query(`alter role ${role} login password ${password}`);
  } catch (error) {
    if ((error as { code?: string }).code !== NOT_ALLOWED) throw error;
    throw new OperatorProblem(
      `The owner of the database may not make the role ${web.name}. Have it made: create role ${role} login password '…' in role bobine_app;`,
      { cause: error },
    );
  }
}

async function mayLogIn(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (PASSWORD_REFUSED.has((error as { code?: string }).code ?? "")) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Each is true when the session's role, or one that it may become, could pass row-level security, change the schema or act as another. */
const EXCESSES = `
  with mine as (select * from pg_roles r where pg_has_role(session_user, r.oid, 'member'))
  select
    (select bool_or(rolsuper) from mine) as "is a superuser",
    (select bool_or(rolbypassrls) from mine) as "passes row-level security (BYPASSRLS)",
    (select bool_or(rolcreaterole) from mine) as "makes roles (CREATEROLE)",
    (select bool_or(rolcreatedb) from mine) as "makes databases (CREATEDB)",
    (select bool_or(rolreplication) from mine) as "copies the server (REPLICATION)",
    exists (select from mine where rolname in ('pg_read_all_data', 'pg_write_all_data', 'pg_maintain', 'pg_execute_server_program',
      'pg_read_server_files', 'pg_write_server_files', 'pg_signal_backend', 'pg_create_subscription')) as "has a role of PostgreSQL's own",
    exists (select from pg_database d join mine on mine.oid = d.datdba where d.datname = current_database()) as "owns the database",
    exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace join mine on mine.oid = c.relowner
      where n.nspname in ('public', 'pgboss')) as "owns tables",
    has_database_privilege(current_database(), 'create') as "makes schemas",
    exists (select from pg_namespace where nspname in ('public', 'pgboss') and has_schema_privilege(oid, 'create')) as "makes tables",
    exists (select from pg_class where oid = any(array[to_regclass('public.schema_migration'), to_regclass('public.audit_log')])
      and has_table_privilege(oid, 'update, delete, truncate')) as "changes the audit log or the list of migrations",
    not exists (select from mine where rolname = 'bobine_app') as "is no member of bobine_app"`;

/** What the login of `pool` may do, or lacks, that the web process's must not; nothing when it is right. */
export async function excessesOf(
  pool: Pool,
): Promise<{ readonly role: string; readonly excesses: string[] }> {
  const { rows } = await pool.query<Record<string, boolean>>(EXCESSES);
  const session = await pool.query<{ role: string }>("select session_user::text as role");
  return {
    role: must(session.rows[0], "session").role,
    excesses: Object.entries(rows[0] ?? {}).flatMap(([what, is]) => (is ? [what] : [])),
  };
}
