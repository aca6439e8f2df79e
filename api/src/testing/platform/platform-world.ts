// A whole platform: as many distributors as one wants, each with the same years behind it. Rows lie in their tables as they came:
// week after week, in each a batch of every distributor, so that no distributor's rows lie together.
import type { Client } from "pg";
import { maintainAuditParts } from "../../modules/audit/audit-parts.ts";
import { FILLINGS } from "./platform-rows.ts";
import { auditEntriesOf, type PlatformSize } from "./platform-size.ts";

/** What grows with distributors and years, and is filled here: all but the two tables of the country's cinemas. */
const GROWING = [
  "allocation",
  "app_user",
  "audit_log",
  "bank_transaction",
  "cinema_distributor",
  "comment",
  "declaration",
  "distributor_cinema_settings",
  "export_lot",
  "import_file",
  "invoice",
  "invoice_file",
  "invoice_line",
  "list_tally",
  "mail",
  "mail_invoice",
  "mail_recipient",
  "posted_entry",
  "reconciliation",
  "transaction_event",
  "user_action",
];

/**
 * Fills a migrated, empty database, the same at each run. Triggers and foreign keys are left out: what they keep is written as they
 * would have. The hash chain of the audit log is not made.
 * @param owner a session of the owner of the database, a superuser
 */
export async function buildPlatform(owner: Client, size: PlatformSize): Promise<void> {
  await owner.query(
    "set statement_timeout = 0; set session_replication_role = replica; set maintenance_work_mem = '1GB'; set synchronous_commit = off",
  );
  const indexes = await dropIndexes(owner);
  if (size.auditPart !== undefined) await partAuditLog(owner, size, size.auditPart);
  for (const filling of FILLINGS(size)) await owner.query(filling);
  for (const index of indexes) await owner.query(index);
  await owner.query("set session_replication_role = origin");
  await setSequences(owner);
  // Also what index-only scans look at.
  await owner.query(`vacuum (analyze) ${GROWING.join(", ")}, cinema, distributor, screen`);
}

/** Before its rows are there: each part is as full as if the product had made it in time. */
async function partAuditLog(owner: Client, size: PlatformSize, ofPart: number): Promise<void> {
  await owner.query("analyze audit_log");
  const ahead = Math.ceil(auditEntriesOf(size) / ofPart) + 2;
  await maintainAuditParts(owner, { from: 0, size: ofPart, ahead });
}

/** A tenth of the time is saved by making them when the rows are there. @returns what makes them again */
async function dropIndexes(owner: Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = any ($1::text[]::regclass[]) and not exists (select from pg_constraint where conindid = i.indexrelid)`,
    [GROWING],
  );
  for (const { name } of rows) await owner.query(`drop index "${name}"`);
  return rows.map(({ definition }) => definition);
}

async function setSequences(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ name: string; column: string }>(
    `select table_name as name, column_name as column from information_schema.columns where table_schema = 'public' and is_identity = 'YES'
       and table_name not like 'audit_chain%'`,
  );
  for (const { name, column } of rows)
    await owner.query(
      `select setval(pg_get_serial_sequence('"${name}"', '${column}'), (select coalesce(max("${column}"), 0) + 1 from "${name}"), false)`,
    );
}
