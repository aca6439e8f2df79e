import { createHash } from "node:crypto";
import type { CivilDate } from "@bobine/contract/civil-date";
import type { Cents } from "@bobine/contract/money";
import sql from "sql-template-tag";
import { fetched } from "../../db/cursor.ts";
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
import { exportsRepository } from "./exports.repository.ts";
import { StaleLetters } from "./stale-letters.ts";
import { BATCH, WINDOW_ROWS } from "./window-rows.ts";

/** With what of it must not change (`contentOf`), and its debit, which is its credit. */
export type CheckedEntry = EntryToPost & { readonly hash: Buffer; readonly total: Cents };

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

/** Who hears what is found, as it is found. */
interface Heard {
  /** What a lot must still post. */
  readonly toPost: (entries: readonly CheckedEntry[]) => Promise<void> | void;
  /** A posted entry that is still right, as the books have it. */
  readonly stillRight?: (
    posted: { readonly id: number; readonly date: CivilDate },
    entry: LedgerEntry,
  ) => void;
  readonly window?: (read: ReadWindow) => Promise<void>;
}

/**
 * Compares all entries of the books up to a day with those that lots hold, where that day is open. Writes nothing itself.
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
  heard: Heard,
): Promise<void> {
  const { distributorId, target, letters } = request;
  if (target.open_from > target.period.to) return;
  const lastIndexes = await exportsRepository.lastIndexes(tx, distributorId);
  const { is_posted: isPosted } = await tx.one<{ is_posted: boolean }>(sql`
    select exists (select from posted_entry where distributor_id = ${distributorId}) as is_posted`);
  const windows = bookWindows(await daysOf(tx, distributorId), WINDOW_ROWS, {
    from: ALL_DAYS.from,
    to: target.period.to,
  });
  const met = new Set<number>();
  for (const [place, window] of windows.entries()) {
    const data = await exportsRepository.exportData(tx, distributorId, window);
    const lettering = letters === "none" ? NO_LETTERS : letter(data, lastIndexes);
    if (lettering.stale_accounts.length > 0 && letters === "stored")
      throw new StaleLetters(lettering.stale_accounts);
    const fresh = new Set<string>();
    let batch: LedgerEntry[] = [];
    const compare = async (): Promise<void> => {
      if (batch.length === 0) return;
      const found: CheckedEntry[] = [];
      for (const { entry, hash, posted } of isPosted
        ? await postedOf(tx, distributorId, batch)
        : batch.map((one) => ({ entry: one, hash: hashOf(one), posted: undefined }))) {
        if (posted && met.has(posted.id)) throw new Error(`two entries are ${entry.key}`);
        if (posted) met.add(posted.id);
        if (posted?.is_right) heard.stillRight?.(posted, entry);
        else found.push(...postable(entry, hash, posted?.was ?? undefined, target));
      }
      for (const { key } of found) fresh.add(key);
      await heard.toPost(found);
      batch = [];
    };
    for (const entry of ledgerEntries(data, lettering, window)) {
      batch.push(entry);
      if (batch.length === BATCH) await compare();
    }
    await compare();
    await heard.window?.({ data, lettering, window, fresh, share: (place + 1) / windows.length });
  }
  if (isPosted) await reverseVanished(tx, distributorId, target, met, heard);
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

interface FoundPosted {
  readonly id: number;
  readonly date: CivilDate;
  readonly is_right: boolean;
  /** What it is, when that is not right any more. */
  readonly was: PostedEntry | null;
}

/** Each entry with the one that lots hold of it. */
async function postedOf(
  tx: Tx,
  distributorId: number,
  entries: readonly LedgerEntry[],
): Promise<{ entry: LedgerEntry; hash: Buffer; posted: FoundPosted | undefined }[]> {
  const given = entries.map((entry) => ({ entry, hash: hashOf(entry) }));
  const found = await tx.many<FoundPosted & { place: number }>(sql`
    with given as (
      select key, decode(hash, 'hex') as hash, place::integer
      from unnest(${entries.map(({ key }) => key)}::text[], ${given.map(({ hash }) => hash.toString("hex"))}::text[])
        with ordinality as g (key, hash, place)
    )
    select g.place, l.id, l.entry_date as date, l.content_hash = g.hash as is_right,
      case when l.content_hash <> g.hash then
        json_build_object('id', l.id, 'key', l.key, 'journal', l.journal, 'piece_date', l.piece_date, 'lines', l.lines) end as was
    from given g cross join lateral (
      select p.id, p.key, p.journal, p.entry_date, p.piece_date, p.lines, p.content_hash from posted_entry p
      where p.distributor_id = ${distributorId} and p.key = g.key and ${IS_LIVE_ONE} limit 1) l`);
  const byPlace = new Map(found.map((posted) => [posted.place, posted]));
  return given.map(({ entry, hash }, place) => ({ entry, hash, posted: byPlace.get(place + 1) }));
}

const postable = (
  entry: LedgerEntry,
  hash: Buffer,
  posted: PostedEntry | undefined,
  target: PostingTarget,
): CheckedEntry[] =>
  entriesToPost(entry, posted, target).map((one) =>
    one.reverses_id === null ? checked(one, hash) : checked(one),
  );

/** @throws when it does not balance: such an entry is neither posted nor shown */
const checked = (one: EntryToPost, hash = hashOf({ ...one, date: one.piece_date })): CheckedEntry => ({
  ...one,
  hash,
  total: totalOf(one),
});

/** What lots hold and the books do not say any more. */
async function reverseVanished(
  tx: Tx,
  distributorId: number,
  target: PostingTarget,
  met: ReadonlySet<number>,
  { toPost }: Heard,
): Promise<void> {
  const gone: number[] = [];
  const live = sql`select p.id from posted_entry p where p.distributor_id = ${distributorId} and ${LIVE} order by p.id`;
  for await (const rows of fetched<{ id: number }>(tx, live))
    for (const { id } of rows) if (!met.has(id)) gone.push(id);
  for (let from = 0; from < gone.length; from += BATCH) {
    const entries = await tx.many<PostedEntry>(sql`
      select id, key, journal, piece_date, lines from posted_entry where id = any(${gone.slice(from, from + BATCH)}::bigint[]) order by id`);
    await toPost(entries.map((one) => checked(reversalOf(one, target.open_from))));
  }
}
