import { NOT_A_STATEMENT } from "@bobine/contract/banking";
import { isStatementFileName } from "@bobine/contract/statement-files";
import {
  dropStatementPreview,
  importPreviewedStatement,
  previewStatement as previewContract,
  readStatementPreview,
} from "@bobine/contract/statement-previews";
import type { FastifyInstance } from "fastify";
import { errors } from "../../errors.ts";
import { auditSourceOf } from "../../http/audit.ts";
import { mountRoute } from "../../http/mount-route.ts";
import { uploadField, withUpload } from "../../http/receive-upload.ts";
import { signalOf } from "../../http/signal-of.ts";
import type { Services } from "../../services.ts";
import { importStoredStatement, STATEMENT_UPLOAD } from "./import-statement.ts";
import { dropStoredStatement } from "./store-statement.ts";
import { previewStoredStatement, previewStatement } from "./preview-statement.ts";

/** @throws 400 for a name that no statement has (BANK-17) */
export function refuseOtherNames({ fileName }: { readonly fileName: string }): void {
  if (!isStatementFileName(fileName)) throw errors.upload(NOT_A_STATEMENT);
}

/** Statements that are looked at before they count (BANK-32). */
export function mountStatementPreviews(app: FastifyInstance, services: Services): void {
  mountRoute(app, services, previewContract, async ({ request, reply, user, distributorId, query }) =>
    withUpload(request, reply, STATEMENT_UPLOAD, async (upload, signal) => {
      refuseOtherNames(upload);
      const viewer = {
        distributorId,
        userId: user.id,
        bankAccountId: query.bank_account,
        layouts: uploadField(previewContract, upload, "layout"),
      };
      return await previewStatement(services, viewer, upload, signal);
    }),
  );

  mountRoute(app, services, readStatementPreview, async ({ user, distributorId, params, query, reply }) =>
    previewStoredStatement(
      services,
      { distributorId, userId: user.id, bankAccountId: query.bank_account },
      params.id,
      signalOf(reply),
    ),
  );

  mountRoute(app, services, importPreviewedStatement, async (context) => {
    const { user, distributorId, params, body } = context;
    const importer = {
      distributorId,
      userId: user.id,
      source: auditSourceOf(context),
      bankAccountId: body.bank_account,
    };
    const request = { id: params.id, daysConfirmed: body.days_confirmed ?? false };
    return { stats: await importStoredStatement(services, importer, request) };
  });

  mountRoute(app, services, dropStatementPreview, async ({ distributorId, params, transaction }) => {
    await transaction((tx) => dropStoredStatement(tx, services, distributorId, params.id));
    return undefined;
  });
}
