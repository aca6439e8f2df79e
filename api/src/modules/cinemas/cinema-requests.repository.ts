import {
  type ConsoleRequest,
  type CinemaRequest,
  type CinemaRequestState,
  REQUESTS_A_DAY,
} from "@bobine/contract/cinema-requests";
import type { CinemaProposal } from "@bobine/contract/cinemas";
import sql, { empty } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import type { ReadCinemaRow } from "../../workers/read-cinema-xlsx.ts";

/** What the console's list reads of a request; the candidate is looked for beside it. */
export type ConsoleRow = Omit<ConsoleRequest, "candidate">;

interface NewRequest {
  readonly distributorId: number;
  readonly userId: number;
  readonly cinemaId: number | null;
  readonly subject: string;
  readonly words: string;
  readonly proposal: CinemaProposal | null;
  readonly list: NewList | null;
  readonly at: Date;
}

/** A list that is proposed (CIN-11). */
export interface NewList {
  readonly fileName: string;
  readonly sha256: Buffer;
  readonly rows: readonly ReadCinemaRow[];
  readonly errors: readonly string[];
}

const COLUMNS = sql`
  q.id, q.state, q.subject, q.cinema_id, q.proposal, q.words, q.created_at, q.answer, q.decided_at,
  case when q.list_name is not null
    then json_build_object('file_name', q.list_name, 'count', q.list_count, 'errors', q.list_errors) end as list,
  nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '') as asked_by`;
const ASKED = sql`
  ${COLUMNS}, json_build_object('id', d.id, 'name', d.name) as distributor,
  nullif(trim(concat_ws(' ', w.first_name, w.last_name)), '') as decided_by`;
const FROM = sql`from cinema_request q left join app_user u on u.id = q.asked_by`;
const ASKED_FROM = sql`${FROM} join distributor d on d.id = q.distributor_id left join app_user w on w.id = q.decided_by`;

