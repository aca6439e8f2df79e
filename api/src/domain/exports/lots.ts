import { addDays, type CivilDate } from "@bobine/contract/civil-date";
import { type Cents, cents, sumCents } from "@bobine/contract/money";
import type { VatAtRate } from "../vat/vat-life.ts";
import { ALL_DAYS, type ExportPeriod } from "./export-data.ts";
import type { LedgerEntry, LedgerLine } from "./ledger-lines.ts";

/** The days that the lots of a distributor hold so far. */
export interface LotDays {
  /** First day of the first lot: what is older was handed over otherwise. */
  readonly starts: CivilDate;
  readonly last: ExportPeriod;
}

/** An entry that a lot holds, and that no later one has taken back. */
export interface PostedEntry {
  readonly id: number;
  readonly key: string;
  readonly journal: LedgerEntry["journal"];
  readonly piece_date: CivilDate;
  readonly lines: readonly LedgerLine[];
}

/** An entry of the next lot, before it has its number. */
export interface EntryToPost extends Pick<LedgerEntry, "key" | "journal" | "date" | "lines"> {
  readonly piece_date: CivilDate;
  /** The posted entry that it takes back. */
  readonly reverses_id: number | null;
}

/** Where entries go that are posted now. */
export interface PostingTarget {
  readonly period: ExportPeriod;
  /** First day that is open: what was handed over before is not written again (EXP-11). */
  readonly open_from: CivilDate;
  /** What is older was handed over otherwise: it is posted by no lot. */
  readonly starts: CivilDate;
  /** Whether older entries are shown all the same, on their days. */
  readonly shows_older: boolean;
}

type PeriodProblem =
  | "ends_before_it_starts"
  | "ends_in_future"
  | "starts_before_last"
  | "leaves_days_out"
  | "ends_before_last";

/** Why no lot can have this period; null when one can. */
export function problemOfPeriod(
  { from, to }: ExportPeriod,
  made: LotDays | null,
  today: CivilDate,
): PeriodProblem | null {
  if (to < from) return "ends_before_it_starts";
  if (to > today) return "ends_in_future";
  if (made === null) return null;
  if (from < made.last.from) return "starts_before_last";
  if (from > addDays(made.last.to, 1)) return "leaves_days_out";
  return to < made.last.to ? "ends_before_last" : null;
}

/** The day after the last lot; that lot's own last day while it is today. */
export const nextStart = ({ last }: LotDays, today: CivilDate): CivilDate =>
  last.to < today ? addDays(last.to, 1) : last.to;

/**
 * The days of the last lot may be among those of the next: they stay closed, and what came in since is entered behind them (EXP-11). A lot
 * that ends before the first open day holds nothing.
 * @param period one that `problemOfPeriod` allows
 */
export const targetOf = (period: ExportPeriod, made: LotDays | null, today: CivilDate): PostingTarget => ({
  period,
  open_from: made === null ? period.from : nextStart(made, today),
  starts: made?.starts ?? period.from,
  shows_older: false,
});

/** Where entries are shown that no lot has posted yet: as if the next one had no end, and older ones on their days. */
export const provisionalTarget = (made: LotDays, today: CivilDate): PostingTarget => ({
  period: { from: nextStart(made, today), to: ALL_DAYS.to },
  open_from: nextStart(made, today),
  starts: made.starts,
  shows_older: true,
});

/** What of a posted line is shown as it is now (EXP-10): no reversal is needed for it. */
export type LineOfNow = Pick<LedgerLine, "due_date" | "letters">;

/** All that cannot change without a reversal. Letters can: they come later by their nature. So can names and due dates. */
export const contentOf = ({
  journal,
  date,
  lines,
}: Pick<LedgerEntry, "journal" | "date" | "lines">): string =>
  JSON.stringify([
    journal,
    date,
    lines.map((line) => [line.account, line.client_account, line.piece, line.label, line.debit, line.credit]),
  ]);

/**
 * What is posted of an entry of the books that no lot holds as it is now: the entry, and before it the reversal of what it was.
 * @param posted what a lot holds of it
 */
