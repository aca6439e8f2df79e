import { SAVE_AS_XLSX_OR_CSV, UnreadableTable } from "../tables/file-row.ts";

/** A format that is known and for which no reader stands yet. */
export function notReadYet(name: string): never {
  throw new UnreadableTable(`Les fichiers ${name} ne sont pas encore lus. ${SAVE_AS_XLSX_OR_CSV}`);
}
