import { STATEMENT_MAX_BYTES, STATEMENT_TOO_LARGE, type StatementStats } from "@bobine/contract/banking";
import { NO_FILE } from "@bobine/contract/box-office";
import { inTransaction } from "../../db/scope.ts";
import { UnreadableTable } from "../../domain/parsing/tables/file-row.ts";
import { errors } from "../../errors.ts";
import type { Upload } from "../../http/receive-upload.ts";
import { refusedTable } from "../../http/refused-table.ts";
import type { Services } from "../../services.ts";
import { LetteringTooLarge } from "../../workers/plan-lettering.ts";
import { storeStatement, removeStoredStatement, withStoredFile } from "./store-statement.ts";
import { storedStatementsRepository } from "./stored-statements.repository.ts";
import { readStatement } from "./read-statement.ts";
import { letteredBatches } from "./lettered-batches.repository.ts";
import { bankingErrors } from "./banking.errors.ts";
import { letterInPacks, oneImportAtATime } from "./letter-in-packs.ts";
import { type Importer, type SavedStatement, saveStatement } from "./save-statement.ts";

export const STATEMENT_UPLOAD = {
  field: "file",
  maxBytes: STATEMENT_MAX_BYTES,
  tooLarge: STATEMENT_TOO_LARGE,
  missing: NO_FILE,
};

/** One of the largest takes less; whoever asked may have gone meanwhile, and finds what it brought when asking again. */
const LONGEST_IMPORT_MS = 100_000;

/**
 * Imports a bank statement: reads the file, keeps the lines that are not known yet and letters them (UI-10, BANK-10, LET-13). Lines and what
 * is asked about them are all or nothing, and with them what is certain, unless it is long: then a job goes on when this ends half-way (LET-56).
 * The same file twice, also at once, imports nothing twice.
 * @throws 400 with the sentence of `UnreadableTable`
 */
export async function importStatement(
  services: Services,
  importer: Importer,
  upload: Upload,
  signal: AbortSignal,
): Promise<StatementStats> {
  const { distributorId } = importer;
  return await services.statements.forImport(
    distributorId,
    async () => {
      const statement = await readStatement(services, importer, upload, signal).catch(refusedTable);
      const stored = await storeStatement(services, importer, upload);
      try {
        return await oneImportAtATime(services.pool, distributorId, async () => {
          const saved = await inTransaction(
            services.pool,
            { kind: "distributor", distributorId },
            async (tx) => {
              signal.throwIfAborted();
              return await saveStatement(
                tx,
                services,
                { ...importer, storedId: stored.id },
                upload,
                statement,
                signal,
              );
            },
          );
          return await lettered(services, importer, saved, signal);
        });
      } catch (error) {
        await removeStoredStatement(services, distributorId, stored.id);
        return refusedPlan(error);
      }
    },
    signal,
  );
}

/**
 * Imports a statement that was stored for its preview (BANK-32). What it brings is found out anew: other files may have come since.
 * Doing it twice, also at once, answers the first result.
 * @param asked.daysConfirmed that days to come, or before the account existed, are meant
 * @throws 404 when the distributor has no such statement, or has it no more; 409 when days are to be confirmed, or once that import was
 * taken back
 */
export async function importStoredStatement(
  services: Services,
  asking: Omit<Importer, "layouts">,
  asked: { readonly id: string; readonly daysConfirmed: boolean },
  signal = AbortSignal.timeout(LONGEST_IMPORT_MS),
): Promise<StatementStats> {
  const { distributorId } = asking;
  const scope = { kind: "distributor", distributorId } as const;
  const now = services.clock.now();
  return await services.statements.forImport(
    distributorId,
    async () => {
      const stored = await inTransaction(services.pool, scope, (tx) =>
        storedStatementsRepository.find(tx, distributorId, asked.id, now),
      );
      if (!stored) throw errors.notFound();
      if (stored.is_taken_back) throw bankingErrors.importTakenBack();
      if (stored.stats) return stored.stats;
      return await withStoredFile(services, distributorId, stored, async (file) => {
        const importer = { ...asking, layouts: stored.layouts };
        const statement = await readStatement(services, importer, file, signal).catch(refusedStoredStatement);
        // Nobody imports it meanwhile: whoever wants to waits for the lock.
        return await oneImportAtATime(services.pool, distributorId, async () => {
          const saved = await inTransaction(services.pool, scope, async (tx) => {
            await storedStatementsRepository.lock(tx, distributorId, asked.id);
            const current = await storedStatementsRepository.find(tx, distributorId, asked.id, now);
            if (!current) throw errors.notFound();
            if (current.is_taken_back) throw bankingErrors.importTakenBack();
            if (current.stats) return current.stats;
            const how = { ...importer, storedId: stored.id, asksAboutDays: !asked.daysConfirmed };
            return await saveStatement(tx, services, how, file, statement, signal);
          });
          return "importId" in saved ? await letteredInTime(services, importer, saved, signal) : saved;
        }).catch(refusedPlan);
      });
    },
    signal,
  );
}

/** The same of one whose time may be over first: it is in all the same, and a job letters the rest (LET-56). */
async function letteredInTime(...[services, importer, saved, signal]: Parameters<typeof lettered>) {
  return await lettered(services, importer, saved, signal).catch((error: unknown) => {
    if (error !== signal.reason) throw error;
    return statsNow(services, importer, saved);
  });
}

/** What came of an import, once what is certain of it is lettered. */
async function lettered(
  services: Services,
  importer: Importer,
  saved: SavedStatement,
  signal: AbortSignal,
): Promise<StatementStats> {
  if (!saved.isPlanned) return saved.stats;
  const { distributorId, source } = importer;
  await letterInPacks(services, { distributorId, batch: { import_id: saved.importId }, source }, signal);
  return await statsNow(services, importer, saved);
}

const statsNow = (
  { pool }: Services,
  { distributorId }: Importer,
  { importId }: SavedStatement,
): Promise<StatementStats> =>
  inTransaction(pool, { kind: "distributor", distributorId }, (tx) =>
    letteredBatches.statementStats(tx, importId),
  );

/** The same of a call that takes no file. */
export function refusedStoredStatement(error: unknown): never {
  throw error instanceof UnreadableTable ? errors.badRequest(error.message) : error;
}

function refusedPlan(error: unknown): never {
  throw error instanceof LetteringTooLarge ? errors.badRequest(error.message) : error;
}
