import { createHash } from "node:crypto";
import type { CivilDate } from "@bobine/contract/civil-date";
import { centsToWire } from "@bobine/contract/money";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { bookWindows } from "../../domain/exports/book-windows.ts";
import { ALL_DAYS, type ExportData, type ExportPeriod } from "../../domain/exports/export-data.ts";
import { ledgerEntries } from "../../domain/exports/ledger-entries.ts";
import type { LedgerEntry } from "../../domain/exports/ledger-lines.ts";
import { type Lettering, letter, NO_LETTERS } from "../../domain/exports/lettering.ts";
import {
  contentOf,
  entriesToPost,
  type EntryToPost,
  type PostedEntry,
  type PostingTarget,
  reversalOf,
  totalOf,
} from "../../domain/exports/lots.ts";
import { must } from "../../domain/must.ts";
import { exportsRepository } from "./exports.repository.ts";
import { StaleLetters } from "./stale-letters.ts";

/** Rows of the books that are in memory at once, about. */
export const WINDOW_ROWS = 3000;
const BATCH = 500;

/** With what of it must not change (`contentOf`). */
type HashedEntry = EntryToPost & { readonly hash: Buffer };

/** What a window of the books was found to be, while it is in memory. */
export interface ReadWindow {
  readonly data: ExportData;
  readonly lettering: Lettering;
  readonly window: ExportPeriod;
  /** Keys of its entries that are to be posted. */
  readonly fresh: ReadonlySet<string>;
  /** Of all windows, how many are read with this one. */
  readonly share: number;
}

/**
 * Compares all entries of the books up to a day with those that lots hold. Leaves, until the transaction ends, the table `entry_to_post` with
 * what a lot must still post, and `seen_entry` with the present letters of the posted entries that are still right. Once in a transaction.
 * @throws StaleLetters when the letters are not what is stored, and must be
 */
export async function compareBooks(
  tx: Tx,
  request: {
    readonly distributorId: number;
    readonly target: PostingTarget;
    /** Must they be what is stored, may they be others, or does nobody look at them? */
    readonly letters: "stored" | "any" | "none";
  },
  onWindow: (read: ReadWindow) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { distributorId, target, letters } = request;
  await tx.client.query(`
    create temp table entry_to_post (seq integer generated always as identity primary key, key text not null, journal text not null, entry_date date not null,
      piece_date date not null, reverses_id bigint, content_hash bytea not null, lines text not null, total numeric(16,2) not null) on commit drop;
    create temp table seen_entry (id bigint primary key, letters jsonb) on commit drop`);
  const lastIndexes = await exportsRepository.lastIndexes(tx, distributorId);
  const { is_posted: isPosted } = await tx.one<{ is_posted: boolean }>(sql`
    select exists (select from posted_entry where distributor_id = ${distributorId}) as is_posted`);
  const windows = bookWindows(await daysOf(tx, distributorId), WINDOW_ROWS, {
    from: ALL_DAYS.from,
    to: target.period.to,
  });
  for (const [place, window] of windows.entries()) {
    const data = await exportsRepository.exportData(tx, distributorId, window);
    const lettering = letters === "none" ? NO_LETTERS : letter(data, lastIndexes);
    if (lettering.stale_accounts.length > 0 && letters === "stored")
      throw new StaleLetters(lettering.stale_accounts);
    const fresh = new Set<string>();
    let batch: LedgerEntry[] = [];
    const compare = async (): Promise<void> => {
      const found = isPosted
        ? await compareBatch(tx, distributorId, batch, target)
        : batch.flatMap((entry) => postable(entry, hashOf(entry), undefined, target));
      for (const { key } of found) fresh.add(key);
      await insertEntries(tx, found);
      batch = [];
    };
    for (const entry of ledgerEntries(data, lettering, window)) {
      batch.push(entry);
      if (batch.length === BATCH) await compare();
    }
    await compare();
    await onWindow({ data, lettering, window, fresh, share: (place + 1) / windows.length });
  }
  await reverseVanished(tx, distributorId, target);
}

/** Which days have rows, about: what else is entered on a day only makes its window longer. */
export const daysOf = (tx: Tx, distributorId: number): Promise<{ day: CivilDate; count: number }[]> =>
  tx.many(sql`
    select day, count(*)::integer as count from (
      select coalesce(opening_date, invoice_date) as day from invoice where distributor_id = ${distributorId}
      union all select transaction_date from bank_transaction where distributor_id = ${distributorId}) rows
    group by day order by day`);

