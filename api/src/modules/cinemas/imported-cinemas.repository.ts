import type { Cinema } from "@bobine/contract/cinemas";
import sql, { join, raw } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { chunksOf } from "../../domain/chunks-of.ts";
import type { AuditDetails, AuditSource } from "../../http/audit.ts";
import { matchNumbers } from "../box-office/match-numbers.ts";
import type { ListedValues } from "./decide-cinema-rows.ts";
import type { ListableCinema } from "./match-cinema-rows.ts";
import { WRITTEN_COLUMNS } from "./written-cinemas.repository.ts";

/** Rows sent to the database at a time: some megabytes. */
const CHUNK = 2000;
/** Rows read at a time: making objects of them takes some ten milliseconds, in which nothing else is served. */
const READ_AT_ONCE = 500;

const COLUMNS = join(
  WRITTEN_COLUMNS.map((column) => raw(`"${column}"`)),
  ", ",
);
/** As a row of the table has them: arrays and JSON come out of one document. */
const GIVEN = (rows: readonly object[]) =>
  sql`jsonb_populate_recordset(null::cinema, ${JSON.stringify(rows)}::jsonb)`;

export interface WrittenCinema extends ListedValues {
  readonly id: number;
  readonly is_validated: boolean;
}

const inChunks = async <T>(
  rows: readonly T[],
  write: (chunk: readonly T[]) => Promise<unknown>,
): Promise<void> => {
  for (const chunk of chunksOf(rows, CHUNK)) await write(chunk);
};

/** Lists of cinemas, written by set-based SQL under the scope of all distributors. */
export const importedCinemasRepository = {
  /** Every cinema that any of these keys could mean. */
  knownCinemas: (
    tx: Tx,
    keys: { cnc: readonly string[]; short_code: readonly string[]; name_key: readonly string[] },
  ): Promise<ListableCinema[]> =>
    tx.many<ListableCinema>(sql`
      select id, cnc_authorization as cnc, coalesce(short_name_code, '') as short_code, cinema_name_key(name, city) as name_key
      from cinema
      where (cnc_authorization = any(${keys.cnc}::text[]) and cnc_authorization <> '')
        or short_name_code = any(${keys.short_code}::text[])
        or cinema_name_key(name, city) = any(${keys.name_key}::text[])
      order by id`),

  /** Those that have one of these names in any town. @param names `cinema_name_key` of each without a town */
  cinemasNamed: (tx: Tx, names: readonly string[]): Promise<ListableCinema[]> =>
    tx.many<ListableCinema>(sql`
      select id, cnc_authorization as cnc, coalesce(short_name_code, '') as short_code, cinema_name_key(name, city) as name_key
      from cinema where split_part(cinema_name_key(name, city), '|', 1) || '|' = any(${names}::text[]) order by id`),

  /** Whose each of these CNC numbers may be, however it is written; told apart from `knownCinemas`, which computes a key of each name. */
  cncOwners: (tx: Tx, numbers: readonly string[]): Promise<{ id: number; cnc: string }[]> =>
    tx.many(sql`
      select id, cnc_authorization as cnc from cinema where ${matchNumbers("cnc_authorization", numbers)} order by id`),

  /** In the order of their ids. */
  lock: (tx: Tx, ids: readonly number[]): Promise<number> =>
    tx.run(sql`select from cinema where id = any(${ids}::bigint[]) order by id for no key update`),

  /** Whole cinemas, read some at a time. Those that are gone are left out. */
  async cinemas(tx: Tx, ids: readonly number[]): Promise<Cinema[]> {
    const cinemas: Cinema[] = [];
    for (const chunk of chunksOf(ids, READ_AT_ONCE)) {
      const some = await tx.many<Cinema>(sql`
        select id, is_validated, c.sandbox_distributor_id is not null as is_sandboxed, ${COLUMNS}, coalesce((
          select json_agg(json_build_object('id', s.id, 'name', s.name, 'authorization_number', s.authorization_number) order by s.id)
          from screen s where s.cinema_id = c.id), '[]') as screens
        from cinema c where id = any(${chunk}::bigint[])`);
      cinemas.push(...some);
    }
    return cinemas;
  },

  /** Each with a cinema that has it, and which one has it alone. */
  clientAccounts: (tx: Tx): Promise<{ account: string; name: string; only: number | null }[]> =>
    tx.many(sql`
      select default_accounting_code as account, min(name) as name, case count(*) when 1 then min(id) end as only from cinema where default_accounting_code <> '' group by 1 order by 1`),

  /** Whose each of these numbers may be, however it is written. */
  screenOwners: (
    tx: Tx,
    numbers: readonly string[],
  ): Promise<{ authorization_number: string; cinema_id: number; label: string }[]> =>
    tx.many(sql`
      select s.authorization_number, s.cinema_id, concat_ws(' – ', nullif(s.name, ''), c.name) as label
      from screen s join cinema c on c.id = s.cinema_id
      where ${matchNumbers("authorization_number", numbers)} order by s.id`),

  createCinemas: (tx: Tx, cinemas: readonly WrittenCinema[]): Promise<void> =>
    inChunks(cinemas, (chunk) =>
      tx.run(sql`
        insert into cinema (id, is_validated, ${COLUMNS}) overriding system value
        select id, is_validated, ${COLUMNS} from ${GIVEN(chunk)}`),
    ),

  updateCinemas: (tx: Tx, cinemas: readonly WrittenCinema[]): Promise<void> =>
    inChunks(cinemas, (chunk) =>
      tx.run(sql`
        update cinema c set ${join(
          WRITTEN_COLUMNS.map((column) => raw(`"${column}" = r."${column}"`)),
          ", ",
        )}, is_validated = c.is_validated or r.is_validated, updated_at = now()
        from ${GIVEN(chunk)} r where c.id = r.id`),
    ),

  /** Screens with an id are changed, the others added. */
  writeScreens: (
    tx: Tx,
    screens: readonly {
      id: number | undefined;
      cinema_id: number;
      name: string;
      authorization_number: string;
    }[],
  ): Promise<void> =>
    inChunks(screens, async (chunk) => {
      const given = sql`jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb)
        as w (id bigint, cinema_id bigint, name text, authorization_number text)`;
      await tx.run(sql`
        update screen s set name = w.name, authorization_number = w.authorization_number
        from ${given} where s.id = w.id and s.cinema_id = w.cinema_id`);
      await tx.run(sql`
        insert into screen (cinema_id, name, authorization_number)
        select cinema_id, name, authorization_number from ${given} where id is null`);
    }),

  /** Tells each change in the console's own log and in that of each distributor that works with the cinema, as `auditCinema`. */
  auditCinemas: (
    tx: Tx,
    source: AuditSource,
    entries: readonly (AuditDetails & { readonly cinema_id: number })[],
  ): Promise<void> =>
    inChunks(entries, (chunk) =>
      tx.run(sql`
        insert into audit_log (distributor_id, actor_id, action_type, action_details, request_id, ui_build)
        select log.distributor_id, ${source.actorId}, 'updated_cinema', e.details, ${source.requestId}, ${source.uiBuild}
        from jsonb_array_elements(${JSON.stringify(chunk)}::jsonb) with ordinality as e (details, position)
        cross join lateral (
          select null::bigint as distributor_id
          union
          select distributor_id from cinema_distributor where cinema_id = (e.details->>'cinema_id')::bigint) log
        order by e.position, log.distributor_id nulls first`),
    ),
};
