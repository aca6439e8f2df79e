import type { CivilDate } from "@bobine/contract/civil-date";
import type { Tx } from "../../db/scope.ts";
import { type ExportPeriod, isInPeriod } from "../../domain/exports/export-data.ts";
import type { LedgerEntry } from "../../domain/exports/ledger-lines.ts";
import { LateLetters } from "../../domain/exports/late-letters.ts";
import {
  type EntryToPost,
  type LineOfNow,
  type LotDays,
  provisional,
  provisionalTarget,
} from "../../domain/exports/lots.ts";
import { compareBooks } from "./compare-books.ts";

/**
 * Beside what lots hold of a period: what none holds yet of it, and the letters and due dates that posted entries have now (no letters
 * when they are not right any more).
 * All books are read for it; what is kept of them is no more than the period, and the ids of what lots hold.
 * @throws StaleLetters as `compareBooks`
 */
export async function readProvisional(
  tx: Tx,
  request: {
    readonly distributorId: number;
    readonly made: LotDays;
    readonly today: CivilDate;
    readonly period: ExportPeriod;
    readonly letters: "stored" | "any" | "none";
  },
): Promise<{ entries: LedgerEntry[]; linesOfNow: ReadonlyMap<number, readonly LineOfNow[]> }> {
  const { distributorId, made, today, period, letters } = request;
  const found: EntryToPost[] = [];
  const lines = new Map<number, LedgerEntry["lines"]>();
  const late = new LateLetters();
  await compareBooks(
    tx,
    { distributorId, target: provisionalTarget(made, today), letters },
    {
      toPost: (entries) => {
        for (const entry of entries) {
          late.add(entry.date, entry.lines);
          if (isInPeriod(entry.date, period)) found.push(entry);
        }
      },
      stillRight: ({ id, date }, entry) => {
        late.add(date, entry.lines);
        if (
          isInPeriod(date, period) &&
          entry.lines.some((line) => line.letters !== null || line.due_date !== null)
        )
          lines.set(id, entry.lines);
      },
    },
  );
  return {
    entries: provisional(found).map((entry) => ({
      ...entry,
      lines: entry.lines.map((line) => ({ ...line, letters: late.dated(line) })),
    })),
    linesOfNow: new Map(
      [...lines].map(([id, ones]) => [
        id,
        ones.map((line) => ({ due_date: line.due_date, letters: late.dated(line) })),
      ]),
    ),
  };
}
