// `npm run ops -- audit`: how much of the audit log stays in the database, and where the rest is (SEC-28, OPS-15).
import { type CivilDate, civilDateInParis } from "@bobine/contract/civil-date";
import type { Pool } from "pg";
import sql from "sql-template-tag";
import { asOwner } from "../db/as-owner.ts";
import { SESSION_LOCKS, tryLockSession, unlockSession } from "../db/locks.ts";
import { inTransaction } from "../db/scope.ts";
import { systemSource, writeAudit } from "../http/audit.ts";
import {
  ArchiveProblem,
  archiveAuditLog,
  readPending,
  removeArchived,
} from "../modules/audit/archive-audit-log.ts";
import { auditArchivesRepository, type ChainOwner } from "../modules/audit/audit-archives.repository.ts";
import { dropArchivedParts, maintainAuditParts, type PartSizes } from "../modules/audit/audit-parts.ts";
import { openFileStore } from "../platform/files/open-file-store.ts";
import type { FileStore } from "../services.ts";
import { type Area, readOptions, type Say, UsageError, usageOf } from "./area.ts";
import { readOperatorConfig, withOperatorPool } from "./operator-pool.ts";

const HELP = `audit list                     what stays in the database, and the archives
audit keep <years> [--distributor 12]
                               full years before the present one that stay, of one distributor or of all that have no number of
                               their own; "all" keeps everything, "default" is as for the others again
audit archive                  takes what is older out of the database into files; each night by itself where the product has
                               the owner's address`;

/** What is archived and removed after that waits for the next night; making parts of the table takes as long as it takes. */
const LONGEST_MS = 10 * 60_000;

export const auditArea: Area = {
  help: HELP,
  problems: [ArchiveProblem],
  async run(args, say) {
    const config = readOperatorConfig();
    const started = performance.now();
    await withOperatorPool(
      config,
      (pool) =>
        auditCommand(pool, args, {
          files: openFileStore(config),
          today: civilDateInParis(new Date()),
          isTimeUp: () => performance.now() - started > LONGEST_MS,
          say,
        }),
      { migrates: true },
    );
    return 0;
  },
};

interface Operator {
  readonly files: FileStore;
  /** In Paris. */
  readonly today: CivilDate;
  readonly isTimeUp?: () => boolean;
  readonly entriesOfAFile?: number;
  readonly partSizes?: PartSizes;
  readonly say: Say;
}

type Command =
  | { readonly name: "list" | "archive" }
  | { readonly name: "keep"; readonly years: Kept; readonly distributorId: ChainOwner };
/** Null: all. */
type Kept = number | null | "default";

/**
 * @param pool as the owner of the database: requests may neither take entries out nor say how many stay
 * @throws {UsageError}
 * @throws {ArchiveProblem} when a chain does not hold, or a file is not what was written; all others were archived
 */
export async function auditCommand(pool: Pool, args: readonly string[], operator: Operator): Promise<void> {
  const command = readArgs(args);
  if (command.name === "archive") return await archive(pool, operator);
  if (command.name === "keep") await keep(pool, command.years, command.distributorId);
  await list(pool, operator.say);
}

function readArgs(args: readonly string[]): Command {
  const { positionals, values } = readOptions(args, ["distributor"]);
  const [name = "list", years, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError(usageOf(HELP));
  if ((name === "list" || name === "archive") && years === undefined && values.distributor === undefined)
    return { name };
  if (name !== "keep" || years === undefined) throw new UsageError(usageOf(HELP));
  if (years !== "all" && years !== "default" && !/^([1-9]|[1-4]\d|50)$/.test(years))
    throw new UsageError("The years that stay are a number from 1 to 50, all or default.");
  if (values.distributor !== undefined && !/^[1-9]\d{0,14}$/.test(values.distributor))
    throw new UsageError("--distributor is the number of one.");
  return {
    name,
    years: years === "all" ? null : years === "default" ? years : Number(years),
    distributorId: values.distributor === undefined ? null : Number(values.distributor),
  };
}

/** People read it in their log. */
const inFrench = (kept: Kept): string =>
  kept === null
    ? "tout"
    : kept === "default"
      ? "comme les autres distributeurs"
      : `${kept}\u00a0an${kept === 1 ? "" : "s"}`;

async function keep(pool: Pool, years: Kept, distributorId: ChainOwner): Promise<void> {
  await asOwner(pool, async (tx) => {
    if (distributorId !== null && !(await tx.maybe(sql`select from distributor where id = ${distributorId}`)))
      throw new UsageError(`There is no distributor ${distributorId}.`);
    const before = await auditArchivesRepository.keep(tx, distributorId, years);
    if (before === years) return;
    await writeAudit(tx, systemSource(distributorId), "system_action", {
      event: "audit_retention_changed",
      old_value: inFrench(before),
      new_value: inFrench(years),
    });
  });
}

async function list(pool: Pool, say: Say): Promise<void> {
  await inTransaction(pool, { kind: "all" }, async (tx) => {
    const kept = await tx.many<{ distributor_id: ChainOwner; years: number | null }>(
      sql`select distributor_id, years from audit_retention order by distributor_id nulls first`,
    );
    if (!kept.some(({ distributor_id: owner }) => owner === null)) say("All entries stay in the database.");
    for (const { distributor_id: owner, years } of kept) {
      const whose = owner === null ? "" : `Distributor ${owner}: `;
      const what =
        years === null ? "all" : `${years} full ${years === 1 ? "year" : "years"} before the present one`;
      say(`${whose}${what} ${years === 1 ? "stays" : "stay"} in the database.`);
    }
    for (const archive of await auditArchivesRepository.all(tx)) {
      const { distributor_id: owner, year, entry_count, storage_key, file_size, sha256 } = archive;
      say(
        `${owner === null ? "No distributor" : `Distributor ${owner}`}, ${year}: ${entry_count} entries in ${storage_key}, ${file_size} bytes, SHA-256 ${sha256}`,
      );
    }
  });
}

async function archive(pool: Pool, operator: Operator): Promise<void> {
  const { files, today, isTimeUp, entriesOfAFile, partSizes, say } = operator;
  const client = await pool.connect();
  try {
    if (!(await tryLockSession(client, SESSION_LOCKS.auditLog))) {
      say("The audit log is being archived already.");
      return;
    }
    for (const line of await maintainAuditParts(client, partSizes)) say(line);
    const pending = await readPending(pool, files);
    for (const line of await dropArchivedParts(client, pending.archives)) say(line);
    const removed = await removeArchived(pool, pending.archives, isTimeUp);
    if (removed > 0) say(`${removed} archived entries are removed.`);
    const made = await archiveAuditLog({
      pool,
      files,
      today,
      ...(isTimeUp ? { isTimeUp } : {}),
      ...(entriesOfAFile === undefined ? {} : { entriesOfAFile }),
      onFile: ({ entry_count, storage_key }) => say(`${entry_count} entries are in ${storage_key}.`),
    });
    say(
      made.length > 0
        ? "They leave the database on a later night, once their files are read again."
        : "Nothing is older than what stays.",
    );
    if (pending.problems.length > 0) throw new ArchiveProblem(pending.problems.join("\n"));
  } finally {
    // The end of the session would give it back a moment later.
    await unlockSession(client, SESSION_LOCKS.auditLog).catch(() => undefined);
    // With its settings.
    client.release(true);
  }
}
