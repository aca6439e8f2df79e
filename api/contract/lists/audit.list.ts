import {
  AUDIT_PAGE_SIZE,
  type AuditActionType,
  listAuditLogs,
  listConsoleLog,
} from "../calls/audit.contract.ts";
import { exportAuditList, exportConsoleLog } from "../calls/list-exports.contract.ts";
import { auditName, detailLabel } from "../labels/audit-labels.ts";
import { guarded, instantCell } from "../units/csv.ts";
import { defineColumns, defineList } from "./define-list.ts";

export interface AuditCsvRow {
  readonly created_at: string;
  readonly action_type: AuditActionType;
  readonly action_details: Record<string, unknown>;
  /** Null when it was the system. */
  readonly actor: string | null;
}

/** UI-18 */
export const AUDIT_LIST = defineList({
  page: listAuditLogs,
  csv: exportAuditList,
  fileName: "journaux-audit.csv",
  pageSize: AUDIT_PAGE_SIZE,
  columns: defineColumns<AuditCsvRow>()({
    created_at: { label: "Date", csv: (entry) => instantCell(entry.created_at) },
    actor: { label: "Auteur", csv: (entry) => guarded(entry.actor ?? "Système") },
    action_type: { label: "Action", csv: (entry) => auditName(entry.action_type, entry.action_details) },
    details: {
      label: "Détails",
      csv: (entry) => guarded(detailTexts(entry.action_details).join(" | ")),
    },
  }),
});

/** What was done for no distributor (SEC-2). */
export const CONSOLE_LOG_LIST = defineList({
  ...AUDIT_LIST,
  page: listConsoleLog,
  csv: exportConsoleLog,
  fileName: "journal-console.csv",
});

/** Of what is archived of a year. */
export const archiveFileName = (year: number): string => `journaux-audit-${year}.csv`;
export const consoleArchiveFileName = (year: number): string => `journal-console-${year}.csv`;

const detailTexts = (details: object): string[] =>
  Object.entries(details).map(([name, value]) => `${detailLabel(name)}\u00a0: ${detailText(value)}`);

/** A detail of any shape as text; values are as they were kept, so that a spreadsheet can look for them. */
function detailText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return value ? "Oui" : "Non";
  if (Array.isArray(value)) return value.length === 0 ? "–" : value.map(detailText).join(", ");
  if (typeof value === "object") return detailTexts(value).join(", ");
  return String(value as string | number);
}
