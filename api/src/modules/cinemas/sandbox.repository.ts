import type { LinkRequest } from "@bobine/contract/cinema-links";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import type { AccountMove } from "../banking/client-comments.repository.ts";
import type { NamedCinema } from "../box-office/look-up-cinemas.ts";
import type { LinkSource } from "../box-office/reported-cinemas.repository.ts";

/** A cinema of a sandbox that is another one. */
export interface Move {
  readonly from: number;
  readonly to: number;
  /** What it was recognised by; empty when a person said so. */
  readonly identifier: string;
}

export type SandboxedCinema = NamedCinema & {
  readonly id: number;
  /** Authorisation number → name. */
  readonly screenNames: Readonly<Record<string, string>>;
  /** A report has named it; a list of invoices alone has not. */
  readonly is_reported: boolean;
};

const NAMED = sql`
  c.id, c.name, c.city, c.cnc_authorization as cnc, c.siret, c.siren, coalesce(c.short_name_code, '') as short_code,
  array(select s.authorization_number from screen s where s.cinema_id = c.id and s.authorization_number <> '' order by s.id) as screens`;
const MOVES = (moves: readonly Move[]) =>
  sql`json_to_recordset(${JSON.stringify(moves)}) as m ("from" bigint, "to" bigint, identifier text)`;

