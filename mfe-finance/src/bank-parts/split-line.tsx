import { type BankPartKind, bankPartSchema } from "@bobine/contract/bank-parts";
import { cents, centsFromWire, sumCents } from "@bobine/contract/money";
import type { ChoosableInvoice } from "@bobine/contract/user-actions";
import { describeError, type DraftKind, dropDraft, useUnfinishedWork } from "@bobine/shared-auth";
import { Dialog, ErrorCard, notifySuccess } from "@bobine/shared-ui";
import { Skeleton } from "@mantine/core";
import { BankPartsDialog } from "./bank-parts.dialog.tsx";
import { useDecideParts, useParts } from "./bank-parts.queries.ts";
import { PARTS_TEXTS as TEXTS } from "./bank-parts.texts.ts";
import { amountText, invoiceChoice, type TypedPart } from "./typed-parts.ts";

const { account: text } = bankPartSchema.shape;
/** What is typed of a line's parts. */
const draftOf = (id: number): DraftKind<TypedPart[]> => ({
  name: `bank-parts/${id}`,
  version: 1,
  schema: bankPartSchema.pick({}).extend({ choice: text, amount: text }).array(),
});

interface SplitLineProps {
  transactionId: number;
  /** What was chosen of it already: each is a part of what it owes. */
  invoices?: readonly ChoosableInvoice[];
  /** What the rest begins as; without it, what is proposed. */
  kind?: BankPartKind;
  onDecided?: () => void;
  close: () => void;
}

/** Reads a bank line, asks for its parts and saves them. */
export function SplitLine({ transactionId, invoices = [], kind, onDecided, close }: SplitLineProps) {
  const line = useParts(transactionId);
  const decide = useDecideParts(transactionId);
  useUnfinishedWork(decide.isPending ? "reconciliation" : undefined, TEXTS.title);
  if (!line.data)
    return (
      <Dialog opened title={TEXTS.title} onClose={close}>
        {line.error ? (
          <ErrorCard
            title={describeError(line.error, TEXTS.loadFailed).message}
            onRetry={() => void line.refetch()}
          />
        ) : (
          <Skeleton height={120} aria-label="Chargement…" />
        )}
      </Dialog>
    );
  const { label, accounts, proposal } = line.data;
  const amount = centsFromWire(line.data.amount);
  const paid = invoices.map((invoice) => ({
    choice: invoiceChoice(invoice.id),
    amount: amountText(centsFromWire(invoice.outstanding)),
  }));
  const rest = cents(amount - sumCents(invoices.map((invoice) => centsFromWire(invoice.outstanding))));
  const proposed = kind === undefined && proposal !== null && paid.length === 0 ? proposal : undefined;
  const choice =
    kind === "account" || kind === undefined ? (proposal?.kind === "account" ? proposal.account : "") : kind;
  const first = proposed?.kind === "fees" ? "fees" : choice;
  const described = decide.error ? describeError(decide.error, TEXTS.saveFailed) : undefined;
  return (
    <BankPartsDialog
      label={label}
      amount={amount}
      accounts={accounts}
      invoices={invoices.map((invoice) => ({
        choice: invoiceChoice(invoice.id),
        name: `Facture ${invoice.invoice_number}`,
      }))}
      initial={[
        ...paid,
        ...(rest === 0 && paid.length > 0 ? [] : [{ choice: first, amount: amountText(rest) }]),
      ]}
      reason={proposed?.reason}
      draft={draftOf(transactionId)}
      pending={decide.isPending}
      error={described && (described.fieldErrors["parts"] ?? described.message)}
      onConfirm={(parts) =>
        decide.mutate(parts, {
          onSuccess: () => {
            dropDraft(draftOf(transactionId));
            if (onDecided) onDecided();
            else notifySuccess(TEXTS.saved);
            close();
          },
        })
      }
      close={close}
    />
  );
}
