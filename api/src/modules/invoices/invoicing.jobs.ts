import type { Job, Services } from "../../services.ts";
import { issueInvoices } from "./issue-invoices.ts";
import { makeMissingDocuments } from "./make-documents.ts";

type IssueJob = Extract<Job, { name: "issue-invoices" }>["data"];

/** The work behind `issue-invoices`: it may run twice, or after a run that died half-way, and comes to the same. */
export async function runIssueInvoices(services: Services, { distributor_id }: IssueJob): Promise<void> {
  const report = await issueInvoices(services, distributor_id);
  const documents = await makeMissingDocuments(services, distributor_id);
  services.log.info(
    {
      distributor_id,
      invoices: report.invoices.length,
      credit_notes: report.credit_notes.length,
      documents,
      not_invoiceable: report.not_invoiceable.length,
      distributor_missing: report.distributor_missing,
    },
    "invoices issued",
  );
}

/** Handlers for `Jobs.work` and `Jobs.drain`. */
export const invoicingHandlers = (services: Services) => ({
  "issue-invoices": (data: IssueJob) => runIssueInvoices(services, data),
});