/** Requests about cinemas, and their answers (CIN-10). */
export const cinemaRequestsRepository = {
  async page(
    tx: Tx,
    distributorId: number,
    cinemaId: number | undefined,
    page: number,
    size: number,
  ): Promise<{ count: number; rows: CinemaRequest[] }> {
    const where = sql`where q.distributor_id = ${distributorId} ${
      cinemaId === undefined ? empty : sql`and q.cinema_id = ${cinemaId}`
    }`;
    const rows = await tx.many<CinemaRequest>(sql`
      select ${COLUMNS} ${FROM} ${where} order by q.id desc limit ${size} offset ${(page - 1) * size}`);
    const { count } = await tx.one<{ count: number }>(
      sql`select count(*) as count from cinema_request q ${where}`,
    );
    return { count, rows };
  },

  async asked(
    tx: Tx,
    state: CinemaRequestState | undefined,
    page: number,
    size: number,
  ): Promise<{ count: number; open: number; rows: ConsoleRow[] }> {
    const where = state === undefined ? empty : sql`where q.state = ${state}`;
    const rows = await tx.many<ConsoleRow>(sql`
      select ${ASKED} ${ASKED_FROM} ${where} order by q.state <> 'open', q.id desc limit ${size} offset ${(page - 1) * size}`);
    const { count } = await tx.one<{ count: number }>(
      sql`select count(*) as count from cinema_request q ${where}`,
    );
    const { open } = await tx.one<{ open: number }>(
      sql`select count(*) as open from cinema_request where state = 'open'`,
    );
    return { count, open, rows };
  },

  one: (tx: Tx, id: number): Promise<CinemaRequest> =>
    tx.one<CinemaRequest>(sql`select ${COLUMNS} ${FROM} where q.id = ${id}`),

  oneAsked: (tx: Tx, id: number): Promise<ConsoleRow> =>
    tx.one<ConsoleRow>(sql`select ${ASKED} ${ASKED_FROM} where q.id = ${id}`),

  /** The open request that says the same. */
  same: (tx: Tx, asked: NewRequest): Promise<{ id: number } | undefined> =>
    tx.maybe(sql`
      select id from cinema_request where distributor_id = ${asked.distributorId} and state = 'open' and words = ${asked.words}
        and cinema_id is not distinct from ${asked.cinemaId}::bigint
        and proposal is not distinct from ${asked.proposal === null ? null : JSON.stringify(asked.proposal)}::jsonb
        and list_sha256 is not distinct from ${asked.list?.sha256 ?? null}::bytea
      order by id limit 1`),

  /** Those that wait, those of a day, and those that wait since less than an hour. */
  counts: (
    tx: Tx,
    distributorId: number,
    at: Date,
  ): Promise<{
    open: number;
    recent: number;
    just: number;
    /** Once a day has as many as it may: when the first of the newest so many was made, which makes room first. */
    oldest: string | null;
  }> =>
    tx.one(sql`
      select count(*) filter (where state = 'open') as open,
        count(*) filter (where created_at > ${at}::timestamptz - interval '1 day') as recent,
        count(*) filter (where state = 'open' and created_at > ${at}::timestamptz - interval '1 hour') as just,
        (select n.created_at from cinema_request n where n.distributor_id = ${distributorId}
          order by n.created_at desc offset ${REQUESTS_A_DAY - 1} limit 1) as oldest
      from cinema_request where distributor_id = ${distributorId}`),

  async withdraw(tx: Tx, id: number, by: number, at: Date): Promise<void> {
    await tx.run(sql`
      update cinema_request set state = 'withdrawn', decided_by = ${by}, decided_at = ${at} where id = ${id}`);
  },

  async create(tx: Tx, asked: NewRequest): Promise<number> {
    const { list } = asked;
    const { id } = await tx.one<{ id: number }>(sql`
      insert into cinema_request (distributor_id, cinema_id, subject, words, proposal, asked_by, created_at,
        list_name, list_count, list_rows, list_errors, list_sha256)
      values (${asked.distributorId}, ${asked.cinemaId}, ${asked.subject}, ${asked.words},
        ${asked.proposal === null ? null : JSON.stringify(asked.proposal)}, ${asked.userId}, ${asked.at},
        ${list?.fileName ?? null}, ${list?.rows.length ?? null}, ${list ? JSON.stringify(list.rows) : null},
        ${list ? JSON.stringify(list.errors) : null}, ${list?.sha256 ?? null})
      returning id`);
    return id;
  },

  isList: async (tx: Tx, id: number): Promise<boolean> =>
    (await tx.maybe(sql`select from cinema_request where id = ${id} and list_name is not null`)) !==
    undefined,

  /** The rows of a list that is proposed and waits. */
  async openList(tx: Tx, id: number): Promise<ReadCinemaRow[] | undefined> {
    const found = await tx.maybe<{ rows: ReadCinemaRow[] }>(sql`
      select list_rows as rows from cinema_request where id = ${id} and list_rows is not null and state = 'open'`);
    return found?.rows;
  },

  /** A cinema that the distributor sees, or has invoiced: its link may be cut since. */
  known: (tx: Tx, distributorId: number, id: number): Promise<{ name: string; city: string } | undefined> =>
    tx.maybe(sql`
      select coalesce(c.name, i.cinema_name) as name, coalesce(c.city, '') as city
      from (select ${id}::bigint as id) asked left join cinema c on c.id = asked.id
      left join lateral (select n.cinema_name from invoice n where n.distributor_id = ${distributorId} and n.cinema_id = asked.id
        order by n.id desc limit 1) i on true
      where c.id is not null or i.cinema_name is not null`),

  lock: (
    tx: Tx,
    id: number,
  ): Promise<
    | {
        id: number;
        distributor_id: number;
        cinema_id: number | null;
        subject: string;
        words: string;
        proposal: CinemaProposal | null;
        list_name: string | null;
        state: CinemaRequestState;
      }
    | undefined
  > =>
    tx.maybe(sql`
      select id, distributor_id, cinema_id, subject, words, proposal, list_name, state from cinema_request where id = ${id} for update`),

  async decide(
    tx: Tx,
    id: number,
    decided: { state: "done" | "refused"; answer: string; cinemaId: number | null; by: number; at: Date },
  ): Promise<void> {
    await tx.run(sql`
      update cinema_request set state = ${decided.state}, answer = ${decided.answer}, cinema_id = ${decided.cinemaId},
        decided_by = ${decided.by}, decided_at = ${decided.at}
      where id = ${id}`);
  },

  /** The answer comes back to the queue of who asked, to be read there. */
  async tell(
    tx: Tx,
    told: {
      readonly distributorId: number;
      readonly cinemaId: number | null;
      readonly description: string;
      readonly explanation: readonly string[];
      readonly at: Date;
    },
  ): Promise<void> {
    await tx.run(sql`
      insert into user_action (distributor_id, cinema_id, status, open_status, reason_code, reason, description, explanation, created_at)
      values (${told.distributorId}, ${told.cinemaId}, 'PENDING', 'PENDING', 'request_answered', 'Réponse de Bobine',
        ${told.description}, ${JSON.stringify(told.explanation)}, ${told.at})`);
  },
};
