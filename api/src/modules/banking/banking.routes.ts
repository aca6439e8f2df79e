import {
  isStatementFileName,
  listTransactions,
  manualReconciliation,
  NOT_A_STATEMENT,
  revertReconciliation,
  STATEMENT_MAX_BYTES,
  STATEMENT_TOO_LARGE,
  uploadTransactions,
} from "@bobine/contract/banking";
import { NO_FILE } from "@bobine/contract/box-office";
import type { FastifyInstance } from "fastify";
import { errors } from "../../errors.ts";
import { auditSourceOf } from "../../http/audit.ts";
import { mountRoute } from "../../http/mount-route.ts";
import { PAGE_SIZE } from "../../http/pages.ts";
import { withUpload } from "../../http/receive-upload.ts";
import { streamBody, writeJsonRows } from "../../http/stream-body.ts";
import { concurrencyLimiter } from "../../http/concurrency-limiter.ts";
import type { Services } from "../../services.ts";
import { requesterOf } from "./requester.ts";
import { bankingRepository } from "./banking.repository.ts";
import { importStatement } from "./import-statement.ts";
import { mountLettering } from "./lettering.routes.ts";
import { reconcileManually } from "./reconcile-manually.ts";
import { undoLettering } from "./undo-lettering.ts";

const WHOLE_LISTS_AT_ONCE = 4;
/** Of them, for one distributor. */
const WHOLE_LISTS_EACH = 2;
const UPLOAD = {
  field: "file",
  maxBytes: STATEMENT_MAX_BYTES,
  tooLarge: STATEMENT_TOO_LARGE,
  missing: NO_FILE,
};

/** Bank lines: their import, their lettering by the engine and by people, and its undoing (UI-10, UI-13, UI-19). */
export function mountBanking(app: FastifyInstance, services: Services): void {
  const limiter = concurrencyLimiter(WHOLE_LISTS_AT_ONCE, WHOLE_LISTS_EACH);

  mountRoute(app, services, uploadTransactions, async (context) => {
    const { request, reply, user, distributorId } = context;
    return await withUpload(request, reply, UPLOAD, async (upload, signal) => {
      if (!isStatementFileName(upload.fileName)) throw errors.upload(NOT_A_STATEMENT);
      const importer = { distributorId, userId: user.id, source: auditSourceOf(context) };
      return { stats: await importStatement(services, importer, upload, signal) };
    });
  });

  mountRoute(
    app,
    services,
    listTransactions,
    async ({ query, distributorId, transaction, reply }) => {
      const { page, lettering } = query;
      if (page !== undefined) {
        return await transaction((tx) =>
          lettering === undefined
            ? bankingRepository.transactionPage(tx, distributorId, page, PAGE_SIZE)
            : bankingRepository.letteredPage(tx, distributorId, page, PAGE_SIZE),
        );
      }
      const body = await streamBody(limiter, distributorId, transaction, async (tx, write) => {
        await writeJsonRows(write, bankingRepository.allTransactions(tx, distributorId));
      });
      return reply.type("application/json; charset=utf-8").send(body);
    },
    { readsAtOnce: (query) => query?.page !== undefined },
  );

  mountRoute(app, services, manualReconciliation, async (context) => {
    const { body, transaction } = context;
    return await transaction((tx) =>
      reconcileManually(tx, {
        ...requesterOf(context),
        userActionId: body.user_action_id,
        invoiceIds: body.invoice_ids,
      }),
    );
  });

  mountRoute(app, services, revertReconciliation, async (context) => {
    const { body, transaction } = context;
    return await transaction((tx) => undoLettering(tx, requesterOf(context), body.user_action_id));
  });

  mountLettering(app, services);
}
