import { NO_INVOICE_SELECTED, needsConfirmation } from "@bobine/contract/banking";
import { cents, centsFromWire } from "@bobine/contract/money";
import { type ChoosableInvoice, isClosed, type UserActionDetail } from "@bobine/contract/user-actions";
import { useDraft } from "@bobine/shared-auth";
import { ConfirmDialog, Money } from "@bobine/shared-ui";
import { Button, Group, Text } from "@mantine/core";
import { useMemo, useRef, useState } from "react";
import { useParts } from "../../bank-parts/bank-parts.queries.ts";
import { InternalTransfer, useTransferDecision } from "../../bank-parts/internal-transfer.tsx";
import { Balance } from "./balance.tsx";
import classes from "./workbench.module.css";
import { useWorkbenchKeys } from "./workbench-keys.ts";
import { DifferenceDialog } from "./difference.dialog.tsx";
import {
  amountOf,
  asOfNow,
  inOrder,
  isForeign,
  isSameChoice,
  proposedOf,
  readySets,
  remainingAmount,
  surestOf,
  toggled,
  withAll,
} from "./invoice-choice.ts";
import { InvoiceFinder } from "./invoice-finder.tsx";
import { workbenchDraft } from "./invoice-selection.draft.ts";
import { NetPaymentsCard, useNetPayments } from "./net-payment.tsx";
import { RemedyLinks } from "./remedy.tsx";
import { ReadySets } from "./ready-sets.tsx";
import { ReturnedPaymentCard, useReturnedPayment } from "./returned-payment.tsx";
import { useUnpaidSearch } from "./use-unpaid-search.ts";
import { DESK_TEXTS, DIALOG_TEXTS, REMEDY_TEXTS, TEXTS } from "./user-actions.texts.ts";
import { Why } from "./why.tsx";
import { KeyCap } from "../../key-cap.tsx";
import { isPartKind, useSplit } from "./use-split.tsx";

export interface ActionChoiceProps {
  action: UserActionDetail;
  /** A decision is under way: keys and buttons wait. */
  pending: boolean;
  onReconcile: (invoices: ChoosableInvoice[]) => void;
  /** Of an action that needs no invoice. */
  onClose: () => void;
  onReject: () => void;
  /** Its bank line was split into parts. */
  onSplit: () => void;
  /** Opens the dialog of UI-13 with what is chosen here. */
  onOpenDialog: (chosen: ChoosableInvoice[]) => void;
  /** Shows a PDF beside. */
  onPreview: (invoices: readonly ChoosableInvoice[], shown: ChoosableInvoice | undefined) => void;
  /** Hides it; undefined while none shows. */
  closePreview: (() => void) | undefined;
  /** Shows another action of the queue. */
  onGo: (id: number) => void;
}

const NOTHING_CHOSEN: readonly ChoosableInvoice[] = [];

/** What decides an action: ready-made sets, search, what is left, and one key. */
export function ActionChoice(props: ActionChoiceProps) {
  return (
    <>
      {isForeign(props.action) ? (
        <ForeignChoice {...props} />
      ) : props.action.status === "AWAITING_INVOICE_SELECTION" ? (
        <InvoiceChoice {...props} />
      ) : (
        <PlainChoice {...props} />
      )}
      <OtherSide {...props} />
    </>
  );
}

/** BANK-38: what is in another currency is lettered with nothing, and is no part of anything. */
function ForeignChoice({ action, pending, onReject }: ActionChoiceProps) {
  return (
    <>
      <div className={classes["decide"]}>
        <ActionAmount action={action} />
        <RejectButton pending={pending} onReject={onReject} />
      </div>
      <Text mt="sm">{DESK_TEXTS.foreign(action.currency_code)}</Text>
      <Why title={DESK_TEXTS.why} reasons={action.explanation} />
    </>
  );
}

function ActionAmount({ action }: { action: UserActionDetail }) {
  return action.transaction_amount === null ? (
    <span />
  ) : (
    <strong className={classes["amount"]}>
      <Money amount={action.transaction_amount} currency={action.currency_code} />
    </strong>
  );
}

