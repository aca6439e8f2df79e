import { addDays, type CivilDate, startOfMonth } from "@bobine/contract/civil-date";
import type { LotPreview } from "@bobine/contract/lots";
import { centsToWire, sumCents } from "@bobine/contract/money";
import type { Tx } from "../../db/scope.ts";
import type { ExportPeriod } from "../../domain/exports/export-data.ts";
import { journalLabel } from "../../domain/exports/ledger-lines.ts";
import { type LotDays, nextStart, SumsToPost, targetOf } from "../../domain/exports/lots.ts";
import { compareBooks } from "./compare-books.ts";
import { exportsRepository } from "./exports.repository.ts";
import { lotsErrors } from "./lots.errors.ts";
import { lotsRepository } from "./lots.repository.ts";

/** What the next lot would hold if it were made now. @throws what is wrong with the period */
export async function previewLot(
  tx: Tx,
  request: {
    readonly distributorId: number;
    readonly asked: { readonly from?: CivilDate | undefined; readonly to?: CivilDate | undefined };
    readonly today: CivilDate;
  },
): Promise<LotPreview> {
  const { distributorId, asked, today } = request;
  await exportsRepository.freeze(tx);
  const made = await lotsRepository.days(tx, distributorId);
  const first = await lotsRepository.firstDay(tx, distributorId);
  const period = periodRequested(asked, made, first, today);
  const wrong = lotsErrors.ofPeriod(period, made, today);
  if (wrong) throw wrong;
  const target = targetOf(period, made, today);
  const counted = new SumsToPost();
  await compareBooks(
    tx,
    { distributorId, target, letters: "none" },
    {
      toPost: (entries) => {
        for (const entry of entries) counted.add(entry);
      },
    },
  );
  const sums = counted.byJournal();
  const count = (of: "entry_count" | "reversal_count" | "late_count"): number =>
    sums.reduce((all, one) => all + one[of], 0);
  return {
    period_from: period.from,
    period_to: period.to,
    entry_count: count("entry_count"),
    reversal_count: count("reversal_count"),
    late_count: count("late_count"),
    lines_without_end: await lotsRepository.linesWithoutEnd(tx, distributorId, period),
    has_older: first !== undefined && first < target.starts,
    total_amount: centsToWire(sumCents(sums.map((one) => one.total))),
    journals: sums.map(({ journal, entry_count, total }) => ({
      journal,
      label: journalLabel(journal),
      entry_count,
      total_amount: centsToWire(total),
    })),
  };
}

/** By default from the day after the last lot, or the first of the books, to the end of the last month; to today when that is later. */
function periodRequested(
  { from: askedFrom, to: askedTo }: { from?: CivilDate | undefined; to?: CivilDate | undefined },
  made: LotDays | null,
  first: CivilDate | undefined,
  today: CivilDate,
): ExportPeriod {
  const from =
    askedFrom ?? (made ? nextStart(made, today) : first !== undefined && first < today ? first : today);
  const endOfLastMonth = addDays(startOfMonth(today), -1);
  const earliest = made && made.last.to > from ? made.last.to : from;
  return { from, to: askedTo ?? (endOfLastMonth >= earliest ? endOfLastMonth : today) };
}
