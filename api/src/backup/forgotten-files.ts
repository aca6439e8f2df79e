import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ClientBase } from "pg";

/** What the product forgets on purpose: statements that nobody imported (BANK-32), files that somebody removed (COM-7). */
const NAMED = {
  "bank-statements": "select 'bank-statements/' || distributor_id || '/' || id as key from kept_statement",
  "operation-files": "select storage_key as key from operation_file",
} as const;
const TABLES = { "bank-statements": "kept_statement", "operation-files": "operation_file" } as const;

/**
 * Removes what a database has forgotten from a copy of its documents.
 * @param client a session that sees the rows of all distributors
 * @param options.of which of it
 * @param options.before leaves what was copied since, which a backup may name
 * @returns how many went
 */
export async function removeForgotten(
  client: ClientBase,
  files: string,
  { of, before = Infinity }: { readonly of: readonly (keyof typeof NAMED)[]; readonly before?: number },
): Promise<number> {
  // Rows that a policy hides would pass for rows that are gone: a session that does not see all ends here.
  await client.query("set row_security = off");
  let removed = 0;
  for (const folder of of) {
    const { rows } = await client.query<{ found: boolean }>("select to_regclass($1) is not null as found", [
      TABLES[folder],
    ]);
    if (rows[0]?.found !== true || !existsSync(join(files, folder))) continue;
    const named = new Set((await client.query<{ key: string }>(NAMED[folder])).rows.map(({ key }) => key));
    for (const name of readdirSync(join(files, folder), { recursive: true, encoding: "utf8" })) {
      const path = join(files, folder, name);
      const entry = statSync(path);
      if (!entry.isFile() || named.has(`${folder}/${name}`) || entry.mtimeMs >= before) continue;
      rmSync(path);
      removed += 1;
    }
  }
  return removed;
}
