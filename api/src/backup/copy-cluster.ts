import { copyTree } from "./copy-tree.ts";

/** Folders whose content PostgreSQL makes again, and which must be there (its manual, « Making a Base Backup Using the Low Level API »). */
const EMPTIED = new Set([
  "pg_wal",
  "pg_replslot",
  "pg_dynshmem",
  "pg_notify",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
]);
const LEFT_OUT =
  /(^|\/)(pgsql_tmp[^/]*|pg_internal\.init[^/]*|postmaster\.(pid|opts)|\.s\.PGSQL\.[^/]*|bobine\.(port|watchdog|leash))$/;

/**
 * Copies the files of a PostgreSQL that lives on meanwhile, between its `pg_backup_start` and `pg_backup_stop`.
 * @returns bytes copied
 */
export const copyCluster = (from: string, to: string): Promise<number> =>
  copyTree(from, to, {
    includes: (path) => !LEFT_OUT.test(path),
    emptied: (path) => EMPTIED.has(path),
  });
