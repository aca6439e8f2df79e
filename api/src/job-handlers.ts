import { issueInvoices } from "./modules/invoices/issue-invoices.ts";
import type { JobHandlers } from "./platform/jobs.ts";
import type { Services } from "./services.ts";

/** What each job does. */
export const jobHandlers = (services: Services): JobHandlers => ({
  "issue-invoices": async ({ distributor_id }) => {
    const report = await issueInvoices(services, distributor_id);
    services.log.info(
      {
        distributor_id,
        invoices: report.invoices.length,
        credit_notes: report.credit_notes.length,
        not_invoiceable: report.not_invoiceable.length,
        distributor_missing: report.distributor_missing,
      },
      "invoices issued",
    );
  },
});
