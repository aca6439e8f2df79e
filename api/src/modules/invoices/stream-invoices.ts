import type { PassThrough } from "node:stream";
import { INVOICE_LIST_CSV } from "@bobine/contract/invoices";
import type { Tx } from "../../db/scope.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import { streamBody, writeJsonRows } from "../../http/stream-body.ts";
import { concurrencyLimiter } from "../../http/concurrency-limiter.ts";
import { INVOICE_CSV_HEADER, invoiceCsvLine } from "./invoice-list-csv.ts";
import { type InvoiceList, invoicesRepository } from "./invoices.repository.ts";

/** A whole list holds a database session until its reader has taken it: a few at a time leave the others alone. */
const limiter = concurrencyLimiter(4, 2);

/** `{results: [all], next, previous, count}` at the reader's pace; never more than one fetch of rows is in memory. */
export async function streamInvoices(
  transaction: (work: (tx: Tx) => Promise<void>) => Promise<void>,
  list: InvoiceList,
): Promise<PassThrough> {
  return await streamBody(limiter, list.distributorId, transaction, async (tx, write) => {
    const count = await writeJsonRows(write, invoicesRepository.all(tx, list), '{"results":');
    await write(`,"next":null,"previous":null,"count":${count}}`);
  });
}

/** The list as a CSV file, in the same way; who took it, and how much, is in the audit log once it is taken. */
export async function streamInvoiceCsv(
  transaction: (work: (tx: Tx) => Promise<void>) => Promise<void>,
  list: InvoiceList,
  source: AuditSource,
): Promise<PassThrough> {
  return await streamBody(limiter, list.distributorId, transaction, async (tx, write) => {
    await write(INVOICE_CSV_HEADER);
    let row_count = 0;
    for await (const rows of invoicesRepository.plain(tx, list)) {
      await write(rows.map(invoiceCsvLine).join(""));
      row_count += rows.length;
    }
    await writeAudit(tx, source, "other", {
      event: "invoice_list_export",
      file_name: INVOICE_LIST_CSV,
      row_count,
    });
  });
}
