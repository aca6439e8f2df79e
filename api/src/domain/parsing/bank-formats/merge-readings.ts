import { must } from "../../must.ts";
import { moneySeenBefore, operationsSeenBefore } from "../same-reference.ts";
import type { StatementLine } from "../statement-line.ts";
import { MAX_ROWS, TOO_MANY_ROWS, UnreadableTable } from "../tables/file-row.ts";
import type { LineSource, StatementReading } from "./finish-reading.ts";

/** One file of several that were sent together. */
export interface NamedReading {
  readonly name: string;
  readonly reading: StatementReading;
}

/**
 * What files that were sent together bring. Each was read by itself: a line in two of them has one fingerprint and is kept once
 * (BANK-10), and so is money that two messages of a bank tell (BANK-20).
 * @param readings one at least
 */
export function mergeReadings(readings: readonly NamedReading[]): StatementReading {
  const { reading: first } = must(readings[0], "file of the archive");
  const lines: StatementLine[] = [];
  const fingerprints = new Set<string>();
  const sources: LineSource[] = [];
  let ignored = 0;
  for (const { reading } of readings) {
    const seen = seenBefore(reading, lines);
    // A line that is known by its fingerprint is a duplicate, told as one.
    const kept = reading.lines.filter(
      (line, index) => fingerprints.has(line.fingerprint) || !seen.has(index),
    );
    ignored += reading.ignored + reading.lines.length - kept.length;
    for (const line of kept) {
      lines.push(line);
      fingerprints.add(line.fingerprint);
    }
    sources.push(...sourcesOfKept(reading, new Set(kept)));
    if (lines.length > MAX_ROWS) throw new UnreadableTable(TOO_MANY_ROWS);
  }
  const all = <Item>(of: (reading: StatementReading) => readonly Item[]): Item[] =>
    readings.flatMap(({ reading }) => [...of(reading)]);
  const named = (of: (reading: StatementReading) => readonly string[]): string[] =>
    readings.flatMap(({ name, reading }) => of(reading).map((text) => inFile(name, text)));
  const days = all((reading) => [reading.period_start, reading.period_end])
    .filter((day) => day !== null)
    .toSorted();
  const corrected = readings.flatMap(({ name, reading }) =>
    (reading.corrected ?? []).map((one) => ({ ...one, note: inFile(name, one.note) })),
  );
  const columns = all((reading) => reading.columns ?? []);
  const banks = new Set(all((reading) => (reading.bank === null ? [] : [reading.bank])));
  return {
    bank: banks.size === 0 ? null : [...banks].join(", "),
    file_format: first.file_format,
    rows_read: all((reading) => [reading.rows_read]).reduce((sum, rows) => sum + rows, 0),
    ignored,
    errors: named((reading) => reading.errors),
    notes: named((reading) => reading.notes ?? []),
    ...(columns.length > 0 ? { columns } : {}),
    ...(corrected.length > 0 ? { corrected } : {}),
    lines,
    sources,
    balances: all((reading) => reading.balances),
    currency: first.currency,
    period_start: days[0] ?? null,
    period_end: days.at(-1) ?? null,
  };
}

const inFile = (name: string, text: string): string => `${name}\u00a0: ${text}`;

/** Under another fingerprint. */
function seenBefore(
  { file_format, lines, sources }: StatementReading,
  known: readonly StatementLine[],
): ReadonlySet<number> {
  if (known.length === 0) return new Set();
  if (file_format.startsWith("camt.")) return moneySeenBefore(lines, known);
  if (!sources.every((source) => source.has_identifiers)) return new Set();
  const found = operationsSeenBefore(lines, known, (one, other) => one === other);
  const positions = new Map(lines.map((line, index) => [line.fingerprint, index]));
  // Another operation alike has the fingerprint of the one that is known, where the files tell them in another order: one of the two must stay.
  const isFree = (fingerprint: string): boolean => {
    const at = positions.get(fingerprint);
    return at === undefined || found.get(at)?.fingerprint === fingerprint;
  };
  return new Set([...found].flatMap(([index, one]) => (isFree(one.fingerprint) ? index : [])));
}

/** The file may be a workbook of several sheets. */
function sourcesOfKept({ sources, lines }: StatementReading, kept: ReadonlySet<StatementLine>): LineSource[] {
  let start = 0;
  return sources.map((source) => {
    const own = lines.slice(start, start + source.line_count);
    start += source.line_count;
    return { ...source, line_count: own.filter((line) => kept.has(line)).length };
  });
}
