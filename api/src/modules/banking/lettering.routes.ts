import {
  bulkReconciliation,
  changeAutomaticLettering as changeContract,
  readAutomaticLettering as readContract,
  revertGroup,
  revertTransaction,
  searchUnpaidInvoices,
  UNPAID_PAGE_SIZE,
} from "@bobine/contract/lettering";
import type { FastifyInstance } from "fastify";
import { mountPages } from "../../http/mount-list.ts";
import { mountRoute } from "../../http/mount-route.ts";
import type { Services } from "../../services.ts";
import { requesterOf, requesterOfMany } from "./requester.ts";
import { changeAutomaticLettering, readAutomaticLettering } from "./automatic-lettering.ts";
import { previewBulk, reconcileInBulk } from "./reconcile-in-bulk.ts";
import { undoGroup, undoLetteringOfTransaction } from "./undo-lettering.ts";
import { unpaidInvoicesRepository } from "./unpaid-invoices.repository.ts";

/** What the workbench asks beyond one decision at a time: search, many at once, their undoing, how right the engine was. */
export function mountLettering(app: FastifyInstance, services: Services): void {
  mountPages(
    app,
    services,
    searchUnpaidInvoices,
    UNPAID_PAGE_SIZE,
    (tx, { query: { search, cinema, client_account }, distributorId }, page, size) =>
      unpaidInvoicesRepository.page(
        tx,
        { distributorId, search, cinema, account: client_account },
        page,
        size,
      ),
    { readsAtOnce: () => true },
  );

  mountRoute(
    app,
    services,
    bulkReconciliation,
    async (context) => {
      const { body, distributorId, transaction } = context;
      if (body.dry_run) return await transaction((tx) => previewBulk(tx, distributorId, body));
      return await reconcileInBulk(transaction, requesterOfMany(context), body);
    },
    { touchesFew: true },
  );

  mountRoute(
    app,
    services,
    revertGroup,
    async (context) => await undoGroup(context.transaction, requesterOfMany(context), context.body.group_key),
    { touchesFew: true },
  );

  mountRoute(
    app,
    services,
    revertTransaction,
    async (context) => {
      const requester = requesterOf(context);
      return await context.transaction((tx) => undoLetteringOfTransaction(tx, requester, context.params.id));
    },
    { touchesFew: true },
  );

  mountRoute(
    app,
    services,
    readContract,
    async ({ distributorId, transaction }) =>
      await transaction((tx) => readAutomaticLettering(tx, distributorId)),
    { readsAtOnce: () => true },
  );

  mountRoute(app, services, changeContract, async (context) => {
    const requester = requesterOf(context);
    return await context.transaction((tx) => changeAutomaticLettering(tx, requester, context.body));
  });
}
