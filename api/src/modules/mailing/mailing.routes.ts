import {
  listInvoiceMails,
  previewSending as previewSendingRoute,
  sendInvoice as sendInvoiceRoute,
} from "@bobine/contract/mailing";
import type { FastifyInstance } from "fastify";
import { errors } from "../../errors.ts";
import { mountRoute } from "../../http/mount-route.ts";
import type { Services } from "../../services.ts";
import { mailView } from "./mail-view.ts";
import { mailingRepository } from "./mailing.repository.ts";
import { previewSending } from "./preview-mail.ts";
import { reminderStops } from "./reminder-stops.repository.ts";
import { stopView } from "./stop-reminders.ts";
import { sendInvoice } from "./send-invoice.ts";

/** The mails about invoices: their history, and sending by hand. */
export function mountMailing(app: FastifyInstance, services: Services): void {
  mountRoute(app, services, listInvoiceMails, async ({ params, transaction }) => {
    return await transaction(async (tx) => {
      if (!(await mailingRepository.exists(tx, params.id))) throw errors.notFound();
      const stop = await reminderStops.of(tx, params.id);
      return {
        results: (await mailingRepository.history(tx, params.id)).map(mailView),
        reminder_stop: stop ? stopView(stop, services.clock.today()) : null,
      };
    });
  });

  mountRoute(app, services, previewSendingRoute, async ({ params, transaction, distributorId }) =>
    transaction((tx) =>
      previewSending(tx, services.config, distributorId, params.id, services.clock.today()),
    ),
  );

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
