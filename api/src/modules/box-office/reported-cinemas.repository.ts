import { mayIssue, type ValidationStatus } from "@bobine/contract/policy/distributors";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import type { AuditDetails, AuditSource } from "../../http/audit.ts";
import type { KnownCinema } from "./find-cinemas.ts";
import { matchNumbers } from "./match-numbers.ts";

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
  /** Whose sandbox it is in; null in the shared list. */
  readonly sandbox_distributor_id: number | null;
}

/** A cinema of the database, and whether it is in a sandbox. */
export type StoredCinema = KnownCinema & { readonly is_sandboxed: boolean };

/** A screen that a report names. */
export interface ReportedScreen {
  readonly authorization: string;
  readonly cinema_id: number;
  readonly name: string;
}

/** A cinema that a distributor works with from now on, and by what it was recognised. */
export interface NewLink {
  readonly cinema_id: number;
  readonly identifier: string;
}

/** How cinemas came to a distributor, and when. */
export interface LinkSource {
  readonly origin: "report" | "list" | "request" | "validation";
  readonly linkedBy: number | null;
  readonly at: Date;
}

/** The cinemas and screens that a report names: those that are known, and those that it makes. */
export const reportedCinemasRepository = {
  /** Cinemas are looked for among all the known ones, then the veil falls again (BOX-6). */
  async amongAllCinemas<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
    await tx.client.query("set local app.all_cinemas = 'on'");
    const result = await work();
    await tx.client.query("set local app.all_cinemas = 'off'");
    return result;
  },

  /** `cinema_name_key(name, city)` of each; empty without a name: a town by itself names nothing. */
  async nameKeys(tx: Tx, cinemas: readonly { name: string; city: string }[]): Promise<string[]> {
    const keys = await this.namesAndTowns(tx, cinemas);
    return keys.map((key, position) => (cinemas[position]?.name === "" ? "" : key));
  },

  /** `cinema_name_key(name, city)` of each, of which both may be empty. */
  async namesAndTowns(tx: Tx, cinemas: readonly { name: string; city: string }[]): Promise<string[]> {
    const { keys } = await tx.one<{ keys: string[] | null }>(sql`
      select array_agg(cinema_name_key(name, city) order by n) as keys
      from unnest(${cinemas.map((cinema) => cinema.name)}::text[], ${cinemas.map((cinema) => cinema.city)}::text[])
        with ordinality as reported (name, city, n)`);
    return keys ?? [];
  },

  /** Whether the distributor is known to be who it says: only then its files meet shared cinemas. */
  async isValidated(tx: Tx, distributorId: number): Promise<boolean> {
    return mayIssue(
      await tx.one<{ validation_status: ValidationStatus }>(
        sql`select validation_status from distributor where id = ${distributorId}`,
      ),
    );
  },

  /** Where the same number is a shared screen's and one of a sandbox, the shared one counts, unless its cinema is one of `cut`: the sandbox has what stands for it. */
  async knownScreens(
    tx: Tx,
    authorizations: readonly string[],
    cut: ReadonlySet<number> = new Set(),
  ): Promise<Map<string, number>> {
    const rows = await tx.many<{ authorization_number: string; cinema_id: number }>(sql`
      select authorization_number, cinema_id from screen
      where authorization_number = any(${authorizations}::text[]) and authorization_number <> ''
      order by cinema_id <> all(${[...cut]}::bigint[]), sandbox_distributor_id is null`);
    return new Map(rows.map((row) => [row.authorization_number, row.cinema_id]));
  },

  /** Screens whose number may be one of these, written otherwise. */
  async screensAlike(
    tx: Tx,
    numbers: readonly string[],
  ): Promise<{ authorization_number: string; cinema_id: number }[]> {
    return await tx.many(sql`
      select authorization_number, cinema_id from screen where ${matchNumbers("authorization_number", numbers)}`);
  },

  /** Whether any of these numbers is neither a screen's nor one that this distributor has proposed. */
  async namesNewScreen(tx: Tx, distributorId: number, authorizations: readonly string[]): Promise<boolean> {
    const { is_new } = await tx.one<{ is_new: boolean }>(sql`
      select exists (
        select from unnest(${authorizations}::text[]) as named (number)
        where number <> ''
          and not exists (select from screen where authorization_number = number and authorization_number <> '')
          and not exists (select from screen_proposal where distributor_id = ${distributorId} and authorization_number = number)) as is_new`);
    return is_new;
  },

  /** CNC numbers of cinemas that may be one of these, as they are kept. */
  async cncAlike(tx: Tx, numbers: readonly string[]): Promise<string[]> {
    if (numbers.length === 0) return [];
    const rows = await tx.many<{ cnc: string }>(
      sql`select cnc_authorization as cnc from cinema where ${matchNumbers("cnc_authorization", numbers)}`,
    );
    return rows.map((row) => row.cnc);
  },

  /** Every cinema that any of these keys could mean. */
  async knownCinemas(
    tx: Tx,
    keys: { cnc: string[]; siret: string[]; siren: string[]; short_code: string[]; name_key: string[] },
  ): Promise<StoredCinema[]> {
    return await tx.many<StoredCinema>(sql`
      select id, cnc_authorization as cnc, siret, siren, coalesce(short_name_code, '') as short_code,
        cinema_name_key(name, city) as name_key, sandbox_distributor_id is not null as is_sandboxed
      from cinema
      where (cnc_authorization = any(${keys.cnc}::text[]) and cnc_authorization <> '')
        or (siret = any(${keys.siret}::text[]) and siret <> '')
        or (siren = any(${keys.siren}::text[]) and siren <> '')
        or (left(siret, 9) = any(${keys.siren}::text[]) and siret <> '')
        or short_name_code = any(${keys.short_code}::text[])
        or cinema_name_key(name, city) = any(${keys.name_key}::text[])`);
  },

  /** Cinemas that a super admin has taken from the distributor: naming them does not bring them back. */
  async cutCinemas(tx: Tx, distributorId: number): Promise<Set<number>> {
    const rows = await tx.many<{ cinema_id: number }>(
      sql`select cinema_id from cut_link where distributor_id = ${distributorId}`,
    );
    return new Set(rows.map((row) => row.cinema_id));
  },

  /** Of these cinemas, those of the distributor's sandbox. */
  async sandboxed(tx: Tx, distributorId: number, ids: readonly number[]): Promise<number[]> {
    const rows = await tx.many<{ id: number }>(sql`
      select id from cinema where id = any(${ids}::bigint[]) and sandbox_distributor_id = ${distributorId}`);
    return rows.map((row) => row.id);
  },

  async newCinemaIds(tx: Tx, count: number): Promise<number[]> {
    const rows = await tx.many<{ id: number }>(sql`
      select nextval(pg_get_serial_sequence('cinema', 'id')) as id from generate_series(1, ${count}::integer)`);
    return rows.map((row) => row.id);
  },

  async createCinemas(tx: Tx, cinemas: readonly NewCinema[]): Promise<void> {
    await tx.run(sql`
      insert into cinema (id, name, legal_name, address, pin_code, city, "group", siren, siret, cnc_authorization, is_validated,
        sandbox_distributor_id)
      overriding system value
      select id, name, legal_name, address, pin_code, city, "group", siren, siret, cnc_authorization, false, sandbox_distributor_id
      from json_to_recordset(${JSON.stringify(cinemas)}) as c (id bigint, name text, legal_name text, address text,
        pin_code text, city text, "group" text, siren text, siret text, cnc_authorization text,
        sandbox_distributor_id bigint)`);
  },

  async createScreens(tx: Tx, screens: readonly ReportedScreen[]): Promise<void> {
    if (screens.length === 0) return;
    await tx.client.query("set local app.screens_placed = 'on'");
    await tx.run(sql`
      insert into screen (cinema_id, name, authorization_number, sandbox_distributor_id)
      select cinema_id, name, "authorization", (select c.sandbox_distributor_id from cinema c where c.id = cinema_id)
      from json_to_recordset(${JSON.stringify(screens)}) as s (cinema_id bigint, name text, "authorization" text)`);
    await tx.client.query("set local app.screens_placed = 'off'");
  },

  /** Numbers that the distributor's reports have brought to cinemas, by what was decided of them. */
  async proposedScreens(
    tx: Tx,
    distributorId: number,
    authorizations: readonly string[],
  ): Promise<{ leading: [string, number][]; refused: Map<string, number> }> {
    const rows = await tx.many<{ authorization_number: string; cinema_id: number; state: string }>(sql`
      select authorization_number, cinema_id, state from screen_proposal
      where distributor_id = ${distributorId} and authorization_number = any(${authorizations}::text[])`);
    const ofState = (isRefused: boolean) =>
      rows
        .filter((row) => (row.state === "refused") === isRefused)
        .map((row): [string, number] => [row.authorization_number, row.cinema_id]);
    return { leading: ofState(false), refused: new Map(ofState(true)) };
  },

  /** A number that this distributor has proposed already keeps what was decided of it. */
  async proposeScreens(
    tx: Tx,
    distributorId: number,
    at: Date,
    screens: readonly ReportedScreen[],
  ): Promise<void> {
    await tx.run(sql`
      insert into screen_proposal (cinema_id, authorization_number, name, distributor_id, created_at)
      select cinema_id, "authorization", name, ${distributorId}, ${at}
      from json_to_recordset(${JSON.stringify(screens)}) as s (cinema_id bigint, name text, "authorization" text)
      on conflict (distributor_id, authorization_number) do nothing`);
  },

  /** One entry per cinema that the import made or changed, in one statement: a first report names hundreds. */
  async auditCinemas(tx: Tx, source: AuditSource, details: readonly AuditDetails[]): Promise<void> {
    await tx.run(sql`
      insert into audit_log (distributor_id, actor_id, action_type, action_details, request_id, ui_build)
      select ${source.distributorId}, ${source.actorId}, 'updated_cinema', value, ${source.requestId}, ${source.uiBuild}
      from jsonb_array_elements(${JSON.stringify(details)}::jsonb)`);
  },

  /** @returns those that were not linked before, with their names */
  async linkCinemas(
    tx: Tx,
    distributorId: number,
    { origin, linkedBy, at }: LinkSource,
    links: readonly NewLink[],
  ): Promise<(NewLink & { readonly name: string })[]> {
    return await tx.many(sql`
      with added as (
        insert into cinema_distributor (distributor_id, cinema_id, origin, identifier, linked_by, created_at)
        select ${distributorId}, cinema_id, ${origin}, identifier, ${linkedBy}, ${at}
        from json_to_recordset(${JSON.stringify(links)}) as l (cinema_id bigint, identifier text)
        on conflict do nothing returning cinema_id, identifier)
      select cinema_id, identifier, name from added join cinema c on c.id = cinema_id order by cinema_id`);
  },
};