/** About how many documents and bank lines a comparison up to a day reads. */
export const countRows = async (tx: Tx, distributorId: number, to: CivilDate): Promise<number> =>
  (await daysOf(tx, distributorId)).reduce((rows, { day, count }) => (day <= to ? rows + count : rows), 0);

/** Posted entries `p` that no later lot has taken back. */
export const LIVE = sql`p.reverses_id is null and not exists (select from posted_entry r where r.reverses_id = p.id)`;

/** The same of one entry: a join would read them all. */
const IS_LIVE_ONE = sql`p.reverses_id is null and (select r.id from posted_entry r where r.reverses_id = p.id) is null`;

export const hashOf = (entry: Pick<LedgerEntry, "journal" | "date" | "lines">): Buffer =>
  createHash("sha256").update(contentOf(entry)).digest();

async function compareBatch(
  tx: Tx,
  distributorId: number,
  entries: readonly LedgerEntry[],
  target: PostingTarget,
): Promise<HashedEntry[]> {
  if (entries.length === 0) return [];
  const hashes = entries.map(hashOf);
  const given = entries.map(({ key, lines }, place) => ({
    key,
    hash: must(hashes[place], "its hash").toString("hex"),
    letters: lines.some((line) => line.letters !== null) ? lines.map((line) => line.letters) : null,
    place,
  }));
  const differing = await tx.many<{ place: number; posted: PostedEntry | null }>(sql`
    with given as (
      select key, decode(hash, 'hex') as hash, letters, place
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (key text, hash text, letters jsonb, place integer)
    ), live as (
      select l.* from given g cross join lateral (
        select p.id, p.key, p.journal, p.piece_date, p.lines, p.content_hash from posted_entry p
        where p.distributor_id = ${distributorId} and p.key = g.key and ${IS_LIVE_ONE} limit 1) l
    ), seen as (
      insert into seen_entry (id, letters)
      select l.id, case when l.content_hash = g.hash then g.letters end from live l join given g using (key)
    )
    select g.place, case when l.id is not null then
      json_build_object('id', l.id, 'key', l.key, 'journal', l.journal, 'piece_date', l.piece_date, 'lines', l.lines) end as posted
    from given g left join live l using (key)
    where l.id is null or l.content_hash <> g.hash order by g.place`);
  return differing.flatMap(({ place, posted }) => {
    const [entry, hash] = [entries[place], hashes[place]];
    if (!entry || !hash) return [];
    return postable(entry, hash, posted ?? undefined, target);
  });
}

const postable = (
  entry: LedgerEntry,
  hash: Buffer,
  posted: PostedEntry | undefined,
  target: PostingTarget,
): HashedEntry[] =>
  entriesToPost(entry, posted, target).map((one) => ({
    ...one,
    hash: one.reverses_id === null ? hash : hashOf({ ...one, date: one.piece_date }),
  }));

/**
 * The lines as they are, one entry to a line of text: they are read when they are posted, and not before. The rest as one value too: nothing is
 * escaped for an array here.
 */
async function insertEntries(tx: Tx, entries: readonly HashedEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ key, journal, date, piece_date, reverses_id, hash, lines }) => ({
    key,
    journal,
    entry_date: date,
    piece_date,
    reverses_id,
    hash: hash.toString("hex"),
    total: centsToWire(totalOf({ key, lines })),
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
}

/** What lots hold and the books do not say any more. */
async function reverseVanished(tx: Tx, distributorId: number, target: PostingTarget): Promise<void> {
  for (let after = 0; ; ) {
    const gone = await tx.many<PostedEntry>(sql`
      select p.id, p.key, p.journal, p.piece_date, p.lines from posted_entry p
      where p.distributor_id = ${distributorId} and p.id > ${after} and ${LIVE} and not exists (select from seen_entry s where s.id = p.id)
      order by p.id limit ${BATCH}`);
    await insertEntries(
      tx,
      gone.map((one) => {
        const reversal = reversalOf(one, target.open_from);
        return { ...reversal, hash: hashOf({ ...reversal, date: reversal.piece_date }) };
      }),
    );
    const last = gone.at(-1);
    if (last === undefined || gone.length < BATCH) return;
    after = last.id;
  }
}

/** In the order in which they are numbered: reversals first. */
export const IN_POSTING_ORDER = sql`entry_date, reverses_id is null, seq`;
