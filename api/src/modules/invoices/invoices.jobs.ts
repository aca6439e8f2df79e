import { inTransaction } from "../../db/scope.ts";
import type { Job, Services } from "../../services.ts";
import { requestProposals } from "../banking/propose-again.ts";
import { issueInvoices } from "./issue-invoices.ts";
import { makeMissingDocuments } from "./make-documents.ts";

type DataOf<Name extends Job["name"]> = Extract<Job, { name: Name }>["data"];

/**
 * The work behind `issue-invoices`: it may run twice, or after a run that died half-way, and comes to the same. The documents
 * are drawn by a job of their own, so that nobody's invoices wait for the drawing of somebody else's.
 */
export async function runIssueInvoices(
  services: Services,
  { distributor_id }: DataOf<"issue-invoices">,
  signal?: AbortSignal,
): Promise<void> {
  const report = await issueInvoices(services, distributor_id, signal);
  if (report.invoices.length + report.credit_notes.length > 0) {
    await inTransaction(services.pool, { kind: "distributor", distributorId: distributor_id }, async (tx) => {
      await services.jobs.enqueue(tx, { name: "draw-documents", data: { distributor_id } });
      await requestProposals(tx, services.jobs, { distributorIds: [distributor_id] });
    });
  }
  services.log.info(
    {
      distributor_id,
      invoices: report.invoices.length,
      credit_notes: report.credit_notes.length,
      not_invoiceable: report.not_invoiceable.length,
      undecided: report.undecided.length,
      distributor_missing: report.distributor_missing,
    },
    "invoices issued",
  );
}

/** The work behind `draw-documents`. A document that it could not draw is drawn for the first who asks for it. */
export async function runDrawDocuments(
  services: Services,
  { distributor_id }: DataOf<"draw-documents">,
  signal?: AbortSignal,
): Promise<void> {
  const documents = await makeMissingDocuments(services, distributor_id, signal);
  services.log.info({ distributor_id, documents }, "documents drawn");
}

/** Handlers for `Jobs.work` and `Jobs.drain`. */
export const invoicingHandlers = (services: Services) => ({
  "issue-invoices": (data: DataOf<"issue-invoices">, signal?: AbortSignal) =>
    runIssueInvoices(services, data, signal),
  "draw-documents": (data: DataOf<"draw-documents">, signal?: AbortSignal) =>
    runDrawDocuments(services, data, signal),
});
