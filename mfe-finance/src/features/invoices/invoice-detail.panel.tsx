import type { InvoiceStatus } from "@bobine/contract/invoices";
import { INVOICE_TYPE, invoiceTitle } from "@bobine/contract/status-labels";
import { describeError, dropDraft, hasDraft } from "@bobine/shared-auth";
import { ErrorCard, notifySuccess } from "@bobine/shared-ui";
import { Drawer, Skeleton, Stack } from "@mantine/core";
import { useMemo, useState } from "react";
import { ApplyCredit } from "../../client-credits/apply-credit.tsx";
import { CreditNoteDialog } from "./credit-note.dialog.tsx";
import { type RequestedAction, InvoiceDetailView } from "./invoice-detail.view.tsx";
import { DefaultDialog, SendDialog } from "./invoice-action.dialogs.tsx";
import { commentDraft, creditNoteDraft } from "./invoice-action.drafts.ts";
import { useInvoiceActions, useInvoiceDetail, useInvoiceMails } from "./invoices.queries.ts";
import { ProvisionDialog } from "./provision.dialog.tsx";
import { provisionDraft } from "./provision.draft.ts";
import { PROVISION_TEXTS } from "./provision.texts.ts";
import { ACTION_TEXTS, TEXTS } from "./invoices.texts.ts";

const NONE = {};

/** Everything about one invoice, beside the list, with what one can do with it. */
export function InvoiceDetailPanel({
  id,
  isCovered,
  onPreview,
  close,
}: {
  id: number;
  /** A dialog is over it: Escape is that dialog's. */
  isCovered: boolean;
  onPreview: () => void;
  close: () => void;
}) {
  const detail = useInvoiceDetail(id);
  const mails = useInvoiceMails(id);
  const { change, credit, send, provide } = useInvoiceActions(id);
  const [chosen, setAsked] = useState<RequestedAction | "nothing">();
  // Until something is asked for: the form that a reload or an ended session interrupted.
  const [interrupted] = useState(() => interruptedAction(id));
  const [isUndoing, setIsUndoing] = useState(false);
  const invoice = detail.data?.invoice;
  const asked = chosen ?? (invoice && interrupted?.of(invoice.status));
  const done = (message: string) => {
    dropDraft(commentDraft(id));
    dropDraft(creditNoteDraft(id));
    dropDraft(provisionDraft(id));
    setAsked("nothing");
    notifySuccess(message);
  };
  const errorOf = (error: Error | null, fallback: string): string | undefined =>
    error ? (describeError(error).fieldErrors["lines"] ?? describeError(error, fallback).message) : undefined;
  const refused = useMemo(
    () => (provide.error ? describeError(provide.error, PROVISION_TEXTS.failed) : undefined),
    [provide.error],
  );
  const dismiss = () => {
    for (const action of [change, credit, send, provide]) action.reset();
    setAsked("nothing");
  };
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size="min(760px, 100vw)"
      padding="lg"
      closeOnEscape={(asked === undefined || asked === "nothing") && !isUndoing && !isCovered}
      title={invoice ? invoiceTitle(invoice) : INVOICE_TYPE.invoice}
      styles={{ title: { fontSize: "1.15rem", fontWeight: 650 } }}
    >
      {detail.data ? (
        <InvoiceDetailView
          detail={detail.data}
          mails={mails.data?.results}
          mailsError={mails.isError && !mails.data}
          onAction={setAsked}
          onPreview={onPreview}
          onAsking={setIsUndoing}
        />
      ) : detail.isError ? (
        <ErrorCard
          title={describeError(detail.error, TEXTS.detailFailed).message}
          onRetry={() => void detail.refetch()}
        />
      ) : (
        <Stack gap="md" aria-busy="true" aria-label="Chargement…">
          <Skeleton height={34} radius="md" />
          <Skeleton height={86} radius="md" />
          <Skeleton height={180} radius="md" />
          <Skeleton height={120} radius="md" />
        </Stack>
      )}
      {invoice && (asked === "default" || asked === "reopen") ? (
        <DefaultDialog
          id={id}
          number={invoice.invoice_number}
          isReopening={asked === "reopen"}
          pending={change.isPending}
          error={errorOf(
            change.error,
            asked === "default" ? ACTION_TEXTS.defaultFailed : ACTION_TEXTS.reopenFailed,
          )}
          onConfirm={(comment) =>
            change.mutate(
              {
                status: asked === "default" ? "default" : "awaiting_payment",
                ...(comment ? { comment } : {}),
              },
              {
                onSuccess: () => done(asked === "default" ? ACTION_TEXTS.defaulted : ACTION_TEXTS.reopened),
              },
            )
          }
          close={dismiss}
        />
      ) : null}
      {invoice && asked === "send" ? (
        <SendDialog
          number={invoice.invoice_number}
          pending={send.isPending}
          error={errorOf(send.error, ACTION_TEXTS.sendFailed)}
          onConfirm={() => send.mutate(undefined, { onSuccess: () => done(ACTION_TEXTS.sent) })}
          close={dismiss}
        />
      ) : null}
      {invoice && asked === "apply" ? (
        <ApplyCredit
          credit={{
            id: `note:${id}`,
            label: invoiceTitle(invoice),
            remaining: invoice.remaining_credit,
            cinema_id: invoice.cinema_id,
          }}
          close={dismiss}
        />
      ) : null}
      {detail.data?.provision && asked === "provision" ? (
        <ProvisionDialog
          id={id}
          number={detail.data.invoice.invoice_number}
          provision={detail.data.provision}
          pending={provide.isPending}
          error={refused?.message}
          fieldErrors={refused?.fieldErrors ?? NONE}
          onConfirm={(body) => provide.mutate(body, { onSuccess: () => done(PROVISION_TEXTS.saved) })}
          close={dismiss}
        />
      ) : null}
      {detail.data && asked === "credit" ? (
        <CreditNoteDialog
          id={id}
          number={detail.data.invoice.invoice_number}
          films={detail.data.creditable}
          pending={credit.isPending}
          error={errorOf(credit.error, ACTION_TEXTS.creditFailed)}
          onConfirm={(body) =>
            credit.mutate(body, {
              onSuccess: (made) => done(ACTION_TEXTS.credited(made.invoice_number)),
              // Somebody else may have credited meanwhile: what is left shows anew.
              onError: () => void detail.refetch(),
            })
          }
          close={dismiss}
        />
      ) : null}
    </Drawer>
  );
}

/** The action that this tab keeps a draft of, once the status of the invoice is known. */
function interruptedAction(id: number): { of: (status: InvoiceStatus) => RequestedAction } | undefined {
  if (hasDraft(provisionDraft(id))) return { of: () => "provision" };
  if (hasDraft(creditNoteDraft(id))) return { of: () => "credit" };
  if (!hasDraft(commentDraft(id))) return undefined;
  return { of: (status) => (status === "default" ? "reopen" : "default") };
}
