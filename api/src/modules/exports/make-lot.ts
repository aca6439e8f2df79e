import type { Lot } from "@bobine/contract/lots";
import { lockBooks } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { ALL_DAYS, type ExportPeriod } from "../../domain/exports/export-data.ts";
import { formatA } from "../../domain/exports/format-a.ts";
import { formatB } from "../../domain/exports/format-b.ts";
import { formatC } from "../../domain/exports/format-c.ts";
import { LateLetters } from "../../domain/exports/late-letters.ts";
import { targetOf } from "../../domain/exports/lots.ts";
import { must } from "../../domain/must.ts";
import { writeAudit } from "../../http/audit.ts";
import type { Services } from "../../services.ts";
import { compareBooks, type ReadWindow } from "./compare-books.ts";
import { labelsOfNow } from "./export-books.ts";
import { LotFile } from "./lot-file.ts";
import type { RequestedLot } from "./lot-preparations.repository.ts";
import { lotsErrors } from "./lots.errors.ts";
import { lotsRepository } from "./lots.repository.ts";
import { StaleLetters } from "./stale-letters.ts";
import { repairLettersBeforeExport } from "./repair-before-export.ts";

/** Letters are mended so often, then the lot takes those of the groups as they are. */
const MOST_MENDINGS = 2;

/** Of the way to a lot: the books are compared, then the entries are posted, then the files are written. */
const COMPARED = 75;
const POSTED = 85;

/**
 * Posts what a lot of this period holds (EXP-10): entries of the books that no lot has, and for those that changed since, their
 * reversal. Nothing of the books changes meanwhile. Entries, numbers, files and audit entry are one transaction.
 * @param onProgress told how far it is, in percent; what it throws ends the work
 * @throws what is wrong with the period; 409 when nothing is new
 */
export async function makeLot(
  tx: Tx,
  services: Services,
  distributorId: number,
  requested: RequestedLot,
  onProgress: (percent: number) => Promise<void> = () => Promise.resolve(),
): Promise<Lot> {
  const { period, userId, userName, source } = requested;
  await lockBooks(tx, distributorId);
  const made = await lotsRepository.days(tx, distributorId);
  const wrong = lotsErrors.ofPeriod(period, made, services.clock.today());
  if (wrong) throw wrong;
  const target = targetOf(period, made, services.clock.today());
  const id = await lotsRepository.nextId(tx);

  let count = 0;
  let late = new LateLetters();
  const compared = async (mendings: number): Promise<LotFile> => {
    await tx.client.query("savepoint before_comparison");
    [count, late] = [0, new LateLetters()];
    try {
      const statement = new LotFile(tx, { distributorId, lotId: id, format: "C" });
      const letters = mendings === MOST_MENDINGS ? "any" : "stored";
      await lotsRepository.makeRoom(tx);
      await compareBooks(
        tx,
        { distributorId, target, letters },
        {
          toPost: async (entries) => {
            count += entries.length;
            for (const entry of entries) late.add(entry.date, entry.lines);
            await lotsRepository.prepareEntries(tx, entries);
          },
          stillRight: ({ date }, { lines }) => {
            late.add(date, lines);
          },
          window: async (read) => {
            await addStatement(statement, read, period);
            await onProgress(Math.floor(COMPARED * read.share));
          },
        },
      );
      return statement;
    } catch (error) {
      if (!(error instanceof StaleLetters)) throw error;
      await tx.client.query("rollback to savepoint before_comparison");
      await repairLettersBeforeExport(services, (work) => work(tx), distributorId, error.accounts);
      return await compared(mendings + 1);
    }
  };
  const statement = await compared(0);
  if (count === 0) throw lotsErrors.nothingNew(target);
  await lotsRepository.dateLetters(tx, late.groups());
  await lotsRepository.insert(tx, {
    id,
    distributorId,
    period,
    createdAt: services.clock.now(),
    userId,
    userName,
  });
  await lotsRepository.postEntries(tx, distributorId, id);
  await onProgress(POSTED);
  await statement.end();
  await writeEntries(tx, distributorId, id);
  const lot = must(await lotsRepository.find(tx, distributorId, id), "the lot that was made");
  await writeAudit(tx, source, "other", {
    event: "lot_made",
    lot_number: `${lot.year}-${lot.number}`,
    period_start: lot.period_from,
    period_end: lot.period_to,
    row_count: lot.entry_count,
  });
  return lot;
}

/** The bank lines of the period, and the older ones that this lot enters. */
async function addStatement(
  file: LotFile,
  { data, lettering, window, fresh }: ReadWindow,
  period: ExportPeriod,
): Promise<void> {
  const transactions = data.transactions.filter(({ id, transaction_date: day }) => {
    if (day < window.from || day > window.to) return false;
    return (day >= period.from && day <= period.to) || fresh.has(`transaction:${id}`);
  });
  await file.addTable(formatC({ ...data, transactions }, lettering, ALL_DAYS));
}

async function writeEntries(tx: Tx, distributorId: number, lotId: number): Promise<void> {
  const a = new LotFile(tx, { distributorId, lotId, format: "A" });
  const b = new LotFile(tx, { distributorId, lotId, format: "B" });
  const labels = await labelsOfNow(tx, distributorId);
  for await (const made of lotsRepository.ofLot(tx, lotId)) {
    const entries = [...labels.applyTo(made)];
    await a.addTable(formatA(entries));
    await b.addTable(formatB(entries));
  }
  await a.end();
  await b.end();
}
