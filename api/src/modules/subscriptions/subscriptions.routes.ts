import {
  cancelSubscription,
  changePaymentMethod,
  changePlan as changePlanRoute,
  readBilling as readBillingRoute,
  resumeSubscription,
} from "@bobine/contract/billing";
import { getSubscription, listPlans, paymentWebhook, subscribe } from "@bobine/contract/subscriptions";
import type { FastifyInstance } from "fastify";
import { errors } from "../../errors.ts";
import { auditSourceOf } from "../../http/audit.ts";
import { mountRoute, type RequestContext } from "../../http/mount-route.ts";
import { readRawBodies, rawBodyOf } from "../../http/raw-body.ts";
import type { Services } from "../../services.ts";
import { changePlan, openCardPage, readBilling, setCancelled } from "./manage-subscription.ts";
import { openCheckout } from "./subscribe.ts";
import { closeEvent, saveEvent, liveSubscription, offeredPlans } from "./subscriptions.repository.ts";

/** Plans, their checkout by card, and the subscription of a distributor (UI-21, SUB-1). */
export async function mountSubscriptions(app: FastifyInstance, services: Services): Promise<void> {
  mountRoute(app, services, listPlans, async ({ transaction }) => transaction(offeredPlans));

  mountRoute(app, services, getSubscription, async ({ transaction, distributorId, reply }) => {
    const subscription = await transaction((tx) => liveSubscription(tx, distributorId));
    return subscription ?? reply.status(204).send();
  });

  mountRoute(app, services, subscribe, async (context) => {
    const { body, distributorId, user } = context;
    const order = { distributorId, userId: user.id, planId: body.plan_id, source: auditSourceOf(context) };
    return { checkout_url: await openCheckout(services, order) };
  });

  mountRoute(app, services, readBillingRoute, ({ distributorId }) => readBilling(services, distributorId));
  mountRoute(app, services, changePlanRoute, (context) =>
    changePlan(services, askedBy(context), context.body.plan_id),
  );
  mountRoute(app, services, cancelSubscription, (context) => setCancelled(services, askedBy(context), true));
  mountRoute(app, services, resumeSubscription, (context) => setCancelled(services, askedBy(context), false));
  mountRoute(app, services, changePaymentMethod, async ({ distributorId }) => ({
    page_url: await openCardPage(services, distributorId),
  }));

  await app.register(async (webhooks) => {
    readRawBodies(webhooks);
    mountRoute(webhooks, services, paymentWebhook, async ({ request, transaction }) => {
      const signature = request.headers["stripe-signature"];
      const event = services.payments.readEvent(
        rawBodyOf(request),
        typeof signature === "string" ? signature : undefined,
        services.clock.now(),
      );
      if (!event) throw errors.subscription.notSigned();
      await transaction(async (tx) => {
        // Its second coming is answered as the first, and does nothing.
        if (!(await saveEvent(tx, event, services.clock.now()))) return;
        const { kind, id } = event.subject;
        if (kind === "other") await closeEvent(tx, event.id, "ignored", services.clock.now());
        else
          await services.jobs.enqueue(tx, {
            name: "apply-payment",
            data: { kind, id, event_id: event.id },
          });
      });
      return { received: true as const };
    });
  });
}

const askedBy = (
  context: RequestContext<typeof changePlanRoute | typeof cancelSubscription | typeof resumeSubscription>,
) => ({ distributorId: context.distributorId, source: auditSourceOf(context) });
