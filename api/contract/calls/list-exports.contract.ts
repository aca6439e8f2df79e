import { z } from "zod";
import { auditFilterSchema } from "./audit.contract.ts";
import { booksPolicy } from "../rules/books.policy.ts";
import { lineFilterSchema } from "./bank-accounts.contract.ts";
import { listCredits } from "./client-credits.contract.ts";
import { listCinemas } from "./cinemas.contract.ts";
import { listDeclarations, listReports } from "./declarations.contract.ts";
import { distributorsPolicy } from "../rules/distributors.policy.ts";
import { listJobs } from "./operations.contract.ts";
import { operationsPolicy } from "../rules/operations.policy.ts";
import { defineRoute, idParamsSchema } from "./route.contract.ts";
import { userActionFilterSchema } from "./user-actions.contract.ts";

// Lists that screens show by pages, whole for a spreadsheet, with the filter of the screen. Lists that a screen has whole it writes
// itself (lists/define-list.ts).

export const exportTransactionList = defineRoute({
  method: "GET",
  path: "/exports/lists/transactions/",
  summary: "Every bank line with what became of it, newest first (`;`, UTF-8 with its mark)",
  access: booksPolicy.readBankLines,
  query: lineFilterSchema,
  binary: "text/csv",
});

export const exportCreditList = defineRoute({
  method: "GET",
  path: "/exports/lists/client-credits/",
  summary: "The client credits that the filter finds, newest first (`;`, UTF-8 with its mark)",
  access: booksPolicy.readBankLines,
  query: listCredits.query.pick({ search: true, open: true }),
  binary: "text/csv",
});

export const exportUserActionList = defineRoute({
  method: "GET",
  path: "/exports/lists/user-actions/",
  summary: "The user actions that the filter finds, open ones first (`;`, UTF-8 with its mark)",
  access: booksPolicy.readUserActions,
  query: userActionFilterSchema,
  binary: "text/csv",
});

export const exportAuditList = defineRoute({
  method: "GET",
  path: "/exports/lists/audit-logs/",
  summary: "The audit entries that the filter finds, newest first (`;`, UTF-8 with its mark)",
  access: booksPolicy.readAuditLog,
  query: auditFilterSchema,
  binary: "text/csv",
});

export const exportConsoleLog = defineRoute({
  method: "GET",
  path: "/exports/lists/console-audit-logs/",
  summary:
    "The audit entries of no distributor that the filter finds, newest first (`;`, UTF-8 with its mark)",
  access: operationsPolicy.readConsoleLog,
  query: auditFilterSchema,
  binary: "text/csv",
});

/** As an address writes it; anything else does not exist (404). */
const writtenYearSchema = z
  .string()
  .regex(/^[1-9]\d{3}$/)
  .transform(Number);

export const exportAuditArchive = defineRoute({
  method: "GET",
  path: "/exports/audit-archives/:year/",
  summary: "The audit entries of a year that are archived, newest first (`;`, UTF-8 with its mark)",
  access: booksPolicy.readAuditLog,
  params: z.object({ year: writtenYearSchema }),
  binary: "text/csv",
});

export const exportConsoleArchive = defineRoute({
  method: "GET",
  path: "/exports/console-audit-archives/:year/",
  summary:
    "The audit entries of no distributor of a year that are archived, newest first (`;`, UTF-8 with its mark)",
  access: operationsPolicy.readConsoleLog,
  params: exportAuditArchive.params,
  binary: "text/csv",
});

export const exportReportList = defineRoute({
  method: "GET",
  path: "/exports/lists/box-office-reports/",
  summary: "The box-office reports that were imported, newest first (`;`, UTF-8 with its mark)",
  access: booksPolicy.readBoxOffice,
  query: listReports.query.omit({ page: true }),
  binary: "text/csv",
});

export const exportDeclarationList = defineRoute({
  method: "GET",
  path: "/exports/lists/box-office-reports/:id/declarations/",
  summary:
    "The declarations of a report that the filter finds, in the order of its file (`;`, UTF-8 with its mark)",
  access: booksPolicy.readBoxOffice,
  params: idParamsSchema,
  query: listDeclarations.query.pick({ search: true, show: true }),
  binary: "text/csv",
});

export const exportConsoleCinemas = defineRoute({
  method: "GET",
  path: "/exports/lists/cinemas/",
  summary: "Every cinema of the console that the filter finds, in its order (`;`, UTF-8 with its mark)",
  access: distributorsPolicy.list,
  query: listCinemas.query.pick({ search: true, ordering: true, status: true }),
  binary: "text/csv",
});

export const exportJobList = defineRoute({
  method: "GET",
  path: "/exports/lists/jobs/",
  summary: "The jobs of one state, or all that have not ended well, newest first (`;`, UTF-8 with its mark)",
  access: operationsPolicy.seeJobs,
  query: listJobs.query.pick({ state: true }),
  binary: "text/csv",
});
