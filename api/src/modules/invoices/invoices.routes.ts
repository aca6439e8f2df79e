import {
  changeInvoice,
  createInvoice,
  deleteInvoice,
  downloadInvoiceFile,
  type exportInvoiceList,
  getInvoice,
  INVOICE_CSV_MAX_BYTES,
  INVOICE_CSV_TOO_LARGE,
  listInvoiceFiles,
  looksLikeCsv,
  NOT_AN_INVOICE_CSV,
  totalInvoices,
  uploadInvoices,
} from "@bobine/contract/invoices";
import { confirmCinemas, discardCinemas, listCinemasToConfirm } from "@bobine/contract/invoice-confirmations";
import { createCreditNote, getInvoiceDetail, setProvision } from "@bobine/contract/invoice-detail";
import { invoicingBacklog } from "@bobine/contract/invoicing-backlog";
import { INVOICE_LIST } from "@bobine/contract/lists/invoices";
import { NO_FILE } from "@bobine/contract/box-office";
import type { QueryOf } from "@bobine/contract/route";
import type { FastifyInstance } from "fastify";
import { retriedOnClash } from "../../db/retried-on-clash.ts";
import { errors } from "../../errors.ts";
import { auditSourceOf } from "../../http/audit.ts";
import { isUnfiltered } from "../../http/is-unfiltered.ts";
import { mountList, mountPages } from "../../http/mount-list.ts";
import { mountRoute, type RequestContext } from "../../http/mount-route.ts";
import { PAGE_SIZE } from "../../http/pages.ts";
import { sendStoredFile } from "../../http/send-stored-file.ts";
import { withUpload } from "../../http/receive-upload.ts";
import type { SignedInUser } from "../../http/identity.ts";
import type { Services } from "../../services.ts";
import { confirmWaitingCinemas, discardWaitingCinemas } from "./confirm-cinemas.ts";
import { documentHeaders } from "./document-headers.ts";
import { requestProposals } from "../banking/propose-again.ts";
import { importInvoices, LIST_CLASHES } from "./import-invoices.ts";
import { orNumberTaken } from "./invoices.errors.ts";
import { type InvoiceList, invoicesRepository } from "./invoices.repository.ts";
import { makeCreditNote } from "./make-credit-note.ts";
import { ensureDocument } from "./make-documents.ts";
import { provisionInvoice } from "./provision-invoice.ts";
import { readBacklog } from "./read-backlog.ts";
import { readInvoiceDetail } from "./read-invoice-detail.ts";
import { toConfirmRepository } from "./to-confirm.repository.ts";
import { type InvoiceWriter, saveInvoice, removeInvoice, rewriteInvoice } from "./write-invoices.ts";

const UPLOAD = {
  field: "file",
  maxBytes: INVOICE_CSV_MAX_BYTES,
  tooLarge: INVOICE_CSV_TOO_LARGE,
  missing: NO_FILE,
};
/** How workbooks, old and new, and PDF documents begin: none is a CSV, whatever its name. */
const NOT_TEXT = ["504b0304", "d0cf11e0", "25504446"];

