import { INVOICE_CSV_MAX_BYTES, looksLikeCsv } from "@bobine/contract/invoices";
import { TEXTS } from "./issued-invoices.texts.ts";

/** What is wrong with the chosen file (API-6); undefined when it may be sent. */
export function invoiceListError(file: Pick<File, "name" | "type" | "size"> | null): string | undefined {
  if (!file) return TEXTS.required;
  if (!looksLikeCsv(file.name, file.type)) return TEXTS.notCsv;
  return file.size > INVOICE_CSV_MAX_BYTES ? TEXTS.tooLarge : undefined;
}
