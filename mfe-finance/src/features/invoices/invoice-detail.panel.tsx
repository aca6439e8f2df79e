import type { InvoiceDetail } from "@bobine/contract/invoice-detail";
import { centsFromWire } from "@bobine/contract/money";
import { INVOICE_TYPE, invoiceTitle } from "@bobine/contract/status-labels";
import { describeError, hasDraft } from "@bobine/shared-auth";
import { Dialog, ErrorCard } from "@bobine/shared-ui";
import { Skeleton, Stack } from "@mantine/core";
import { useState } from "react";
import { applyDraft } from "../../client-credits/apply-credit.draft.ts";
import { stopDraft } from "../../reminder-stop/stop.draft.ts";
import { type RequestedAction, InvoiceDetailView } from "./invoice-detail.view.tsx";
import { commentDraft, creditNoteDraft } from "./invoice-action.drafts.ts";
import { useInvoiceDetail, useInvoiceMails } from "./invoices.queries.ts";
import { provisionDraft } from "./provision.draft.ts";
import { RequestedActionDialogs } from "./requested-action.dialogs.tsx";
import { TEXTS } from "./invoices.texts.ts";

/** Everything about one invoice, beside the list, with what one can do with it. */
export function InvoiceDetailPanel({
  id,
  onPreview,
  close,
}: {
  id: number;
  onPreview: () => void;
  close: () => void;
}) {
  const detail = useInvoiceDetail(id);
  const mails = useInvoiceMails(id);
  const [chosen, setAsked] = useState<RequestedAction | "nothing">();
  // Until something is asked for: the form that a reload or an ended session interrupted.
  const [interrupted] = useState(() => interruptedAction(id));
  const invoice = detail.data?.invoice;
  const asked = chosen ?? (invoice && interrupted?.of(invoice));
  return (
    <Dialog
      side="right"
      opened
      onClose={close}
      size="min(760px, 100vw)"
      padding="lg"
      title={invoice ? invoiceTitle(invoice) : INVOICE_TYPE.invoice}
      styles={{ title: { fontSize: "1.15rem", fontWeight: 650 } }}
    >
      {detail.data ? (
        <InvoiceDetailView
          detail={detail.data}
          mails={mails.data?.results}
          reminderStop={mails.data?.reminder_stop ?? undefined}
          mailsError={mails.isError && !mails.data}
          onAction={setAsked}
          onPreview={onPreview}
        />
      ) : detail.isError ? (
        <ErrorCard
          title={describeError(detail.error, TEXTS.detailFailed).message}
          onRetry={() => void detail.refetch()}
        />
      ) : (
        <Stack component="output" gap="md" aria-busy="true" aria-label="Chargement…">
          <Skeleton height={34} radius="md" />
          <Skeleton height={86} radius="md" />
          <Skeleton height={180} radius="md" />
          <Skeleton height={120} radius="md" />
        </Stack>
      )}
      <RequestedActionDialogs
        id={id}
        detail={detail.data}
        asked={asked}
        onRefused={() => void detail.refetch()}
        close={() => setAsked("nothing")}
      />
    </Dialog>
  );
}

/** The action that this tab keeps a draft of, once it is known how the invoice stands. */
function interruptedAction(
  id: number,
): { of: (invoice: InvoiceDetail["invoice"]) => RequestedAction | undefined } | undefined {
  if (hasDraft(provisionDraft(id))) return { of: () => "provision" };
  if (hasDraft(creditNoteDraft(id))) return { of: () => "credit" };
  if (hasDraft(stopDraft(id))) return { of: () => "stop" };
  if (hasDraft(applyDraft(`note:${id}`)))
    return { of: ({ remaining_credit }) => (centsFromWire(remaining_credit) > 0 ? "apply" : undefined) };
  if (!hasDraft(commentDraft(id))) return undefined;
  return { of: ({ status }) => (status === "default" ? "reopen" : "default") };
}
