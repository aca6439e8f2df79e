import type { CivilDate } from "@bobine/contract/civil-date";
import { civilDateInParis } from "@bobine/contract/civil-date";
import type { ExportFormat } from "@bobine/contract/exports";
import type { Lot } from "@bobine/contract/lots";
import { centsToWire } from "@bobine/contract/money";
import sql from "sql-template-tag";
import { fetched } from "../../db/cursor.ts";
import type { Tx } from "../../db/scope.ts";
import type { ExportPeriod } from "../../domain/exports/export-data.ts";
import type { LedgerEntry, LedgerLine } from "../../domain/exports/ledger-lines.ts";
import type { LateGroup } from "../../domain/exports/late-letters.ts";
import { entryNumber, type LineOfNow, type LotDays } from "../../domain/exports/lots.ts";
import { WITHOUT_END } from "../banking/lines-of-account.ts";
import { type CheckedEntry, LIVE } from "./compare-books.ts";
import { lookUpRows } from "./exports.repository.ts";

const LOT = sql`
  select l.id, l.number, l.year, l.period_from, l.period_to, l.created_at, l.created_by_name, l.entry_count, l.reversal_count, l.total_amount,
    (select coalesce(json_agg(json_build_object('format', f.format, 'size', f.size, 'sha256', encode(f.sha256, 'hex')) order by f.format), '[]')
      from export_lot_file f where f.lot_id = l.id) as files
  from export_lot l`;

const POSTED = sql`p.key, p.journal, p.year, p.number, p.entry_date as date, p.piece_date, p.lines, (extract(epoch from l.created_at) * 1000)::bigint as created_at`;
const POSTED_IN_LOTS = sql`posted_entry p join export_lot l on l.id = p.lot_id`;

interface PostedRow {
  readonly key: string;
  readonly journal: LedgerEntry["journal"];
  readonly year: number;
  readonly number: number;
  readonly date: CivilDate;
  readonly piece_date: CivilDate;
  readonly lines: LedgerLine[];
  /** Of its lot, in milliseconds: the same for many entries, and not to be read as text for each. */
  readonly created_at: number;
}

/** In the order in which they are numbered (`inPostingOrder`): reversals first. */
const IN_POSTING_ORDER = sql`entry_date, reverses_id is null, seq`;

