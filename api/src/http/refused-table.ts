import { UNKNOWN_COLUMNS } from "@bobine/contract/statement-columns";
import { UnreadableTable } from "../domain/parsing/tables/file-row.ts";
import { errors } from "../errors.ts";

/** What makes no sense is told in its own words; where saying which column is what mends it, the screen is told so (BANK-30). */
export function refusedTable(error: unknown): never {
  if (!(error instanceof UnreadableTable)) throw error;
  throw errors.upload(error.message, 400, error.mendedBy === "columns" ? UNKNOWN_COLUMNS : undefined);
}
