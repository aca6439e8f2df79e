import type { StatementStats } from "@bobine/contract/banking";
import { inTransaction } from "../../db/scope.ts";
import { UnreadableTable } from "../../domain/parsing/tables/file-row.ts";
import { errors } from "../../errors.ts";
import type { Upload } from "../../http/receive-upload.ts";
import { concurrencyLimiter } from "../../http/concurrency-limiter.ts";
import type { Services } from "../../services.ts";
import { readStatementFile } from "../../workers/read-bank-statement.ts";
import { type Importer, saveStatement } from "./save-statement.ts";

/** A long statement fills a core and holds a database session: two at a time leave room for everybody else. */
const limiter = concurrencyLimiter(2);

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
  return await limiter.run(async () => {
    const statement = await readStatementFile(upload, signal).catch((error: unknown) => {
      throw error instanceof UnreadableTable ? errors.upload(error.message) : error;
    });
    const scope = { kind: "distributor", distributorId: importer.distributorId } as const;
    return await inTransaction(services.pool, scope, async (tx) => {
      signal.throwIfAborted();
      return await saveStatement(tx, services, importer, upload, statement, signal);
    });
  }, signal);
}
