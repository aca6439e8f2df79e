import { listInvoiceMails, sendInvoice as sendInvoiceRoute } from "@bobine/contract/mailing";
import type { FastifyInstance } from "fastify";
import { errors } from "../../errors.ts";
import { mountRoute } from "../../http/mount-route.ts";
import type { Services } from "../../services.ts";
import { mailView } from "./mail-view.ts";
import { mailingRepository } from "./mailing.repository.ts";
import { sendInvoice } from "./send-invoice.ts";

/** The mails about invoices: their history, and sending by hand. */
export function mountMailing(app: FastifyInstance, services: Services): void {
  mountRoute(app, services, listInvoiceMails, async ({ params, transaction }) => {
    const results = await transaction(async (tx) => {
      if (!(await mailingRepository.exists(tx, params.id))) throw errors.notFound();
      return await mailingRepository.history(tx, params.id);
    });
    return { results: results.map(mailView) };
  });

  mountRoute(app, services, sendInvoiceRoute, async ({ params, transaction, distributorId, user }) =>
    transaction((tx) =>
      sendInvoice(tx, services.jobs, {
        distributorId,
        userId: user.id,
        invoiceId: params.id,
        at: services.clock.now(),
      }),
    ),
  );
}
