// The table of the audit log as parts by ranges of ids, made and dropped by themselves (OPS-15, docs/decisions/0026).
import type { ClientBase } from "pg";
import { bounded, dropLeftBounds, ENDS_BEFORE } from "../../db/bounded-table.ts";
import { givingWay } from "../../db/giving-way.ts";
import { must } from "../../domain/must.ts";
import { ARCHIVED, type AuditArchive, MANY_WITH_MANY } from "./audit-archives.repository.ts";

/** Out of the way of requests, which have no right on the parts: they reach them through the table, whose policy holds. */
const PARTS = "audit_log_parts";
const FIRST = `${PARTS}.entries_before`;

export interface PartSizes {
  /** One table until it has so many rows. */
  readonly from: number;
  /** Ids of a part. */
  readonly size: number;
  /** Parts that stand ready behind the one that is written. */
  readonly ahead: number;
}
export const PART_SIZES: PartSizes = { from: 50_000_000, size: 10_000_000, ahead: 2 };

/** Parts that an operator made before have a policy of their own: one that shows nothing is not empty. */
const SETTINGS = "set statement_timeout = 0; set app.all_distributors = 'on'";

interface Part {
  /** With its schema, as SQL. */
  readonly name: string;
  /** -Infinity: it begins with the first. */
  readonly from: number;
  /** The first id that is in it no more; Infinity: it has no end. */
  readonly to: number;
}

/**
 * Makes one table parts when it is large, and the next parts before they are written. Beside requests: the table is held for a moment, also
 * where all of it has to be read once, and whoever uses it is waited for (`givingWay`).
 * The last part has no end, so that no entry is ever refused for want of one.
 * @param client the owner's, in no transaction, and the only one that does this now
 * @returns what was done, in English, for an operator
 */
export async function maintainAuditParts(
  client: ClientBase,
  sizes: PartSizes = PART_SIZES,
): Promise<string[]> {
  await client.query(SETTINGS);
  await dropLeftBounds(client);
  const done: string[] = [];
  if (!(await isParted(client))) {
    const { rows } = await client.query<{ rows: number }>(
      "select reltuples::bigint as rows from pg_class where oid = 'public.audit_log'::regclass",
    );
    if (must(rows[0], "row").rows < sizes.from) return done;
    await makeParts(client, sizes);
    done.push(`The audit log is a table in parts of ${sizes.size} entries now.`);
  }
  done.push(...(await makeNextParts(client, sizes)));
  return done;
}

async function isParted(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ kind: string }>(
    "select relkind as kind from pg_class where oid = 'public.audit_log'::regclass",
  );
  return rows[0]?.kind === "p";
}

/** Of the entries so far, also of one that was taken back; 0 before the first. */
async function lastId(client: ClientBase): Promise<number> {
  const { rows: sequences } = await client.query<{ name: string }>(
    "select pg_get_serial_sequence('public.audit_log', 'id') as name",
  );
  const { rows } = await client.query<{ id: number }>(
    `select last_value - (not is_called)::integer as id from ${must(sequences[0], "sequence").name}`,
  );
  return must(rows[0], "row").id;
}

