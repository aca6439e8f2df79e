import { z } from "zod";
import { booksPolicy } from "../rules/books.policy.ts";
import { operationsPolicy } from "../rules/operations.policy.ts";
import { instantSchema } from "../units/civil-date-schema.ts";
import { defineRoute, idSchema, listOf, pageSchema, periodFields } from "./route.contract.ts";

export const AUDIT_ACTION_TYPES = [
  "created_invoice",
  "sent_email",
  "updated_box_office",
  "processed_banking",
  "manual_reconciliation",
  "reverted_reconciliation",
  "updated_user",
  "updated_cinema",
  "system_action",
  "other",
] as const;
export const auditActionTypeSchema = z.enum(AUDIT_ACTION_TYPES);
export type AuditActionType = z.infer<typeof auditActionTypeSchema>;

const yearSchema = z.number().int().min(1970).max(9999);

/** TXT-2 */
export const AUDIT_PAGE_SIZE = 20;

export const auditEntrySchema = z.object({
  id: idSchema,
  created_at: instantSchema,
  /** Null is the system itself. */
  actor: z.object({ first_name: z.string(), last_name: z.string(), email: z.string() }).nullable(),
  action_type: auditActionTypeSchema,
  action_details: z.record(z.string(), z.unknown()),
  /** The builds of the screen that asked for it (FED-10), `host@b6925dfed7df, mfe-finance@b9305913d1bb`; empty when no screen did. */
  ui_build: z.string().optional(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** What narrows the log and its CSV. Its days are those of Paris. */
export const auditFilterSchema = z.object({ action_type: auditActionTypeSchema.optional(), ...periodFields });
export type AuditFilter = z.output<typeof auditFilterSchema>;

export const listAuditLogs = defineRoute({
  method: "GET",
  path: "/audit-logs/",
  summary: "Audit entries, newest first, 20 a page",
  access: booksPolicy.readAuditLog,
  query: auditFilterSchema.extend({ page: pageSchema }),
  response: listOf(auditEntrySchema),
});

export const listConsoleLog = defineRoute({
  method: "GET",
  path: "/audit-logs/console/",
  summary:
    "Audit entries of no distributor: shared cinemas, modules, tokens and keys; newest first, 20 a page",
  access: operationsPolicy.readConsoleLog,
  query: listAuditLogs.query,
  response: listOf(auditEntrySchema),
});

/** What of a year is no longer in the log but in files (SEC-28). */
export const auditArchiveSchema = z.object({
  /** Of Paris. */
  year: yearSchema,
  entry_count: z.number().int().positive(),
  from_instant: instantSchema,
  to_instant: instantSchema,
});
export type AuditArchiveOfYear = z.infer<typeof auditArchiveSchema>;

export const listAuditArchives = defineRoute({
  method: "GET",
  path: "/audit-archives/",
  summary: "The years whose audit entries, all or some, are archived, newest first",
  access: booksPolicy.readAuditLog,
  response: z.object({ results: z.array(auditArchiveSchema) }),
});

export const listConsoleArchives = defineRoute({
  method: "GET",
  path: "/audit-archives/console/",
  summary: "The years whose audit entries of no distributor, all or some, are archived, newest first",
  access: operationsPolicy.readConsoleLog,
  response: listAuditArchives.response,
});