/** What may be no client's payment at all: the other side of it on another own account (LET-43). */
function OtherSide({ action: { transaction_id, currency_code }, pending, onSplit }: ActionChoiceProps) {
  const isRead = transaction_id !== null && currency_code === "EUR";
  const transfer = useParts(transaction_id ?? 0, isRead).data?.internal_transfer;
  const decision = useTransferDecision(transaction_id ?? 0, onSplit);
  useWorkbenchKeys((command) => {
    if (command === "transfer" && isRead && transfer && !pending) decision.accept(transfer);
  });
  return isRead && transfer ? (
    <InternalTransfer transfer={transfer} decision={decision} keyCap={<KeyCap>D</KeyCap>} />
  ) : null;
}

/**
 * What needs no choice of invoices. The key of a bank line never closes it without an end (LET-45): it accepts the return that is proposed, leads to
 * the receipt that waits, or gives the receipt to its client.
 */
function PlainChoice({ action, pending, onClose, onReject, onSplit, onGo }: ActionChoiceProps) {
  const split = useSplit(action, NOTHING_CHOSEN, onSplit);
  const answer = useReturnedPayment(action, onSplit);
  const net = useNetPayments(action, onSplit);
  const returned = answer === "reading" ? undefined : answer;
  const end = returned || answer === "reading" ? undefined : endOf(action);
  const [closing, setClosing] = useState(false);
  // UI-25: what it asks for is done elsewhere. It closes itself then, and not by a key that was meant for the next one.
  const isElsewhere = action.remedy !== null && action.reason_code !== "request_answered";
  const waits = action.related_transactions.find(
    ({ user_action_id, status }) => user_action_id !== null && status !== null && !isClosed(status),
  );
  const accept = () => {
    // A key that was meant for the return does not close the action because it came first.
    if (pending || answer === "reading" || isElsewhere) return;
    if (returned) returned.accept();
    else if (end === undefined) onClose();
    else if (end === "return" && waits?.user_action_id) onGo(waits.user_action_id);
    else split.open(end);
  };
  useWorkbenchKeys((command) => {
    if (command === "accept") accept();
    else if (isPartKind(command)) split.open(command);
  });
  const hasKey = !returned && end === undefined && !isElsewhere;
  return (
    <>
      <div className={classes["decide"]}>
        <ActionAmount action={action} />
        <Group gap="xs">
          <Button
            loading={pending}
            onClick={isElsewhere ? () => setClosing(true) : onClose}
            {...(hasKey ? { rightSection: <KeyCap>Entrée</KeyCap> } : { variant: "default" })}
          >
            {TEXTS.resolve}
          </Button>
          {end === undefined ? null : (
            <Button disabled={pending} onClick={accept} rightSection={<KeyCap>Entrée</KeyCap>}>
              {end === "credit" ? DESK_TEXTS.keep : waits ? DESK_TEXTS.receiptFirst : DESK_TEXTS.splitLine}
            </Button>
          )}
          <RejectButton pending={pending} onReject={onReject} />
        </Group>
      </div>
      <RemedyLinks action={action} />
      <ConfirmDialog
        opened={closing}
        title={REMEDY_TEXTS.closeTitle}
        confirmLabel={REMEDY_TEXTS.close}
        cancelLabel="Retour"
        pending={pending}
        close={() => setClosing(false)}
        onConfirm={() => {
          setClosing(false);
          onClose();
        }}
      >
        <Text>{REMEDY_TEXTS.closeQuestion}</Text>
      </ConfirmDialog>
      {returned ? <ReturnedPaymentCard returned={returned} /> : null}
      <NetPaymentsCard net={net} hasKey={false} />
      {/* Since it was asked the receipt may have been decided. */}
      <Why title={DESK_TEXTS.why} reasons={returned?.receipt.reasons ?? action.explanation} />
      {split.bar}
      {split.dialog}
    </>
  );
}

/** As in the row. */
function RejectButton({ pending, onReject }: Pick<ActionChoiceProps, "pending" | "onReject">) {
  return (
    <Button px="sm" variant="default" disabled={pending} onClick={onReject} rightSection={<KeyCap>R</KeyCap>}>
      {TEXTS.reject}
    </Button>
  );
}

