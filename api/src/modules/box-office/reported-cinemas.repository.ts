import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import type { AuditDetails, AuditSource } from "../../http/audit.ts";
import type { KnownCinema } from "./find-cinemas.ts";

/** Name of the advisory lock; the second key is 0. */
const LOCK_CINEMAS = 7302;

export interface NewCinema {
  readonly id: number;
  readonly name: string;
  readonly legal_name: string;
  readonly address: string;
  readonly pin_code: string;
  readonly city: string;
  readonly group: string;
  readonly siren: string;
  readonly siret: string;
  readonly cnc_authorization: string;
}

/** The cinemas and screens that a report names: those that are known, and those that it makes. */
export const reportedCinemasRepository = {
  /** One import at a time creates cinemas, so that two distributors' reports do not create the same one. */
  async lockCinemas(tx: Tx): Promise<void> {
    await tx.run(sql`select pg_advisory_xact_lock(${LOCK_CINEMAS}, 0)`);
  },

  /** Cinemas are looked for among all the known ones, then the veil falls again (DOMAIN §2.6). */
  async amongAllCinemas<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
    await tx.client.query("set local app.all_cinemas = 'on'");
    const result = await work();
    await tx.client.query("set local app.all_cinemas = 'off'");
    return result;
  },

  async nameKeys(tx: Tx, cinemas: readonly { name: string; city: string }[]): Promise<string[]> {
    const { keys } = await tx.one<{ keys: string[] | null }>(sql`
      select array_agg(case when name = '' then '' else cinema_name_key(name, city) end order by n) as keys
      from unnest(${cinemas.map((cinema) => cinema.name)}::text[], ${cinemas.map((cinema) => cinema.city)}::text[])
        with ordinality as reported (name, city, n)`);
    return keys ?? [];
  },

  async knownScreens(tx: Tx, authorizations: readonly string[]): Promise<Map<string, number>> {
    const rows = await tx.many<{ authorization_number: string; cinema_id: number }>(sql`
      select authorization_number, cinema_id from screen
      where authorization_number = any(${authorizations}::text[]) and authorization_number <> ''`);
    return new Map(rows.map((row) => [row.authorization_number, row.cinema_id]));
  },

  /** Every cinema that any of these keys could mean. */
  async knownCinemas(
    tx: Tx,
    keys: { cnc: string[]; siret: string[]; siren: string[]; short_code: string[]; name_key: string[] },
  ): Promise<KnownCinema[]> {
    return await tx.many<KnownCinema>(sql`
      select id, cnc_authorization as cnc, siret, siren, coalesce(short_name_code, '') as short_code,
        cinema_name_key(name, city) as name_key
      from cinema
      where (cnc_authorization = any(${keys.cnc}::text[]) and cnc_authorization <> '')
        or (siret = any(${keys.siret}::text[]) and siret <> '')
        or (siren = any(${keys.siren}::text[]) and siren <> '')
        or (left(siret, 9) = any(${keys.siren}::text[]) and siret <> '')
        or short_name_code = any(${keys.short_code}::text[])
        or cinema_name_key(name, city) = any(${keys.name_key}::text[])`);
  },

  async newCinemaIds(tx: Tx, count: number): Promise<number[]> {
    const rows = await tx.many<{ id: number }>(sql`
      select nextval(pg_get_serial_sequence('cinema', 'id')) as id from generate_series(1, ${count}::integer)`);
    return rows.map((row) => row.id);
  },

  async createCinemas(tx: Tx, cinemas: readonly NewCinema[]): Promise<void> {
    await tx.run(sql`
      insert into cinema (id, name, legal_name, address, pin_code, city, "group", siren, siret, cnc_authorization, is_validated)
      overriding system value
      select id, name, legal_name, address, pin_code, city, "group", siren, siret, cnc_authorization, false
      from json_to_recordset(${JSON.stringify(cinemas)}) as c (id bigint, name text, legal_name text, address text,
        pin_code text, city text, "group" text, siren text, siret text, cnc_authorization text)`);
  },

  async createScreens(
    tx: Tx,
    screens: readonly { authorization: string; cinema_id: number; name: string }[],
  ): Promise<void> {
    await tx.run(sql`
      insert into screen (cinema_id, name, authorization_number)
      select cinema_id, name, "authorization"
      from json_to_recordset(${JSON.stringify(screens)}) as s (cinema_id bigint, name text, "authorization" text)`);
  },

  /** One entry per cinema that the import made or changed, in one statement: a first report names hundreds. */
  async auditCinemas(tx: Tx, source: AuditSource, details: readonly AuditDetails[]): Promise<void> {
    await tx.run(sql`
      insert into audit_log (distributor_id, actor_id, action_type, action_details, request_id, ui_build)
      select ${source.distributorId}, ${source.actorId}, 'updated_cinema', value, ${source.requestId}, ${source.uiBuild}
      from jsonb_array_elements(${JSON.stringify(details)}::jsonb)`);
  },

  async linkCinemas(tx: Tx, distributorId: number, cinemaIds: readonly number[]): Promise<void> {
    await tx.run(sql`
      insert into cinema_distributor (distributor_id, cinema_id)
      select ${distributorId}, id from unnest(${cinemaIds}::bigint[]) as id on conflict do nothing`);
  },
};