export function entriesToPost(
  entry: Pick<LedgerEntry, "key" | "journal" | "date" | "lines" | "came_after_lots">,
  posted: PostedEntry | undefined,
  target: PostingTarget,
): EntryToPost[] {
  const { period, open_from, starts } = target;
  const reversals = posted ? [reversalOf(posted, open_from)] : [];
  const isOlder = !posted && entry.date < starts && !entry.came_after_lots;
  if (entry.date > period.to || (isOlder && !target.shows_older)) return reversals;
  const date = entry.date < open_from && !isOlder ? open_from : entry.date;
  const { key, journal, lines } = entry;
  return [...reversals, { key, journal, lines, date, piece_date: entry.date, reverses_id: null }];
}

/** In the order in which they are numbered: by day, reversals first, then as they were found. */
const inPostingOrder = (entries: readonly EntryToPost[]): EntryToPost[] =>
  entries.toSorted((a, b) =>
    a.date === b.date
      ? Number(a.reverses_id === null) - Number(b.reverses_id === null)
      : a.date < b.date
        ? -1
        : 1,
  );

/** Shown before any lot holds them: numbered from 1, in the order in which one would post them. */
export const provisional = (entries: readonly EntryToPost[]): LedgerEntry[] =>
  inPostingOrder(entries).map(({ key, journal, date, piece_date, lines }, place) => ({
    number: place + 1,
    key,
    journal,
    date,
    lines,
    posting: { number: null, valid_date: null, piece_date },
  }));

/** Of entries to post of one journal. */
export interface JournalToPost {
  readonly journal: LedgerEntry["journal"];
  readonly entry_count: number;
  readonly reversal_count: number;
  /** Of days that were handed over before. */
  readonly late_count: number;
  readonly total: Cents;
}

/** Counts what a lot would post, by journal. */
export class SumsToPost {
  readonly #journals = new Map<string, JournalToPost>();

  /** @param entry with its `totalOf` */
  add(entry: Omit<EntryToPost, "key" | "lines"> & { readonly total: Cents }): void {
    const { journal, date, piece_date, reverses_id, total } = entry;
    const before = this.#journals.get(journal);
    const isLate = reverses_id === null && piece_date < date;
    this.#journals.set(journal, {
      journal,
      entry_count: (before?.entry_count ?? 0) + 1,
      reversal_count: (before?.reversal_count ?? 0) + (reverses_id === null ? 0 : 1),
      late_count: (before?.late_count ?? 0) + (isLate ? 1 : 0),
      total: cents((before?.total ?? 0) + total),
    });
  }

  /** In the order of their names. */
  byJournal(): JournalToPost[] {
    return [...this.#journals.values()].sort((a, b) => (a.journal < b.journal ? -1 : 1));
  }
}

/** The same lines, sides exchanged. */
export const reversalOf = (posted: PostedEntry, date: CivilDate): EntryToPost => ({
  key: posted.key,
  journal: posted.journal,
  date,
  piece_date: posted.piece_date,
  reverses_id: posted.id,
  lines: posted.lines.map((line) => ({
    ...line,
    label: `Annulation ${line.label}`,
    debit: line.credit,
    credit: line.debit,
    due_date: null,
    letters: null,
    ...(line.vat_due ? { vat_due: line.vat_due.map(takenBack) } : {}),
    // What was used before the line.
    ...(line.advance_used === undefined
      ? {}
      : { advance_used: cents(line.advance_used + line.credit - line.debit) }),
  })),
});

const takenBack = (rate: VatAtRate): VatAtRate => ({
  ...rate,
  net_amount: cents(0 - rate.net_amount),
  vat_amount: cents(0 - rate.vat_amount),
});

/** Σ debit. @throws when it is not Σ credit: such an entry must not be posted */
export function totalOf({ key, lines }: Pick<EntryToPost, "key" | "lines">): Cents {
  const total = sumCents(lines.map((line) => line.debit));
  if (total !== sumCents(lines.map((line) => line.credit)))
    throw new Error(`the entry ${key} does not balance`);
  return total;
}

/** `VE-2026-000012`: one number for ever, whatever else a file holds. */
export const entryNumber = (journal: string, year: number, number: number): string =>
  `${journal}-${year}-${String(number).padStart(6, "0")}`;
