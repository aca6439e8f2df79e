import { type AuditActionType, type AuditArchiveOfYear, auditActionTypeSchema } from "@bobine/contract/audit";
import type { AuditCsvRow } from "@bobine/contract/lists/audit";
import type { FileStore } from "../../services.ts";
import { parseSaid } from "./archived-entry.ts";
import type { AuditArchive } from "./audit-archives.repository.ts";
import { readArchive } from "./read-archive.ts";

const typeOf = (type: string): AuditActionType => auditActionTypeSchema.catch("other").parse(type);

/** Years, newest first. @param archives of one distributor, oldest first */
export function yearsOf(archives: readonly AuditArchive[]): AuditArchiveOfYear[] {
  const years = new Map<number, AuditArchiveOfYear>();
  for (const { year, entry_count, from_instant, to_instant } of archives) {
    const before = years.get(year);
    years.set(year, {
      year,
      entry_count: entry_count + (before?.entry_count ?? 0),
      from_instant: before && before.from_instant < from_instant ? before.from_instant : from_instant,
      to_instant: before && before.to_instant > to_instant ? before.to_instant : to_instant,
    });
  }
  return [...years.values()].toSorted((a, b) => b.year - a.year);
}

/** What archives hold as the log's own file has it, newest first: one of them at a time is in memory. @param archives oldest first */
export async function* archivedRows(
  files: FileStore,
  archives: readonly AuditArchive[],
): AsyncGenerator<AuditCsvRow[]> {
  for (const archive of archives.toReversed()) {
    const slices: AuditCsvRow[][] = [];
    for await (const entries of readArchive(files, archive))
      slices.push(
        entries.map(({ actor, says }) => {
          const { created_at, action_type, action_details } = parseSaid(says);
          return { created_at, action_type: typeOf(action_type), action_details, actor };
        }),
      );
    for (const slice of slices.toReversed()) yield slice.toReversed();
  }
}
