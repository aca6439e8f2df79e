import { describeError } from "@bobine/shared-auth";
import { useState } from "react";
import { InvoicePreviewDialog } from "./invoice-preview.dialog.tsx";
import { useInvoice, useInvoiceFile, useInvoiceFiles } from "./invoices.queries.ts";
import { TEXTS } from "./invoices.texts.ts";

/** Loads what the dialog shows, so that the dialog itself fetches nothing. */
export function InvoicePreview({ id, close }: { id: number; close: () => void }) {
  const [chosen, setChosen] = useState<number>();
  const invoice = useInvoice(id);
  const documents = useInvoiceFiles(id);
  const files = documents.data?.files;
  const file =
    files?.find((f) => f.id === chosen) ??
    files?.find((f) => f.content_type === "application/pdf") ??
    files?.[0];
  const content = useInvoiceFile(file);
  // What is read again in vain takes away nothing that shows.
  const failed = [invoice, documents, content].find((query) => query.error && query.data === undefined);
  const error = failed
    ? describeError(failed.error, failed === invoice ? TEXTS.loadFailed : TEXTS.fileFailed).message
    : undefined;
  return (
    <InvoicePreviewDialog
      invoice={invoice.data}
      error={error}
      onRetry={() => void failed?.refetch()}
      files={files}
      file={file}
      onFile={setChosen}
      content={content.data?.blob}
      close={close}
    />
  );
}
