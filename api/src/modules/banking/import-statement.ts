import { STATEMENT_MAX_BYTES, STATEMENT_TOO_LARGE, type StatementStats } from "@bobine/contract/banking";
import { NO_FILE } from "@bobine/contract/box-office";
import { UNKNOWN_COLUMNS } from "@bobine/contract/statement-columns";
import { inTransaction } from "../../db/scope.ts";
import { UnreadableTable } from "../../domain/parsing/tables/file-row.ts";
import { errors } from "../../errors.ts";
import type { Upload } from "../../http/receive-upload.ts";
import { concurrencyLimiter } from "../../http/concurrency-limiter.ts";
import type { Services } from "../../services.ts";
import { readStatementFile } from "../../workers/read-bank-statement.ts";
import { knownLayouts } from "./known-layouts.ts";
import { type Importer, saveStatement } from "./save-statement.ts";

/** A long statement fills a core and holds a database session: two at a time leave room for everybody else. */
export const statementLimiter = concurrencyLimiter(2);

export const STATEMENT_UPLOAD = {
  field: "file",
  maxBytes: STATEMENT_MAX_BYTES,
  tooLarge: STATEMENT_TOO_LARGE,
  missing: NO_FILE,
};

/**
 * Imports a bank statement: reads the file, keeps the lines that are not known yet and letters them, all or nothing (UI-10,
 * BANK-10, LET-13). The same file twice, also at once, imports nothing twice.
 * @throws 400 with the sentence of `UnreadableTable`
 */
export async function importStatement(
  services: Services,
  importer: Importer,
  upload: Upload,
  signal: AbortSignal,
): Promise<StatementStats> {
  return await statementLimiter.run(async () => {
    const { distributorId, layouts = [], bankAccountId } = importer;
    const scope = { kind: "distributor", distributorId } as const;
    const known = await inTransaction(services.pool, scope, (tx) =>
      knownLayouts(tx, distributorId, layouts, bankAccountId),
    );
    const statement = await readStatementFile(upload, known, signal).catch(refusedStatement);
    return await inTransaction(services.pool, scope, async (tx) => {
      signal.throwIfAborted();
      return await saveStatement(tx, services, importer, upload, statement, signal);
    });
  }, signal);
}

/** What makes no sense is told in its own words; where saying which column is what mends it, the screen is told so (BANK-30). */
export function refusedStatement(error: unknown): never {
  if (!(error instanceof UnreadableTable)) throw error;
  throw errors.upload(error.message, 400, error.mendedBy === "columns" ? UNKNOWN_COLUMNS : undefined);
}