export const lotsRepository = {
  /** @returns null before the first lot */
  async days(tx: Tx, distributorId: number): Promise<LotDays | null> {
    const row = await tx.maybe<{ starts: CivilDate } & ExportPeriod>(sql`
      select period_from as from, period_to as to, min(period_from) over () as starts from export_lot
      where distributor_id = ${distributorId} order by id desc limit 1`);
    return row ? { starts: row.starts, last: { from: row.from, to: row.to } } : null;
  },

  /** The first day that the books know; undefined while they are empty. */
  async firstDay(tx: Tx, distributorId: number): Promise<CivilDate | undefined> {
    const { day } = await tx.one<{ day: CivilDate | null }>(sql`
      select least((select min(coalesce(opening_date, invoice_date)) from invoice where distributor_id = ${distributorId}),
        (select min(transaction_date) from bank_transaction where distributor_id = ${distributorId}),
        (select min(opening_date) from bank_account where distributor_id = ${distributorId} and opening_balance <> 0)) as day`);
    return day ?? undefined;
  },

  /** How many bank lines of a period nobody has decided anything of (LET-46). */
  async linesWithoutEnd(tx: Tx, distributorId: number, { from, to }: ExportPeriod): Promise<number> {
    const { count } = await tx.one<{ count: number }>(sql`
      select count(*)::integer as count from bank_transaction t
      where t.distributor_id = ${distributorId} and ${WITHOUT_END} and t.transaction_date between ${from} and ${to}`);
    return count;
  },

  async list(
    tx: Tx,
    distributorId: number,
    page: number,
    size: number,
  ): Promise<{ count: number; rows: Lot[] }> {
    const { count } = await tx.one<{ count: number }>(
      sql`select count(*)::integer as count from export_lot where distributor_id = ${distributorId}`,
    );
    const rows = await tx.many<Lot>(
      sql`${LOT} where l.distributor_id = ${distributorId} order by l.id desc limit ${size} offset ${(page - 1) * size}`,
    );
    return { count, rows: rows.map(onWire) };
  },

  async find(tx: Tx, distributorId: number, id: number): Promise<Lot | undefined> {
    const row = await tx.maybe<Lot>(sql`${LOT} where l.distributor_id = ${distributorId} and l.id = ${id}`);
    return row && onWire(row);
  },

  /** The table `entry_to_post`, until the transaction ends: what a lot is about to post. */
  makeRoom: (tx: Tx): Promise<unknown> =>
    tx.client.query(`
      create temp table entry_to_post (seq integer generated always as identity primary key, key text not null, journal text not null,
        entry_date date not null, piece_date date not null, reverses_id bigint, content_hash bytea not null, lines text not null,
        total numeric(16,2) not null) on commit drop`),

  /**
   * Into `entry_to_post`: the lines as they are, one entry to a line of text, read when they are posted and not before. The rest as one value too:
   * nothing is escaped for an array here.
   */
  async prepareEntries(tx: Tx, entries: readonly CheckedEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const rows = entries.map(({ key, journal, date, piece_date, reverses_id, hash, total }) => ({
      key,
      journal,
      entry_date: date,
      piece_date,
      reverses_id,
      hash: hash.toString("hex"),
      total: centsToWire(total),
    }));
    const lines = entries.map((entry) => JSON.stringify(entry.lines)).join("\n");
    await tx.run(sql`
      insert into entry_to_post (key, journal, entry_date, piece_date, reverses_id, content_hash, lines, total)
      select key, journal, entry_date, piece_date, reverses_id, decode(hash, 'hex'), lines, total
      from rows from (
        jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as (key text, journal text, entry_date date, piece_date date, reverses_id bigint, hash text, total numeric),
        string_to_table(${lines}, E'\\n')
      ) as e (key, journal, entry_date, piece_date, reverses_id, hash, total, lines)`);
  },

  /** In `entry_to_post`: the letters of these groups get their dates. */
  async dateLetters(tx: Tx, groups: readonly LateGroup[]): Promise<void> {
    if (groups.length === 0) return;
    await tx.run(sql`
      with late as (select client_account, code, date from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) as l (client_account text, code text, date text)),
      dated as (
        select e.seq, json_agg(case when l.date is null then x.line else jsonb_set(x.line, '{letters,date}', to_jsonb(l.date)) end order by x.place)::text as lines
        from entry_to_post e cross join lateral jsonb_array_elements(e.lines::jsonb) with ordinality x (line, place)
        left join late l on l.client_account = x.line ->> 'client_account' and l.code = x.line -> 'letters' ->> 'code'
        group by e.seq having count(l.date) > 0
      )
      update entry_to_post e set lines = d.lines from dated d where d.seq = e.seq`);
  },

  nextId: async (tx: Tx): Promise<number> =>
    (
      await tx.one<{ id: number }>(
        sql`select nextval(pg_get_serial_sequence('export_lot', 'id'))::bigint as id`,
      )
    ).id,

  /** Its number is the next one of its year. */
  async insert(
    tx: Tx,
    lot: {
      readonly id: number;
      readonly distributorId: number;
      readonly period: ExportPeriod;
      readonly createdAt: Date;
      readonly userId: number;
      readonly userName: string;
    },
  ): Promise<void> {
    const { id, distributorId, period, createdAt, userId, userName } = lot;
    const year = Number(period.to.slice(0, 4));
    await tx.run(sql`
      insert into export_lot (id, distributor_id, year, number, period_from, period_to, created_at, created_by, created_by_name,
        last_invoice_id, last_transaction_id, entry_count, reversal_count, total_amount)
      select ${id}, ${distributorId}, ${year},
        (select coalesce(max(number), 0) + 1 from export_lot where distributor_id = ${distributorId} and year = ${year}),
        ${period.from}, ${period.to}, ${createdAt}, ${userId}, ${userName},
        -- Not max(id): PostgreSQL would go through everybody's invoices from the last one on.
        (select coalesce(max(id + 0), 0) from invoice where distributor_id = ${distributorId}),
        (select coalesce(max(id + 0), 0) from bank_transaction where distributor_id = ${distributorId}), count(*), count(reverses_id), sum(total)
      from entry_to_post`);
  },

  /**
   * `entry_to_post` becomes entries of the lot, each with the next number of its journal and year. What orders them is sorted alone, and the rest of
   * each looked up.
   */
  async postEntries(tx: Tx, distributorId: number, lotId: number): Promise<void> {
    await lookUpRows(tx, true);
    await tx.run(sql`
      with entry as (
        select seq, journal, extract(year from entry_date)::integer as year, entry_date, reverses_id from entry_to_post
      ), last as materialized (
        select journal, year, coalesce((select max(p.number) from posted_entry p
          where p.distributor_id = ${distributorId} and p.journal = d.journal and p.year = d.year), 0) as number
        from (select distinct journal, year from entry) d
      ), numbered as (
        select seq, journal, year, row_number() over (partition by journal, year order by ${IN_POSTING_ORDER}) as place,
          row_number() over (order by ${IN_POSTING_ORDER}) as rank
        from entry
      )
      insert into posted_entry (distributor_id, lot_id, journal, year, number, entry_date, piece_date, key, reverses_id, content_hash, lines)
      select ${distributorId}, ${lotId}, e.journal, o.year, l.number + o.place, e.entry_date, e.piece_date, e.key, e.reverses_id, e.content_hash,
        e.lines::jsonb
      from (select * from numbered order by rank) o
      join last l on l.journal = o.journal and l.year = o.year
      join entry_to_post e on e.seq = o.seq
      order by o.rank`);
    await lookUpRows(tx, false);
  },

  /** The entries of a lot in the order of their numbers, as it holds them. */
  async *ofLot(tx: Tx, lotId: number): AsyncGenerator<LedgerEntry[]> {
    const chosen = sql`select ${POSTED} from ${POSTED_IN_LOTS} where p.lot_id = ${lotId} order by p.id`;
    const entryOf = readerOfEntries();
    for await (const rows of fetched<PostedRow>(tx, chosen)) yield rows.map(entryOf);
  },

  /**
   * Those of a period.
   * @param linesOfNow what their lines have now, by their ids, for readers who show it
   */
  async *ofPeriod(
    tx: Tx,
    distributorId: number,
    { from, to }: ExportPeriod,
    linesOfNow: ReadonlyMap<number, readonly LineOfNow[]>,
  ): AsyncGenerator<LedgerEntry[]> {
    const chosen = sql`
      select p.id, ${POSTED} from ${POSTED_IN_LOTS}
      where p.distributor_id = ${distributorId} and p.entry_date between ${from} and ${to} order by p.id`;
    const entryOf = readerOfEntries();
    for await (const rows of fetched<PostedRow & { id: number }>(tx, chosen))
      yield rows.map(({ id, ...row }) => {
        const now = linesOfNow.get(id);
        return entryOf({
          ...row,
          lines: row.lines.map((line, place) => ({ ...line, letters: null, ...now?.[place] })),
        });
      });
  },

  /** By its key, number and content of each receipt that lots hold of these days. */
  async receipts(
    tx: Tx,
    distributorId: number,
    { from, to }: ExportPeriod,
  ): Promise<Map<string, { number: string; hash: Buffer }>> {
    const rows = await tx.many<Pick<PostedRow, "key" | "journal" | "year" | "number"> & { hash: Buffer }>(sql`
      select p.key, p.journal, p.year, p.number, p.content_hash as hash from posted_entry p
      where p.distributor_id = ${distributorId} and p.key like 'transaction:%' and p.piece_date between ${from} and ${to} and ${LIVE}`);
    return new Map(
      rows.map(({ key, journal, year, number, hash }) => [
        key,
        { number: entryNumber(journal, year, number), hash },
      ]),
    );
  },

  async insertPart(
    tx: Tx,
    file: { readonly distributorId: number; readonly lotId: number; readonly format: ExportFormat },
    part: number,
    bytes: Buffer,
  ): Promise<void> {
    await tx.run(sql`
      insert into export_lot_part (distributor_id, lot_id, format, part, bytes)
      values (${file.distributorId}, ${file.lotId}, ${file.format}, ${part}, ${bytes})`);
  },

  async insertFile(
    tx: Tx,
    file: { readonly distributorId: number; readonly lotId: number; readonly format: ExportFormat },
    size: number,
    sha256: Buffer,
  ): Promise<void> {
    await tx.run(sql`
      insert into export_lot_file (distributor_id, lot_id, format, size, sha256)
      values (${file.distributorId}, ${file.lotId}, ${file.format}, ${size}, ${sha256})`);
  },

  /** The bytes of a file, part by part. */
  async *parts(tx: Tx, lotId: number, format: ExportFormat): AsyncGenerator<Buffer> {
    for (let part = 0; ; part += 1) {
      const row = await tx.maybe<{ bytes: Buffer }>(
        sql`select bytes from export_lot_part where lot_id = ${lotId} and format = ${format} and part = ${part}`,
      );
      if (!row) return;
      yield row.bytes;
    }
  },
};

const onWire = (lot: Lot): Lot => ({ ...lot, created_at: new Date(lot.created_at).toISOString() });

/** Entries of few lots: the day of each is looked up in its calendar once. */
function readerOfEntries(): (row: PostedRow) => LedgerEntry {
  const days = new Map<number, CivilDate>();
  const dayOf = (instant: number): CivilDate => {
    const day = days.get(instant) ?? civilDateInParis(new Date(instant));
    days.set(instant, day);
    return day;
  };
  return ({ key, journal, year, number, date, piece_date, lines, created_at }) => ({
    number,
    key,
    journal,
    date,
    lines,
    posting: { number: entryNumber(journal, year, number), valid_date: dayOf(created_at), piece_date },
  });
}
