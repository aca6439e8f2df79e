import { type Cents, cents } from "@bobine/contract/money";
import type { ChoosableInvoice, UserAction, UserActionDetail } from "@bobine/contract/user-actions";
import { describeError, isApiError, useDraft } from "@bobine/shared-auth";
import { Dialog, ErrorCard } from "@bobine/shared-ui";
import { Box, Button, Center, Group, Loader, Text } from "@mantine/core";
import { memo } from "react";
import { Difference } from "./difference.dialog.tsx";
import { surestOf } from "./invoice-choice.ts";
import { InvoiceSelectionDialog } from "./invoice-selection.dialog.tsx";
import { workbenchDraft } from "./invoice-selection.draft.ts";
import { useUnpaidSearch } from "./use-unpaid-search.ts";
import { useUserAction } from "./user-actions.queries.ts";
import { DESK_TEXTS, DIALOG_TEXTS } from "./user-actions.texts.ts";

interface SelectionProps {
  action: UserAction;
  /** What is chosen in the panel; undefined for what was left chosen there, or the surest set. */
  chosen: readonly ChoosableInvoice[] | undefined;
  pending: boolean;
  onConfirm: (invoices: ChoosableInvoice[]) => void;
  close: () => void;
}

/** Loads what the dialog chooses from. */
export function Selection(props: SelectionProps) {
  const { data: detail, error, refetch } = useUserAction(props.action.id);
  if (detail) return <LoadedSelection {...props} detail={detail} />;
  return (
    <Dialog opened onClose={props.close} title={DIALOG_TEXTS.title} size="min(1080px, 96vw)">
      {error ? (
        <ErrorCard
          title={describeError(error, DESK_TEXTS.detailFailed).message}
          onRetry={() => void refetch()}
        />
      ) : (
        <Center h={240} aria-busy="true">
          <Box component="output" display="block" aria-label="Chargement…">
            <Loader />
          </Box>
        </Center>
      )}
    </Dialog>
  );
}

function LoadedSelection({ chosen, detail, ...props }: SelectionProps & { detail: UserActionDetail }) {
  const search = useUnpaidSearch(true);
  // LET-16: the row's button and the panel's are one way to decide, and begin with the same invoices.
  const panel = useDraft(workbenchDraft(props.action), surestOf(detail), DIALOG_TEXTS.title);
  return (
    <InvoiceSelectionDialog {...props} detail={detail} initial={chosen ?? panel.value} search={search} />
  );
}

interface ReconciliationErrorProps {
  error: Error | null;
  /** Of the bank line. */
  amount: Cents;
  /** What its invoices owe by now, where the server asks about the difference. */
  owed: Cents | undefined;
  /** Letters the difference that the server asks about. */
  onProceed: () => void;
  close: () => void;
}

/** Why a reconciliation was refused (TXT-1), or the question that its invoices owe something else by now (LET-2); what was chosen stays. */
export const ReconciliationError = memo(
  ({ error, amount, owed, onProceed, close }: ReconciliationErrorProps) => {
    const isQuestion = isApiError(error) && error.code === "difference_to_confirm";
    return (
      <Dialog
        opened={error !== null}
        onClose={close}
        title={isQuestion ? DIALOG_TEXTS.confirmTitle : DIALOG_TEXTS.errorTitle}
      >
        {isQuestion ? <Text>{DIALOG_TEXTS.changed}</Text> : null}
        <Box role="alert">
          {owed === undefined ? (
            <Text>{error ? describeError(error, DIALOG_TEXTS.unexpected, "instead").message : ""}</Text>
          ) : (
            <Difference amount={amount} remaining={cents(amount - owed)} />
          )}
        </Box>
        <Group justify="flex-end" gap="xs" mt="lg">
          {/* What the key goes on with: nobody agrees to what came as a surprise by pressing it twice. */}
          <Button variant={isQuestion ? "default" : "filled"} onClick={close} data-autofocus>
            {isQuestion ? "Annuler" : "Fermer"}
          </Button>
          {isQuestion ? <Button onClick={onProceed}>{DIALOG_TEXTS.proceed}</Button> : null}
        </Group>
      </Dialog>
    );
  },
);