/** What the bank line of an action most likely is; undefined without a line that may have parts. */
function endOf({ transaction_id, transaction_amount, currency_code }: UserActionDetail) {
  if (transaction_id === null || transaction_amount === null || currency_code !== "EUR") return undefined;
  return centsFromWire(transaction_amount) > 0 ? "credit" : "return";
}

function InvoiceChoice({ action, pending, onReconcile, onSplit, closePreview, ...props }: ActionChoiceProps) {
  const net = useNetPayments(action, onSplit);
  const amount = amountOf(action);
  const draft = useDraft(workbenchDraft(action), surestOf(action), DIALOG_TEXTS.title);
  const sets = useMemo(() => readySets(action), [action]);
  const search = useUnpaidSearch(false);
  const chosen = asOfNow(draft.value, proposedOf(action), search.found);
  const split = useSplit(action, chosen, onSplit);
  const remaining = remainingAmount(amount, chosen);
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const [confirming, setConfirming] = useState(false);

  const choose = (invoices: ChoosableInvoice[]) => {
    setError(undefined);
    draft.set(() => invoices);
  };
  /** A set that is chosen already is given back. */
  const pick = (invoices: readonly ChoosableInvoice[]) =>
    choose(isSameChoice(invoices, chosen) ? [] : inOrder(invoices));
  const accept = () => {
    if (pending) return;
    if (chosen.length === 0 && net.likely) net.accept(net.likely);
    else if (chosen.length === 0) setError(NO_INVOICE_SELECTED);
    else if (needsConfirmation(amount, cents(amount - remaining))) setConfirming(true);
    else onReconcile(chosen);
  };
  const preview = () => {
    const invoices = chosen.length > 0 ? chosen : (sets[0]?.invoices ?? []);
    props.onPreview(invoices, invoices[0]);
  };

  useWorkbenchKeys((command) => {
    if (command === "accept") accept();
    else if (command === "search") field.current?.focus();
    else if (command === "choose") props.onOpenDialog(chosen);
    else if (command === "preview") (closePreview ?? preview)();
    else if (isPartKind(command)) split.open(command);
    else if (command === "leave") (closePreview ?? draft.discard)();
    else if (typeof command === "object") {
      const set = sets[command.pick - 1];
      if (set) pick(set.invoices);
    }
  });

  return (
    <>
      <div className={classes["decide"]}>
        <Balance amount={amount} remaining={remaining} />
        <Group gap={6}>
          <Button px="sm" loading={pending} onClick={accept} rightSection={<KeyCap>Entrée</KeyCap>}>
            {DESK_TEXTS.accept}
          </Button>
          <Button
            px="sm"
            variant="default"
            onClick={closePreview ?? preview}
            rightSection={<KeyCap>P</KeyCap>}
          >
            PDF
          </Button>
          <RejectButton pending={pending} onReject={props.onReject} />
        </Group>
        {error ? (
          <p role="alert" className={classes["alert"]}>
            {error}
          </p>
        ) : null}
      </div>
      <NetPaymentsCard net={net} hasKey={chosen.length === 0} />
      <Why title={DESK_TEXTS.why} reasons={action.explanation} />
      {sets.length > 0 ? (
        <section aria-label={DESK_TEXTS.sets}>
          <h3 className={classes["heading"]}>{DESK_TEXTS.sets}</h3>
          <ReadySets sets={sets} amount={amount} chosen={chosen} onPick={pick} numbered />
        </section>
      ) : (
        <p className={classes["hint"]}>{DESK_TEXTS.noSet}</p>
      )}
      <InvoiceFinder
        search={search}
        inputRef={field}
        chosen={chosen}
        onToggle={(invoice) => choose(toggled(chosen, invoice))}
        onAddAll={(invoices) => choose(withAll(chosen, invoices))}
        onAccept={accept}
        onPreview={(invoice) => props.onPreview(chosen, invoice)}
      />
      {split.bar}
      {split.dialog}
      <DifferenceDialog
        opened={confirming}
        amount={amount}
        remaining={remaining}
        close={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false);
          onReconcile(chosen);
        }}
      />
    </>
  );
}
