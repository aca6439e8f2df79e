import type { ChoosableInvoice } from "@bobine/contract/user-actions";
import { describeError } from "@bobine/shared-auth";
import { EmptyState, ErrorCard } from "@bobine/shared-ui";
import { Box, Button, Center, Group, Loader, SegmentedControl } from "@mantine/core";
import { usePdfUrl } from "../../use-object-url.ts";
import classes from "./workbench.module.css";
import { useInvoiceDocument } from "./user-actions.queries.ts";
import { DESK_TEXTS } from "./user-actions.texts.ts";
import { KeyCap } from "../../key-cap.tsx";

interface DocumentPaneProps {
  /** Of the choice: one of them shows, the others are a click away. */
  invoices: readonly ChoosableInvoice[];
  shown: ChoosableInvoice;
  onShow: (invoice: ChoosableInvoice) => void;
  close: () => void;
}

/** The PDF of an invoice beside the action that it may answer. */
export function DocumentPane({ invoices, shown, onShow, close }: DocumentPaneProps) {
  return (
    <section className={classes["panel"]} aria-label={`PDF de ${shown.invoice_number}`}>
      <Group justify="space-between" gap="xs" mb="xs">
        {invoices.length > 1 ? (
          <SegmentedControl
            size="xs"
            aria-label="Facture montrée"
            value={String(shown.id)}
            onChange={(id) => {
              const next = invoices.find((invoice) => String(invoice.id) === id);
              if (next) onShow(next);
            }}
            data={invoices.map(({ id, invoice_number }) => ({ value: String(id), label: invoice_number }))}
          />
        ) : (
          <strong>{shown.invoice_number}</strong>
        )}
        <Button size="compact-sm" variant="default" rightSection={<KeyCap>P</KeyCap>} onClick={close}>
          {DESK_TEXTS.closePreview}
        </Button>
      </Group>
      <Document fileId={shown.file_id} name={shown.invoice_number} />
    </section>
  );
}

function Document({ fileId, name }: { fileId: number | null; name: string }) {
  const content = useInvoiceDocument(fileId);
  const url = usePdfUrl(content.data?.blob);
  if (fileId === null) return <EmptyState text={DESK_TEXTS.noPdf} />;
  if (content.isError) {
    return (
      <ErrorCard
        title={describeError(content.error, DESK_TEXTS.pdfFailed).message}
        onRetry={() => void content.refetch()}
      />
    );
  }
  if (!url) {
    return (
      <Center className={classes["document"]} aria-busy="true">
        <Box component="output" display="block" aria-label="Chargement…">
          <Loader />
        </Box>
      </Center>
    );
  }
  // No sandbox: Chromium refuses PDFs in one. The type is pinned, so the frame can hold nothing but a PDF.
  return (
    <iframe title={`Aperçu de ${name}`} src={`${url}#navpanes=0&view=FitH`} className={classes["document"]} />
  );
}