/** Invoices and their documents (UI-9). Ours come from a report; people write those of outside the product. */
export function mountInvoices(app: FastifyInstance, services: Services): void {
  const filterOf = ({ distributorId, query }: { distributorId: number; query: InvoiceQuery }) =>
    listOf(services, distributorId, query);
  mountList(app, services, INVOICE_LIST, {
    page: async (tx, context, page, size) => await invoicesRepository.page(tx, filterOf(context), page, size),
    whole: (tx, context) => invoicesRepository.all(tx, filterOf(context)),
    csv: (tx, context) => invoicesRepository.plain(tx, filterOf(context)),
    csvEvent: "invoice_list_export",
    readsAtOnce: true,
  });

  mountRoute(
    app,
    services,
    totalInvoices,
    async ({ query, transaction, distributorId }) => {
      const { distributorId: of, ...filter } = listOf(services, distributorId, query);
      return await transaction((tx) => invoicesRepository.totals(tx, of, filter));
    },
    // A plan for all values of a filter would read all invoices for the few that are in default.
    { readsAtOnce: isUnfiltered, asksAtOnce: isUnfiltered },
  );

  mountRoute(app, services, invoicingBacklog, async ({ transaction, distributorId }) =>
    transaction((tx) => readBacklog(tx, distributorId)),
  );

  mountRoute(app, services, getInvoice, async ({ params, transaction }) => {
    const invoice = await transaction((tx) => invoicesRepository.one(tx, params.id));
    if (!invoice) throw errors.notFound();
    return invoice;
  });

  mountRoute(
    app,
    services,
    getInvoiceDetail,
    async ({ params, transaction, distributorId }) =>
      await transaction((tx) => readInvoiceDetail(tx, distributorId, params.id)),
    { readsAtOnce: () => true },
  );

  mountRoute(app, services, createCreditNote, async (context) => {
    const writer = writerOf(services, context);
    return await context.transaction((tx) =>
      makeCreditNote(tx, services, writer, context.params.id, context.body),
    );
  });

  mountRoute(app, services, setProvision, async (context) => {
    const writer = writerOf(services, context);
    return await context.transaction((tx) => provisionInvoice(tx, writer, context.params.id, context.body));
  });

  mountRoute(app, services, createInvoice, async (context) => {
    const writer = writerOf(services, context);
    return await context.transaction(async (tx) => {
      const invoice = await saveInvoice(tx, writer, context.body);
      await requestProposals(tx, services.jobs, { distributorIds: [writer.distributorId] });
      return invoice;
    });
  });

  mountRoute(app, services, changeInvoice, async (context) => {
    const { body, params, transaction } = context;
    const writer = writerOf(services, context);
    return await orNumberTaken(body.invoice_number, () =>
      transaction((tx) => rewriteInvoice(tx, services.jobs, writer, params.id, body)),
    );
  });

  mountRoute(app, services, deleteInvoice, async (context) => {
    await context.transaction((tx) => removeInvoice(tx, writerOf(services, context), context.params.id));
    return undefined;
  });

  mountRoute(app, services, uploadInvoices, async (context) => {
    const writer = writerOf(services, context);
    return await withUpload(context.request, context.reply, UPLOAD, async (upload, signal) => {
      const isText = !NOT_TEXT.includes(upload.head.subarray(0, 4).toString("hex"));
      if (!isText || !looksLikeCsv(upload.fileName, upload.contentType))
        throw errors.upload(NOT_AN_INVOICE_CSV);
      return await importInvoices(services, writer, upload, context.query.accounting, signal);
    });
  });

  mountPages(app, services, listCinemasToConfirm, PAGE_SIZE, (tx, { distributorId }, page, size) =>
    toConfirmRepository.page(tx, distributorId, page, size),
  );

  mountRoute(app, services, confirmCinemas, async (context) => {
    const writer = writerOf(services, context);
    return await retriedOnClash(LIST_CLASHES, () =>
      context.transaction((tx) => confirmWaitingCinemas(tx, services.jobs, writer, context.body.cinemas)),
    );
  });

  mountRoute(app, services, discardCinemas, async (context) => {
    await context.transaction((tx) =>
      discardWaitingCinemas(tx, context.distributorId, auditSourceOf(context), context.body.cinemas),
    );
    return undefined;
  });

  mountRoute(app, services, listInvoiceFiles, async ({ params, transaction, distributorId }) => {
    // A document that its job has not made yet, or could not, is made for who asks.
    await ensureDocument(services, distributorId, params.id);
    const invoice = await transaction((tx) => invoicesRepository.one(tx, params.id));
    if (!invoice) throw errors.notFound();
    return { files: invoice.files };
  });

  mountRoute(app, services, downloadInvoiceFile, async ({ params, transaction, request, reply }) => {
    const file = await transaction((tx) => invoicesRepository.file(tx, params.id));
    if (!file) throw errors.notFound();
    return await sendStoredFile(request, reply, services.files, file, (head) => documentHeaders(file, head));
  });
}

type InvoiceQuery = QueryOf<typeof exportInvoiceList>;

/** The list of a query: « overdue » is by the day of the server. */
const listOf = (
  services: Services,
  distributorId: number,
  { overdue, ...query }: InvoiceQuery,
): InvoiceList => ({
  distributorId,
  ...query,
  overdueOn: overdue === undefined ? undefined : services.clock.today(),
});

const writerOf = (
  services: Services,
  context: Pick<RequestContext, "request"> & { user: SignedInUser; distributorId: number },
): InvoiceWriter => ({
  distributorId: context.distributorId,
  userId: context.user.id,
  today: services.clock.today(),
  now: services.clock.now(),
  source: auditSourceOf(context),
});
