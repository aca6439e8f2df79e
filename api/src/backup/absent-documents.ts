import { statSync } from "node:fs";
import { join } from "node:path";
import type { ClientBase } from "pg";

/** Tables that name documents. Archives of the audit log have a proof of their own. */
const NAMED: Readonly<Record<string, string>> = {
  invoice_file: "select storage_key, size::float8 from invoice_file",
  operation_file: "select storage_key, size::float8 from operation_file",
  prospect_document: "select storage_key, size::float8 from prospect_document",
  kept_statement:
    "select 'bank-statements/' || distributor_id || '/' || id as storage_key, file_size::float8 as size from kept_statement where import_id is not null",
};
const AT_ONCE = 10_000;

export interface AbsentDocuments {
  readonly named: number;
  /** Not there, or of another size. */
  readonly absent: number;
  /** One of these. */
  readonly example: string | undefined;
}

/**
 * Counts the documents that a database names and that a folder of documents lacks.
 * @param client a session of the database's owner
 */
export async function countAbsentDocuments(client: ClientBase, files: string): Promise<AbsentDocuments> {
  let named = 0;
  let absent = 0;
  let example: string | undefined;
  for (const [table, query] of Object.entries(NAMED)) {
    // A backup may be of an earlier version.
    const { rows: found } = await client.query<{ found: boolean }>(
      "select to_regclass($1) is not null as found",
      [table],
    );
    if (found[0]?.found !== true) continue;
    await client.query(`begin; declare documents cursor for ${query}`);
    for (;;) {
      const { rows } = await client.query<{ storage_key: string; size: number }>(
        `fetch ${AT_ONCE} from documents`,
      );
      if (rows.length === 0) break;
      named += rows.length;
      for (const { storage_key, size } of rows) {
        if (statSync(join(files, storage_key), { throwIfNoEntry: false })?.size === size) continue;
        absent += 1;
        example ??= storage_key;
      }
    }
    await client.query("commit");
  }
  return { named, absent, example };
}
