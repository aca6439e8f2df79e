import { inTransaction } from "../../db/scope.ts";
import { sendUnlessRefused } from "../../send-mail.ts";
import type { Job, Services } from "../../services.ts";
import { applyPayment } from "./apply-payment.ts";
import { refusedPaymentMail } from "./refused-payment.mail.ts";
import { liveSubscription, overdueWord, payer } from "./subscriptions.repository.ts";

type DataOf<Name extends Job["name"]> = Extract<Job, { name: Name }>["data"];

/** The work behind `warn-of-refused-payment`. Run twice it writes twice: better than not at all. */
async function warnOfRefusedPayment(
  services: Services,
  { distributor_id }: DataOf<"warn-of-refused-payment">,
): Promise<void> {
  const scope = { kind: "distributor", distributorId: distributor_id } as const;
  const to = await inTransaction(services.pool, scope, async (tx) => {
    // Paid meanwhile, or over: its word was first, or the mail could not leave before.
    if (!(await liveSubscription(tx, distributor_id))?.is_payment_refused) return undefined;
    return await payer(tx, distributor_id);
  });
  if (!to) return;
  const link = `${services.config.publicUrl}/subscription/plan`;
  await sendUnlessRefused(services, refusedPaymentMail({ to: to.email, firstName: to.first_name, link }));
}

/**
 * The work behind `subscription-round`: asks the provider about what it should have told by now. Its events are the word, and one that
 * was lost for good (we were away for longer than it repeats them) must not give a right for ever, nor keep what was paid.
 */
async function subscriptionRound(services: Services): Promise<void> {
  const { pool, clock, jobs } = services;
  await inTransaction(pool, { kind: "all" }, async (tx) => {
    for (const { kind, id } of await overdueWord(tx, clock.today(), clock.now()))
      await jobs.enqueue(tx, { name: "apply-payment", data: { kind, id, event_id: null } });
  });
}

/** Handlers for `Jobs.work` and `Jobs.drain`. */
export const subscriptionHandlers = (services: Services) => ({
  "subscription-round": () => subscriptionRound(services),
  "apply-payment": (data: DataOf<"apply-payment">) => applyPayment(services, data),
  "warn-of-refused-payment": (data: DataOf<"warn-of-refused-payment">) =>
    warnOfRefusedPayment(services, data),
});
