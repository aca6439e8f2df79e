import { forgetOldKeys } from "./http/idempotency.ts";
import { authHandlers } from "./modules/auth/mail-link.ts";
import { bankDetailsHandlers } from "./modules/bank-details/bank-details.jobs.ts";
import { bankConnectionHandlers } from "./modules/bank-connection/synchronise-bank.ts";
import { removeExpiredStatements } from "./modules/banking/store-statement.ts";
import { endAbandonedBatches } from "./modules/banking/letter-in-packs.ts";
import { bankingHandlers } from "./modules/banking/propose-again.ts";
import { cinemaHandlers } from "./modules/cinemas/cinemas.jobs.ts";
import { lotHandlers } from "./modules/exports/prepare-lot.ts";
import { closeDefaultProposals } from "./modules/invoices/default-proposals.repository.ts";
import { invoicingHandlers } from "./modules/invoices/invoices.jobs.ts";
import { mailingHandlers } from "./modules/mailing/mailing.jobs.ts";
import { prospectHandlers } from "./modules/prospects/prospects.jobs.ts";
import { peopleHandlers } from "./modules/people/people.jobs.ts";
import { forgetBuildReports, remotesHandlers } from "./modules/remotes/remotes.jobs.ts";
import { secondFactorHandlers } from "./modules/second-factor/second-factor.jobs.ts";
import { subscriptionHandlers } from "./modules/subscriptions/subscriptions.jobs.ts";
import type { JobHandlers } from "./platform/jobs.ts";
import type { Services } from "./services.ts";

/** What each job does. */
export const jobHandlers = (services: Services): JobHandlers => ({
  ...authHandlers(services),
  ...invoicingHandlers(services),
  ...lotHandlers(services),
  ...mailingHandlers(services),
  ...subscriptionHandlers(services),
  // Each morning.
  "subscription-round": async () => {
    await forgetOldKeys(services.pool, services.clock.now());
    await subscriptionHandlers(services)["subscription-round"]();
  },
  ...prospectHandlers(services),
  ...cinemaHandlers(services),
  ...bankConnectionHandlers(services),
  // Each hour.
  "bank-round": async () => {
    await removeExpiredStatements(services);
    await forgetBuildReports(services);
    await closeDefaultProposals(services);
    await bankConnectionHandlers(services)["bank-round"]();
    await endAbandonedBatches(services);
  },
  // Each night, before people come: what is older than is kept leaves the audit log (SEC-28).
  "archive-round": async (_data, signal) => services.asOperator?.(["audit", "archive"], signal),
  ...bankingHandlers(services),
  ...bankDetailsHandlers(services),
  ...secondFactorHandlers(services),
  ...peopleHandlers(services),
  ...remotesHandlers(services),
});
