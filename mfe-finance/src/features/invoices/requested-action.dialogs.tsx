import type { InvoiceDetail } from "@bobine/contract/invoice-detail";
import { invoiceTitle } from "@bobine/contract/status-labels";
import { describeError, dropDraft, isRefusal } from "@bobine/shared-auth";
import { notifySuccess } from "@bobine/shared-ui";
import { useMemo } from "react";
import { ApplyCredit } from "../../client-credits/apply-credit.tsx";
import { StopReminders } from "../../reminder-stop/stop-reminders.tsx";
import { CreditNoteDialog } from "./credit-note.dialog.tsx";
import { DefaultDialog } from "./invoice-action.dialogs.tsx";
import { commentDraft, creditNoteDraft } from "./invoice-action.drafts.ts";
import type { RequestedAction } from "./invoice-detail.view.tsx";
import { useInvoiceActions } from "./invoices.queries.ts";
import { ACTION_TEXTS } from "./invoices.texts.ts";
import { ProvisionDialog } from "./provision.dialog.tsx";
import { provisionDraft } from "./provision.draft.ts";
import { PROVISION_TEXTS } from "./provision.texts.ts";
import { SendDialog } from "./send-invoice.dialog.tsx";

const NONE = {};

interface RequestedActionDialogsProps {
  /** Of the invoice. */
  id: number;
  detail: InvoiceDetail | undefined;
  asked: RequestedAction | "nothing" | undefined;
  onRefused: () => void;
  /** Done or given up: nothing is asked for any more. */
  close: () => void;
}

/** The dialog of what is to be done with an invoice, and the call that does it. */
export function RequestedActionDialogs({ id, detail, asked, onRefused, close }: RequestedActionDialogsProps) {
  const { change, credit, provide } = useInvoiceActions(id);
  const invoice = detail?.invoice;
  const done = (message: string) => {
    dropDraft(commentDraft(id));
    dropDraft(creditNoteDraft(id));
    dropDraft(provisionDraft(id));
    close();
    notifySuccess(message);
  };
  const errorOf = (error: Error | null, fallback: string): string | undefined => {
    if (!error) return undefined;
    const { fieldErrors, message } = describeError(error, fallback);
    return fieldErrors["lines"] ?? fieldErrors["reason"] ?? message;
  };
  const refused = useMemo(
    () => (provide.error ? describeError(provide.error, PROVISION_TEXTS.failed) : undefined),
    [provide.error],
  );
  const dismiss = () => {
    for (const action of [change, credit, provide]) action.reset();
    close();
  };
  return (
    <>
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
        <SendDialog id={id} number={invoice.invoice_number} done={done} close={dismiss} />
      ) : null}
      {invoice && asked === "stop" ? (
        <StopReminders id={id} number={invoice.invoice_number} close={close} />
      ) : null}
      {detail && invoice && asked === "apply" ? (
        <ApplyCredit
          credit={{
            id: `note:${id}`,
            label: invoiceTitle(invoice),
            remaining: invoice.remaining_credit,
            cinema_id: invoice.cinema_id,
            client_account: detail.client_account,
          }}
          close={dismiss}
        />
      ) : null}
      {detail?.provision && asked === "provision" ? (
        <ProvisionDialog
          id={id}
          number={detail.invoice.invoice_number}
          provision={detail.provision}
          pending={provide.isPending}
          error={refused?.message}
          fieldErrors={refused?.fieldErrors ?? NONE}
          onConfirm={(body) => provide.mutate(body, { onSuccess: () => done(PROVISION_TEXTS.saved) })}
          close={dismiss}
        />
      ) : null}
      {detail && asked === "credit" ? (
        <CreditNoteDialog
          id={id}
          number={detail.invoice.invoice_number}
          creditable={detail.creditable}
          pending={credit.isPending}
          error={errorOf(credit.error, ACTION_TEXTS.creditFailed)}
          onConfirm={(body, forgetSent) =>
            credit.mutate(body, {
              onSuccess: (made) => done(ACTION_TEXTS.credited(made.invoice_number)),
              // Somebody else may have credited meanwhile: what is left shows anew.
              onError: (error) => {
                if (isRefusal(error)) forgetSent();
                onRefused();
              },
            })
          }
          close={dismiss}
        />
      ) : null}
    </>
  );
}
