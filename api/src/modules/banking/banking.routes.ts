import { manualReconciliation, totalTransactions, uploadTransactions } from "@bobine/contract/banking";
import { centsFromWire } from "@bobine/contract/money";
import { TRANSACTION_LIST } from "@bobine/contract/lists/transactions";
import type { FastifyInstance } from "fastify";
import { auditSourceOf } from "../../http/audit.ts";
import { mountList } from "../../http/mount-list.ts";
import { mountRoute } from "../../http/mount-route.ts";
import { uploadField, withUpload } from "../../http/receive-upload.ts";
import type { Services } from "../../services.ts";
import { requesterOf } from "./requester.ts";
import { bankingRepository } from "./banking.repository.ts";
import { importStatement, STATEMENT_UPLOAD } from "./import-statement.ts";
import { mountBankAccounts } from "./bank-accounts.routes.ts";
import { mountBankParts } from "./bank-parts.routes.ts";
import { mountClientCredits } from "./client-credits.routes.ts";
import { mountLettering } from "./lettering.routes.ts";
import { reconcileManually } from "./reconcile-manually.ts";
import { mountStatementColumns } from "./statement-columns.routes.ts";
import { mountStatementPreviews, refuseOtherNames } from "./statement-previews.routes.ts";
import { mountOperationFiles } from "./operation-files.routes.ts";
import { mountStatementImports } from "./statement-imports.routes.ts";
import { transactionRows } from "./transaction-csv.repository.ts";

/** Bank lines: their import, their lettering by the engine and by people, and its undoing (UI-10, UI-13, UI-19). */
export function mountBanking(app: FastifyInstance, services: Services): void {
  mountRoute(app, services, uploadTransactions, async (context) => {
    const { request, reply, user, distributorId, query } = context;
    return await withUpload(request, reply, STATEMENT_UPLOAD, async (upload, signal) => {
      refuseOtherNames(upload);
      const importer = {
        distributorId,
        userId: user.id,
        source: auditSourceOf(context),
        bankAccountId: query.bank_account,
        layouts: uploadField(uploadTransactions, upload, "layout"),
      };
      return { stats: await importStatement(services, importer, upload, signal) };
    });
  });

  mountList(app, services, TRANSACTION_LIST, {
    isPlain: true,
    page: async (tx, { query, distributorId }, page, size) => ({
      rows: await (query.lettering === undefined
        ? bankingRepository.transactionPage(tx, distributorId, query, page, size)
        : bankingRepository.letteredPage(tx, distributorId, query, page, size)),
    }),
    whole: (tx, { distributorId, query }) => bankingRepository.allTransactions(tx, distributorId, query),
    csv: (tx, { distributorId, query }) => transactionRows(tx, distributorId, query),
    readsAtOnce: true,
    asksAtOnce: true,
  });

  mountRoute(
    app,
    services,
    totalTransactions,
    async ({ query, distributorId, transaction }) =>
      await transaction((tx) => bankingRepository.totals(tx, distributorId, query)),
  );

  mountRoute(
    app,
    services,
    manualReconciliation,
    async (context) => {
      const { body, transaction } = context;
      return await transaction((tx) =>
        reconcileManually(tx, {
          ...requesterOf(context),
          userActionId: body.user_action_id,
          invoiceIds: body.invoice_ids,
          seenOutstanding:
            body.seen_outstanding === undefined ? undefined : centsFromWire(body.seen_outstanding),
        }),
      );
    },
    { touchesFew: true },
  );

  mountBankAccounts(app, services);
  mountBankParts(app, services);
  mountClientCredits(app, services);
  mountLettering(app, services);
  mountStatementColumns(app, services);
  mountStatementPreviews(app, services);
  mountStatementImports(app, services);
  mountOperationFiles(app, services);
}
