// What a migrated database holds, from the catalogs of PostgreSQL.
import type { Client } from "pg";

export interface Column {
  readonly name: string;
  /** As SQL names it: `bigint`, `numeric(14,2)`, `text[]`. */
  readonly type: string;
  readonly is_nullable: boolean;
  /** The expression of a default or of a generated column. */
  readonly expression: string | null;
  readonly kind: "plain" | "generated" | "identity";
}

export interface Constraint {
  readonly name: string;
  readonly definition: string;
  /** The only column of a CHECK that is about one. */
  readonly column: string | null;
}

export interface Table {
  readonly name: string;
  readonly is_unlogged: boolean;
  readonly columns: readonly Column[];
  readonly constraints: readonly Constraint[];
  readonly indexes: readonly string[];
  readonly triggers: readonly string[];
  readonly row_level_security: "off" | "enabled" | "forced";
  readonly policies: readonly string[];
  /** What the role of requests may do. */
  readonly privileges: readonly string[];
  readonly comments: readonly string[];
}

export interface Schema {
  readonly tables: readonly Table[];
  /** `create function …`, those of extensions left out. */
  readonly functions: readonly string[];
}

const TABLES = `
  select c.relname as name, c.relpersistence = 'u' as is_unlogged,
    case when c.relforcerowsecurity then 'forced' when c.relrowsecurity then 'enabled' else 'off' end as row_level_security,
    (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'is_nullable', not a.attnotnull,
        'expression', pg_get_expr(d.adbin, d.adrelid),
        'kind', case when a.attgenerated <> '' then 'generated' when a.attidentity <> '' then 'identity' else 'plain' end) order by a.attnum)
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select coalesce(json_agg(json_build_object('name', k.conname, 'definition', pg_get_constraintdef(k.oid, true),
        'column', case when k.contype = 'c' and cardinality(k.conkey) = 1
          then (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = k.conkey[1]) end)
        order by array_position('{p,u,f,c}', k.contype), k.conname), '[]')
      from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'c')) as constraints,
    (select coalesce(json_agg(pg_get_indexdef(i.indexrelid) order by x.relname), '[]')
      from pg_index i join pg_class x on x.oid = i.indexrelid
      where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid)) as indexes,
    (select coalesce(json_agg(pg_get_triggerdef(t.oid, true) order by t.tgname), '[]')
      from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as triggers,
    (select coalesce(json_agg(format('create policy %I on %I as %s for %s to %s%s%s', p.policyname, c.relname, lower(p.permissive), lower(p.cmd),
        array_to_string(p.roles, ', '), ' using (' || p.qual || ')', ' with check (' || p.with_check || ')') order by p.policyname), '[]')
      from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname) as policies,
    (select coalesce(json_agg(lower(right_) order by n), '[]') from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) with ordinality as r (right_, n)
      where has_table_privilege('bobine_app', c.oid, right_)) as privileges,
    (select coalesce(json_agg(format('comment on column %I.%I is %L', c.relname, a.attname, d.description) order by a.attnum), '[]')
      from pg_description d join pg_attribute a on a.attrelid = c.oid and a.attnum = d.objsubid
      where d.objoid = c.oid and d.classoid = 'pg_class'::regclass and d.objsubid > 0) as comments
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  order by c.relname`;

const FUNCTIONS = `
  select case p.prokind when 'a'
      then format('create aggregate %I(%s) (sfunc = %s, stype = %s%s)', p.proname, pg_get_function_identity_arguments(p.oid),
        a.aggtransfn, format_type(a.aggtranstype, null), ', initcond = ' || quote_literal(a.agginitval))
      else pg_get_functiondef(p.oid) end as definition
  from pg_proc p left join pg_aggregate a on a.aggfnoid = p.oid
  where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
  order by p.proname, pg_get_function_identity_arguments(p.oid)`;

/** Kinds of things that the files would pass over in silence. */
const OTHERS = `
  select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('v', 'm', 'p', 'f')
  union all
  select t.typname from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd', 'r')`;

/** @throws {Error} when the database holds something that the files have no words for */
export async function readCatalog(client: Client): Promise<Schema> {
  await client.query("set search_path to public");
  const { rows: others } = await client.query<{ name: string }>(OTHERS);
  if (others.length > 0)
    throw new Error(
      `No words yet for views, types or partitions: ${others.map((one) => one.name).join(", ")}`,
    );
  const { rows: tables } = await client.query<Table>(TABLES);
  const { rows: functions } = await client.query<{ definition: string }>(FUNCTIONS);
  return { tables, functions: functions.map((one) => one.definition.trimEnd()) };
}
