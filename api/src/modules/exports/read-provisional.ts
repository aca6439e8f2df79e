import type { CivilDate } from "@bobine/contract/civil-date";
import type { Tx } from "../../db/scope.ts";
import { type ExportPeriod, isInPeriod } from "../../domain/exports/export-data.ts";
import type { LedgerEntry } from "../../domain/exports/ledger-lines.ts";
import type { Letters } from "../../domain/exports/lettering.ts";
import { type EntryToPost, type LotDays, provisional, provisionalTarget } from "../../domain/exports/lots.ts";
import { compareBooks } from "./compare-books.ts";

/**
 * Beside what lots hold of a period: what none holds yet of it, and the letters that posted entries have now (none when they are not right any more).
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
): Promise<{ entries: LedgerEntry[]; lettersOf: ReadonlyMap<number, readonly (Letters | null)[]> }> {
  const { distributorId, made, today, period, letters } = request;
  const found: EntryToPost[] = [];
  const lettersOf = new Map<number, (Letters | null)[]>();
  await compareBooks(
    tx,
    { distributorId, target: provisionalTarget(made, today), letters },
    {
      toPost: (entries) => {
        for (const entry of entries) if (isInPeriod(entry.date, period)) found.push(entry);
      },
      stillRight: ({ id, date }, { lines }) => {
        if (isInPeriod(date, period) && lines.some((line) => line.letters !== null))
          lettersOf.set(
            id,
            lines.map((line) => line.letters),
          );
      },
    },
  );
  return { entries: provisional(found), lettersOf };
}