async function partsOf(client: ClientBase): Promise<Part[]> {
  const { rows } = await client.query<{ name: string; bound: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_namespace n on n.oid = c.relnamespace
     where i.inhparent = 'public.audit_log'::regclass`,
  );
  return rows
    .map(({ name, bound }): Part => {
      const [, from, to] =
        /^FOR VALUES FROM \('?(\d+|MINVALUE)'?\) TO \('?(\d+|MAXVALUE)'?\)$/.exec(bound) ?? [];
      if (from === undefined || to === undefined) throw new Error(`the part ${name} is not by ids: ${bound}`);
      return {
        name,
        from: from === "MINVALUE" ? -Infinity : Number(from),
        to: to === "MAXVALUE" ? Infinity : Number(to),
      };
    })
    .toSorted((a, b) => a.from - b.from);
}

/** What a table has that `like` does not copy. */
interface Surroundings {
  readonly drops: readonly string[];
  readonly makes: readonly string[];
}

async function surroundingsOf(client: ClientBase): Promise<Surroundings> {
  const { rows } = await client.query<{ drop: string | null; make: string }>(`
    select null as drop, format('alter table audit_log add constraint %I %s', conname, pg_get_constraintdef(oid)) as make
    from pg_constraint where conrelid = 'public.audit_log'::regclass and contype in ('p', 'f')
    union all
    select null, pg_get_indexdef(indexrelid) from pg_index where indrelid = 'public.audit_log'::regclass and not indisprimary
    union all
    select format('drop trigger %I on audit_log', tgname), pg_get_triggerdef(oid)
    from pg_trigger where tgrelid = 'public.audit_log'::regclass and not tgisinternal
    union all
    select null, format('create policy %I on audit_log using (%s) with check (%s)', polname, pg_get_expr(polqual, polrelid),
      pg_get_expr(polwithcheck, polrelid))
    from pg_policy where polrelid = 'public.audit_log'::regclass
    union all
    select null, format('grant %s on audit_log to %s', privilege_type, case grantee when 0 then 'public' else grantee::regrole::text end)
    from pg_class c, aclexplode(c.relacl) where c.oid = 'public.audit_log'::regclass and grantee <> c.relowner`);
  return {
    drops: rows.flatMap(({ drop }) => (drop === null ? [] : [drop])),
    makes: rows.map(({ make }) => make),
  };
}

/** The table becomes the first part, which goes on for the length of one. */
async function makeParts(client: ClientBase, { size }: PartSizes): Promise<void> {
  const end = (await lastId(client)) + size;
  await bounded(client, "public.audit_log", { before: end }, async () => {
    await client.query("set local search_path = public; lock table audit_log in access exclusive mode");
    const next = (await lastId(client)) + 1;
    const { drops, makes } = await surroundingsOf(client);
    await client.query(
      [
        `create schema if not exists ${PARTS}`,
        ...drops,
        "alter table audit_log rename to entries_before",
        `alter table entries_before set schema ${PARTS}`,
        `create table audit_log (like ${FIRST} including defaults including constraints including generated) partition by range (id)`,
        `alter table audit_log drop constraint ${ENDS_BEFORE}`,
        "alter table audit_log alter column id add generated always as identity",
        "alter table audit_log enable row level security, force row level security",
        "revoke all on audit_log from bobine_app",
        ...makes,
        // The sequence of the old table goes with its identity.
        `alter table ${FIRST} alter column id drop identity`,
        `alter table audit_log alter column id restart with ${next}`,
        `alter table audit_log attach partition ${FIRST} for values from (minvalue) to (${end})`,
        `revoke all on ${FIRST} from bobine_app`,
        keepsItself(FIRST),
        ...newPart(end, Infinity),
      ].join(";"),
    );
  });
  await client.query("analyze audit_log");
}

/** Nobody changes a part beside the table. */
const keepsItself = (part: string): string =>
  `create trigger only_grows before update or delete or truncate on ${part}
   for each statement execute function refuse_changing_the_audit_log()`;

function newPart(from: number, to: number): string[] {
  const name = `${PARTS}.entries_from_${from}`;
  return [
    `create table ${name} partition of audit_log for values from (${from}) to (${to === Infinity ? "maxvalue" : to})`,
    keepsItself(name),
  ];
}

/** The last part, empty as a rule, gives its place to bounded ones and to another last one. */
async function makeNextParts(client: ClientBase, { size, ahead }: PartSizes): Promise<string[]> {
  const last = await lastId(client);
  const parts = await partsOf(client);
  const open = must(parts.at(-1), "last part");
  const ready = parts.filter(({ from, to }) => from > last && to !== Infinity).length;
  if (open.to !== Infinity) throw new Error(`the audit log has no part without an end: ${open.name}`);
  if (ready >= ahead) return [];

  const isWritten = !(await isEmpty(client, open.name));
  const ends: number[] = isWritten ? [last + size] : [];
  while (ends.length === 0 || must(ends.at(-1), "end") <= last + ahead * size)
    ends.push((ends.at(-1) ?? open.from) + size);
  let isSplit = false;
  const split = async (): Promise<void> => {
    await client.query("set local search_path = public; lock table audit_log in access exclusive mode");
    // Written meanwhile: the next time finds it so.
    if (!isWritten && !(await isEmpty(client, open.name))) return;
    const made = [...ends, Infinity].map((to, n) => ({ from: ends[n - 1] ?? open.from, to }));
    await client.query(
      [
        ...(isWritten
          ? [
              `alter table audit_log detach partition ${open.name}`,
              `alter table audit_log attach partition ${open.name} for values from (${open.from}) to (${last + size})`,
            ]
          : [`drop table ${open.name}`]),
        ...made.slice(isWritten ? 1 : 0).flatMap(({ from, to }) => newPart(from, to)),
      ].join(";"),
    );
    isSplit = true;
  };
  await (isWritten
    ? bounded(client, open.name, { from: open.from, before: last + size }, split)
    : givingWay(client, split));
  return isSplit ? [`The audit log has parts for ${must(ends.at(-1), "end") - last} entries more.`] : [];
}

/**
 * Drops the parts of which every entry is archived: the disk has their place at once, and nothing is removed row by row.
 * @param client as of `maintainAuditParts`
 * @param archives of `readPending`
 */
export async function dropArchivedParts(
  client: ClientBase,
  archives: readonly AuditArchive[],
): Promise<string[]> {
  const done: string[] = [];
  if (!(await isParted(client))) return done;
  await client.query(SETTINGS);
  const ids = archives.map(({ id }) => id);
  const { rows: newest } = await client.query<{ id: number }>(
    "select coalesce(max(last_entry_id), 0) as id from audit_archive",
  );
  const archivedUpTo = must(newest[0], "row").id;
  for (const { name, to } of await partsOf(client)) {
    // Before the last one that is archived nobody has anything to commit (`settledId`).
    if (to > archivedUpTo + 1) continue;
    if (!(await isArchived(client, name, ids))) continue;
    const { rows: counts } = await client.query(
      `select distributor_id, action_type as kind, -count(*) as change from ${name} group by 1, 2`,
    );
    await givingWay(client, async () => {
      await client.query("set local search_path = public; lock table audit_log in access exclusive mode");
      await client.query(`drop table ${name}`);
      await client.query(
        `insert into list_tally (list, distributor_id, kind, change)
         select 'audit_log', distributor_id, kind, change
         from json_to_recordset($1) as counted (distributor_id bigint, kind text, change bigint)`,
        [JSON.stringify(counts)],
      );
    });
    done.push(`${name} was archived, and is dropped.`);
  }
  return done;
}

async function isArchived(client: ClientBase, part: string, ids: readonly number[]): Promise<boolean> {
  await client.query(`begin; ${MANY_WITH_MANY}`);
  try {
    const { rows } = await client.query(
      `select from ${part} e
       where not exists (select from audit_archive a where ${ARCHIVED.text} and a.id = any($1::bigint[])) limit 1`,
      [ids],
    );
    return rows.length === 0;
  } finally {
    await client.query("rollback");
  }
}

async function isEmpty(client: ClientBase, part: string): Promise<boolean> {
  const { rows } = await client.query<{ empty: boolean }>(`select not exists (select from ${part}) as empty`);
  return must(rows[0], "row").empty;
}
