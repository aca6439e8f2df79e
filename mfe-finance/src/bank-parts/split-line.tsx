import type { ChoosableInvoice } from "@bobine/contract/user-actions";
import { describeError, dropDraft, useUnfinishedWork } from "@bobine/shared-auth";
import { Dialog, ErrorCard, notifySuccess } from "@bobine/shared-ui";
import { Box, Skeleton } from "@mantine/core";
import { useState } from "react";
import { AccountChoices } from "./account-choices.tsx";
import { BankPartsDialog } from "./bank-parts.dialog.tsx";
import { useDecideParts, useParts } from "./bank-parts.queries.ts";
import { PARTS_TEXTS as TEXTS } from "./bank-parts.texts.ts";
import { InternalTransfer, useTransferDecision } from "./internal-transfer.tsx";
import { offeredInvoice, partLineOf, type PartKind } from "./part-line.ts";
import { initialParts, reasonOfInitial } from "./part-offers.ts";
import { partsDraft } from "./parts.draft.ts";
import { wrongPartOf } from "./typed-parts.ts";

interface SplitLineProps {
  transactionId: number;
  /** What was chosen of it already: each is a part of what it owes. */
  invoices?: readonly ChoosableInvoice[];
  /** What the rest begins as; without it, what is proposed. */
  kind?: PartKind;
  onDecided?: () => void;
  close: () => void;
}

/** Reads a bank line, asks for its parts and saves them. */
export function SplitLine({ transactionId, invoices = [], kind, onDecided, close }: SplitLineProps) {
  const read = useParts(transactionId);
  const decide = useDecideParts(transactionId, "dialog");
  const done = (message: string) => {
    dropDraft(partsDraft(transactionId));
    if (onDecided) onDecided();
    else notifySuccess(message);
    close();
  };
  const acceptedTransfer = (message: string) => {
    decide.forget();
    done(message);
  };
  const transfer = useTransferDecision(transactionId, acceptedTransfer, "dialog");
  const [isManaging, setIsManaging] = useState(false);
  useUnfinishedWork(decide.isPending ? "reconciliation" : undefined, TEXTS.title);
  if (!read.data)
    return (
      <Dialog opened title={TEXTS.title} onClose={close}>
        {read.error ? (
          <ErrorCard
            title={describeError(read.error, TEXTS.loadFailed).message}
            onRetry={() => void read.refetch()}
          />
        ) : (
          <Box component="output" display="block" aria-label="Chargement…">
            <Skeleton height={120} />
          </Box>
        )}
      </Dialog>
    );
  const chosen = invoices.map(offeredInvoice);
  const line = partLineOf(read.data, chosen);
  const isProposed = kind === undefined && chosen.length === 0;
  const described = decide.error ? describeError(decide.error, TEXTS.saveFailed) : undefined;
  return (
    <>
      <BankPartsDialog
        label={read.data.label}
        line={line}
        initial={initialParts(line, chosen, kind)}
        // The card of a transfer has its reasons.
        reason={isProposed && !read.data.internal_transfer ? reasonOfInitial(line) : undefined}
        draft={partsDraft(transactionId)}
        instead={
          read.data.internal_transfer ? (
            <InternalTransfer transfer={read.data.internal_transfer} decision={transfer} />
          ) : null
        }
        pending={decide.isPending}
        error={described && (described.fieldErrors["parts"] ?? described.message)}
        wrongPart={described && wrongPartOf(described.fieldErrors)}
        onManageAccounts={() => setIsManaging(true)}
        onConfirm={(parts) =>
          decide.mutate(parts, {
            onSuccess: () => {
              transfer.forget();
              done(TEXTS.saved);
            },
          })
        }
        close={() => {
          decide.forget();
          transfer.forget();
          close();
        }}
      />
      {isManaging ? <AccountChoices close={() => setIsManaging(false)} /> : null}
    </>
  );
}