/** Cinemas of sandboxes, under the scope of all distributors. */
export const sandboxRepository = {
  /** The scope of all distributors sees sandboxes in here, and nowhere else. */
  async amongSandboxes<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
    await tx.client.query("set local app.sandboxes = 'on'");
    const result = await work();
    await tx.client.query("set local app.sandboxes = 'off'");
    return result;
  },

  async cinemasOf(tx: Tx, distributorId: number): Promise<SandboxedCinema[]> {
    return await this.amongSandboxes(tx, () =>
      tx.many<SandboxedCinema>(sql`
        select ${NAMED}, coalesce((
          select json_object_agg(s.authorization_number, s.name) from screen s where s.cinema_id = c.id), '{}') as "screenNames",
          exists (select from declaration e where e.distributor_id = ${distributorId} and e.cinema_id = c.id) as is_reported
        from cinema c where c.sandbox_distributor_id = ${distributorId} order by c.id`),
    );
  },

  /** Those of these cinemas that are of a sandbox. */
  async sandboxed(tx: Tx, cinemaIds: readonly number[]): Promise<Set<number>> {
    const rows = await this.amongSandboxes(tx, () =>
      tx.many<{ id: number }>(sql`
        select id from cinema where id = any(${cinemaIds}::bigint[]) and sandbox_distributor_id is not null`),
    );
    return new Set(rows.map(({ id }) => id));
  },

  /** A cinema that a validated distributor's files have brought, and that waits for a super admin. */
  async request(tx: Tx, cinemaId: number): Promise<{ distributor_id: number } | undefined> {
    return await this.amongSandboxes(tx, () =>
      tx.maybe<{ distributor_id: number }>(sql`
        select d.id as distributor_id from cinema c join distributor d on d.id = c.sandbox_distributor_id
        where c.id = ${cinemaId} and d.validation_status = 'validated'`),
    );
  },

  async requests(
    tx: Tx,
    page: number,
    size: number,
  ): Promise<{ count: number; rows: (Omit<LinkRequest, "candidate"> & NamedCinema)[] }> {
    return await this.amongSandboxes(tx, async () => {
      const rows = await tx.many<Omit<LinkRequest, "candidate"> & NamedCinema>(sql`
        select ${NAMED}, c.created_at, json_build_object('id', d.id, 'name', d.name) as distributor,
          (select count(*) from invoice i where i.distributor_id = d.id and i.cinema_id = c.id) as invoice_count,
          (select count(*) from declaration e where e.distributor_id = d.id and e.cinema_id = c.id) as declaration_count
        from cinema c join distributor d on d.id = c.sandbox_distributor_id
        where d.validation_status = 'validated' order by c.id desc limit ${size} offset ${(page - 1) * size}`);
      const { count } = await tx.one<{ count: number }>(sql`
        select count(*) as count from cinema c join distributor d on d.id = c.sandbox_distributor_id
        where d.validation_status = 'validated'`);
      return { count, rows };
    });
  },

  /** Of these cinemas, those whose validation the distributor's declarations wait for. */
  async waiting(tx: Tx, distributorId: number, ids: readonly number[]): Promise<number[]> {
    const rows = await tx.many<{ id: number }>(sql`
      select c.id from cinema c where c.id = any(${ids}::bigint[]) and not c.is_validated
        and exists (select from declaration d where d.distributor_id = ${distributorId} and d.cinema_id = c.id)`);
    return rows.map((row) => row.id);
  },

  async isShared(tx: Tx, id: number): Promise<boolean> {
    return (
      (await tx.maybe(
        sql`select from cinema where id = ${id} and sandbox_distributor_id is null for key share`,
      )) !== undefined
    );
  },

  async namesOf(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
    const rows = await tx.many<{ id: number; name: string }>(
      sql`select id, name from cinema where id = any(${ids}::bigint[])`,
    );
    return new Map(rows.map((row) => [row.id, row.name]));
  },

  /** They join the shared list; their link is new to the console. */
  async share(
    tx: Tx,
    distributorId: number,
    { origin, linkedBy, at }: LinkSource,
    ids: readonly number[],
  ): Promise<void> {
    await tx.run(sql`
      update cinema set sandbox_distributor_id = null, updated_at = now()
      where id = any(${ids}::bigint[]) and sandbox_distributor_id = ${distributorId}`);
    await tx.run(sql`
      update cinema_distributor set origin = ${origin}, linked_by = ${linkedBy}, created_at = ${at}
      where distributor_id = ${distributorId} and cinema_id = any(${ids}::bigint[])`);
  },

  /** A link that was cut before is made again by this decision. */
  async link(
    tx: Tx,
    distributorId: number,
    { origin, linkedBy, at }: LinkSource,
    moves: readonly Move[],
  ): Promise<void> {
    await tx.run(sql`
      insert into cinema_distributor (distributor_id, cinema_id, origin, identifier, linked_by, created_at)
      select distinct on (m."to") ${distributorId}::bigint, m."to", ${origin}, m.identifier, ${linkedBy}::bigint, ${at}::timestamptz
      from ${MOVES(moves)} order by m."to", m."from" on conflict do nothing`);
    await tx.run(sql`
      delete from cut_link where distributor_id = ${distributorId}
        and cinema_id = any(${moves.map((move) => move.to)}::bigint[])`);
  },

  /** What the distributor has of a cinema becomes the other one's. Settings that this one has stay. */
  async repoint(
    tx: Tx,
    distributorId: number,
    moves: readonly Move[],
    kept: readonly number[],
  ): Promise<void> {
    await tx.run(sql`
      update declaration t set cinema_id = m."to" from ${MOVES(moves)} where t.distributor_id = ${distributorId} and t.cinema_id = m."from"`);
    await tx.run(sql`
      update user_action t set cinema_id = m."to" from ${MOVES(moves)} where t.distributor_id = ${distributorId} and t.cinema_id = m."from"`);
    await tx.run(sql`
      update cinema_request t set cinema_id = m."to" from ${MOVES(moves)} where t.distributor_id = ${distributorId} and t.cinema_id = m."from"`);
    await tx.run(sql`
      update bank_part t set cinema_id = m."to" from ${MOVES(moves)} where t.distributor_id = ${distributorId} and t.cinema_id = m."from"`);
    await tx.run(sql`
      update distributor_cinema_settings t set cinema_id = m."to"
      from (select distinct on (m."to") m."from", m."to" from ${MOVES(moves)}
        join distributor_cinema_settings s on s.cinema_id = m."from" and s.distributor_id = ${distributorId}
        order by m."to", m."from") m
      where t.distributor_id = ${distributorId} and t.cinema_id = m."from" and not exists (
        select from distributor_cinema_settings o where o.distributor_id = ${distributorId} and o.cinema_id = m."to")`);
    // Two of a sandbox that are one: the first takes the screens of the second along.
    await tx.run(sql`
      update screen t set cinema_id = m."to" from ${MOVES(moves)}
      where t.cinema_id = m."from" and m."to" = any(${kept}::bigint[])`);
  },

  /**
   * Imported invoices are the other cinema's; those that nothing was paid of yet also get its client and account, as when a person chooses
   * another cinema. The others keep what they were booked with.
   * @returns the accounts of those that got another one
   */
  async rewriteInvoices(
    tx: Tx,
    distributorId: number,
    cinemas: readonly {
      cinema_id: number;
      cinema_name: string;
      client: object;
      client_account: string;
    }[],
    moves: readonly Move[],
  ): Promise<AccountMove[]> {
    const accounts = await tx.many<AccountMove>(sql`
      update invoice i set cinema_name = c.cinema_name, client = c.client, client_account = c.client_account
      from invoice o, ${MOVES(moves)}
      join jsonb_to_recordset(${JSON.stringify(cinemas)}::jsonb) as c (cinema_id bigint, cinema_name text, client jsonb, client_account text)
        on c.cinema_id = m."to"
      where i.distributor_id = ${distributorId} and o.id = i.id and i.cinema_id = m."from" and i.origin = 'imported'
        and i.allocated_amount = 0 and i.credited_amount = 0 and i.lettering_letters is null
        and not exists (select from invoice n where n.corrects_id = i.id)
      returning o.client_account as "from", i.client_account as "to"`);
    await tx.run(sql`
      update invoice i set cinema_id = m."to" from ${MOVES(moves)} where i.distributor_id = ${distributorId} and i.cinema_id = m."from"`);
    return accounts;
  },

  remove: (tx: Tx, ids: readonly number[]): Promise<number> =>
    tx.run(sql`delete from cinema where id = any(${ids}::bigint[]) and sandbox_distributor_id is not null`),
};
