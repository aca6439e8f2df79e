import { CINEMA_CSV_HEADER, cinemaCsvLine } from "@bobine/contract/cinema-csv";
import {
  AUDIT_LIST_CSV,
  CONSOLE_CINEMA_LIST_CSV,
  DECLARATION_LIST_CSV,
  exportAuditList,
  exportConsoleCinemas,
  exportDeclarationList,
  exportJobList,
  exportReportList,
  exportTransactionList,
  exportUserActionList,
  JOB_LIST_CSV,
  REPORT_LIST_CSV,
  TRANSACTION_LIST_CSV,
  USER_ACTION_LIST_CSV,
} from "@bobine/contract/list-exports";
import type { FastifyInstance } from "fastify";
import { errors } from "../../errors.ts";
import { mountRoute } from "../../http/mount-route.ts";
import type { Services } from "../../services.ts";
import { readDeclarations } from "../declarations/read-declarations.ts";
import { reportsRepository } from "../declarations/reports.repository.ts";
import { allCinemas } from "../cinemas/cinemas.repository.ts";
import { operationsRepository } from "../operations/operations.repository.ts";
import { userActionsRepository } from "../user-actions/user-actions.repository.ts";
import { allPages, auditRows, transactionRows } from "./list-exports.repository.ts";
import {
  AUDIT_HEADER,
  auditLine,
  DECLARATION_HEADER,
  declarationLine,
  JOB_HEADER,
  jobLine,
  REPORT_HEADER,
  reportLine,
  TRANSACTION_HEADER,
  transactionLine,
  USER_ACTION_HEADER,
  userActionLine,
} from "./list-lines.ts";
import { sendCsvList } from "./send-csv-list.ts";

/** The lists of the screens, whole, as CSV files. Invoices have theirs with their module. */
export function mountListExports(app: FastifyInstance, services: Services): void {
  mountRoute(app, services, exportTransactionList, async (context) =>
    sendCsvList(context, {
      fileName: TRANSACTION_LIST_CSV,
      header: TRANSACTION_HEADER,
      rows: (tx) => transactionRows(tx, context.distributorId),
      line: transactionLine,
    }),
  );
  mountRoute(app, services, exportUserActionList, async (context) =>
    sendCsvList(context, {
      fileName: USER_ACTION_LIST_CSV,
      header: USER_ACTION_HEADER,
      rows: (tx) => userActionsRepository.all(tx, { distributorId: context.distributorId, ...context.query }),
      line: userActionLine,
    }),
  );
  mountRoute(app, services, exportAuditList, async (context) =>
    sendCsvList(context, {
      fileName: AUDIT_LIST_CSV,
      header: AUDIT_HEADER,
      rows: (tx) => auditRows(tx, context.distributorId, context.query.action_type),
      line: auditLine,
    }),
  );
  mountRoute(app, services, exportReportList, async (context) =>
    sendCsvList(context, {
      fileName: REPORT_LIST_CSV,
      header: REPORT_HEADER,
      rows: (tx) =>
        allPages(
          async (page, size) => (await reportsRepository.page(tx, context.distributorId, page, size)).rows,
        ),
      line: reportLine,
    }),
  );
  mountRoute(app, services, exportDeclarationList, async (context) => {
    const { params, query, distributorId } = context;
    // Before the answer begins: what is under way cannot become a 404.
    if (!(await context.transaction((tx) => reportsRepository.exists(tx, params.id))))
      throw errors.notFound();
    return await sendCsvList(context, {
      fileName: DECLARATION_LIST_CSV,
      header: DECLARATION_HEADER,
      rows: (tx) =>
        allPages(
          async (page, size) =>
            (await readDeclarations(tx, distributorId, params.id, { ...query, page, size })).rows,
        ),
      line: declarationLine,
    });
  });
  mountRoute(app, services, exportJobList, async (context) =>
    sendCsvList(context, {
      fileName: JOB_LIST_CSV,
      header: JOB_HEADER,
      rows: (tx) =>
        allPages(async (page, size) => operationsRepository.page(tx, context.query.state, page, size)),
      line: jobLine,
    }),
  );
  mountRoute(app, services, exportConsoleCinemas, async (context) => {
    const { search, ordering, status } = context.query;
    return await sendCsvList(context, {
      fileName: CONSOLE_CINEMA_LIST_CSV,
      header: CINEMA_CSV_HEADER,
      rows: (tx) => allCinemas(tx, { search, ordering, statuses: status, distributorId: undefined }),
      line: cinemaCsvLine,
    });
  });
}
