import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { FileStore } from "../../services.ts";
import { type ArchivedEntry, parseArchiveLine, sha256Of } from "./archived-entry.ts";
import type { AuditArchive } from "./audit-archives.repository.ts";

/** What the file store gives is not what was archived. */
export class ArchiveDamaged extends Error {
  override readonly name = "ArchiveDamaged";
}

/** So many are read before others have their turn. */
const ENTRIES_AT_ONCE = 1_000;

/** Of one archive, some at a time, in the order of its file: oldest first. @throws {ArchiveDamaged} */
export async function* readArchive(
  files: FileStore,
  { storage_key, sha256, entry_count }: AuditArchive,
): AsyncGenerator<ArchivedEntry[]> {
  const content = await files.get(storage_key);
  if (sha256Of(content) !== sha256)
    throw new ArchiveDamaged(`${storage_key} is not the file that was written there`);
  const lines = (await promisify(gunzip)(content)).toString("utf8").split("\n").slice(0, -1);
  if (lines.length !== entry_count)
    throw new ArchiveDamaged(`${storage_key} holds ${lines.length} entries, ${entry_count} were archived`);
  for (let from = 0; from < lines.length; from += ENTRIES_AT_ONCE) {
    yield lines.slice(from, from + ENTRIES_AT_ONCE).map(parseArchiveLine);
    await setImmediate();
  }
}
