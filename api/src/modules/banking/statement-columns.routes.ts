import { NOT_A_STATEMENT } from "@bobine/contract/banking";
import { isStatementFileName } from "@bobine/contract/statement-files";
import {
  describeStatement,
  forgetStatementLayout,
  listStatementLayouts,
  previewColumns,
} from "@bobine/contract/statement-columns";
import type { FastifyInstance } from "fastify";
import { previewRows } from "../../domain/parsing/preview-rows.ts";
import { errors } from "../../errors.ts";
import { auditSourceOf, writeAudit } from "../../http/audit.ts";
import { mountRoute } from "../../http/mount-route.ts";
import { uploadField, withUpload } from "../../http/receive-upload.ts";
import { refusedTable } from "../../http/refused-table.ts";
import type { Services } from "../../services.ts";
import { readStatementTables } from "../../workers/read-statement-tables.ts";
import { knownLayouts } from "./known-layouts.ts";
import { STATEMENT_UPLOAD } from "./import-statement.ts";
import { statementLayoutsRepository as repository } from "./statement-layouts.repository.ts";

/** What people say of the columns of bank files that nobody recognises (BANK-30). */
export function mountStatementColumns(app: FastifyInstance, services: Services): void {
  mountRoute(app, services, describeStatement, async (context) => {
    const { request, reply, distributorId, query, transaction } = context;
    return await withUpload(request, reply, STATEMENT_UPLOAD, async (upload, signal) => {
      if (!isStatementFileName(upload.fileName)) throw errors.upload(NOT_A_STATEMENT);
      const chosen = uploadField(describeStatement, upload, "layout") ?? [];
      const known = await transaction((tx) => knownLayouts(tx, distributorId, chosen, query.bank_account));
      const tables = await services.statements.forReading(
        distributorId,
        () => readStatementTables(upload, known, signal).catch(refusedTable),
        signal,
      );
      return { tables };
    });
  });

  mountRoute(app, services, previewColumns, ({ body }) =>
    Promise.resolve(previewRows(body.rows, body.columns)),
  );

  mountRoute(app, services, listStatementLayouts, async ({ distributorId, transaction }) => {
    const saved = await transaction((tx) => repository.list(tx, distributorId));
    return {
      results: saved.map(({ id, bank_account_id, header, layout, created_at, used_at }) => ({
        id,
        bank_account_id,
        header,
        columns: layout.columns,
        created_at,
        used_at,
      })),
    };
  });

  mountRoute(app, services, forgetStatementLayout, async (context) => {
    const { distributorId, params, transaction } = context;
    await transaction(async (tx) => {
      if (!(await repository.forget(tx, distributorId, params.id))) throw errors.notFound();
      await writeAudit(tx, auditSourceOf(context), "other", { changed_fields: ["statement_layout"] });
    });
    return undefined;
  });
}
