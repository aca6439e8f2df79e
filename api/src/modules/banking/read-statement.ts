import { inTransaction } from "../../db/scope.ts";
import type { StatementReading } from "../../domain/parsing/bank-statement.ts";
import type { Services } from "../../services.ts";
import { readStatementFile } from "../../workers/read-bank-statement.ts";
import { knownLayouts } from "./known-layouts.ts";
import type { Importer } from "./save-statement.ts";

/**
 * Reads a statement with what its distributor has said of columns before.
 * @throws UnreadableTable with a sentence for the person who sent it
 */
export async function readStatement(
  { pool }: Pick<Services, "pool">,
  {
    distributorId,
    layouts = [],
    bankAccountId,
  }: Pick<Importer, "distributorId" | "layouts" | "bankAccountId">,
  file: { readonly path: string; readonly size: number },
  signal: AbortSignal,
): Promise<StatementReading> {
  const known = await inTransaction(pool, { kind: "distributor", distributorId }, (tx) =>
    knownLayouts(tx, distributorId, layouts, bankAccountId),
  );
  return await readStatementFile(file, known, signal);
}
