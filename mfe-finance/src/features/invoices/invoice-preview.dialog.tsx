import type { Invoice, InvoiceFile } from "@bobine/contract/invoices";
import { invoiceTitle } from "@bobine/contract/status-labels";
import { Dialog, EmptyState, ErrorCard, formatFileSize } from "@bobine/shared-ui";
import { Box, Button, Center, Group, Loader, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useEffect, useMemo } from "react";
import { TEXTS } from "./invoices.texts.ts";

const RELEASE_AFTER_MS = 60_000;

/** The page in the width of the frame, on a phone too, without the list of pages beside it. */
const VIEW = "#navpanes=0&view=FitH";

interface InvoicePreviewDialogProps {
  /** Undefined while it loads. */
  invoice: Invoice | undefined;
  error: string | undefined;
  onRetry: () => void;
  /** Undefined while they load. */
  files: readonly InvoiceFile[] | undefined;
  file: InvoiceFile | undefined;
  onFile: (id: number) => void;
  /** The bytes of `file`, undefined while they load. */
  content: Blob | undefined;
  close: () => void;
}

/** Shows an invoice's document as it was sent, and lets it be saved (UI-9). It fetches nothing. */
export function InvoicePreviewDialog(props: InvoicePreviewDialogProps) {
  const { invoice, files, file, content } = props;
  const isPdf = file?.content_type === "application/pdf";
  const url = useObjectUrl(content, file?.content_type);
  return (
    <Dialog
      opened
      onClose={props.close}
      size="min(1100px, 94vw)"
      title={invoice ? `${invoiceTitle(invoice)} – ${invoice.cinema_name}` : TEXTS.title}
    >
      <Stack gap="md">
        {files && files.length > 1 ? (
          <SegmentedControl
            aria-label="Document"
            value={String(file?.id ?? "")}
            onChange={(id) => props.onFile(Number(id))}
            data={files.map((f) => ({ value: String(f.id), label: f.file_name }))}
          />
        ) : null}
        <Preview {...props} url={url} isPdf={isPdf} />
        <Group justify="space-between" gap="xs">
          <Text size="sm" c="dimmed">
            {file ? `${file.file_name} · ${formatFileSize(file.size)}` : ""}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={props.close}>
              Fermer
            </Button>
            <Button
              disabled={url === undefined}
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => (url && file ? save(url, file.file_name) : undefined)}
            >
              Télécharger
            </Button>
          </Group>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Preview({
  files,
  error,
  onRetry,
  file,
  url,
  isPdf,
}: InvoicePreviewDialogProps & { url: string | undefined; isPdf: boolean }) {
  if (error !== undefined) return <ErrorCard title={error} onRetry={onRetry} />;
  if (files && !file) return <EmptyState text={TEXTS.noFile} />;
  if (file && !isPdf) return <EmptyState text={TEXTS.noPreview} />;
  if (!url) {
    return (
      <Center h="70dvh" aria-busy="true">
        <Box component="output" display="block" aria-label="Chargement…">
          <Loader />
        </Box>
      </Center>
    );
  }
  // No sandbox: Chromium refuses PDFs in one. The type is pinned above, so the frame can hold nothing but a PDF.
  return (
    <iframe
      title={`Aperçu de ${file?.file_name ?? "la facture"}`}
      src={`${url}${VIEW}`}
      style={{ width: "100%", height: "70dvh", border: 0, borderRadius: 8 }}
    />
  );
}

function save(url: string, fileName: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
}

/** An address for bytes that are in memory. The type is ours, never the content's own idea (SEC-9). */
function useObjectUrl(content: Blob | undefined, type: string | undefined): string | undefined {
  const url = useMemo(() => {
    if (!content) return undefined;
    const pinned = type === "application/pdf" ? type : "application/octet-stream";
    return URL.createObjectURL(new Blob([content], { type: pinned }));
  }, [content, type]);
  useEffect(
    () => () => {
      // A frame or a download may still be reading.
      if (url) setTimeout(() => URL.revokeObjectURL(url), RELEASE_AFTER_MS);
    },
    [url],
  );
  return url;
}
