import { CREDIT_REASON_MAX, type Creditable, type NewCreditNote } from "@bobine/contract/invoice-detail";
import { type Cents, cents, centsFromWire, centsToWire, sumCents } from "@bobine/contract/money";
import { useDraft } from "@bobine/shared-auth";
import { formatMoney, Money } from "@bobine/shared-ui";
import { FormDialog } from "@bobine/shared-ui/forms";
import { Group, SegmentedControl, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { Complaint } from "./invoice-action.dialogs.tsx";
import { type CreditNoteForm, creditNoteDraft, NEW_CREDIT_NOTE } from "./invoice-action.drafts.ts";
import classes from "./invoices.module.css";
import { ACTION_TEXTS } from "./invoices.texts.ts";
import { centsTyped } from "../../typed-amount.ts";

interface CreditNoteDialogProps {
  /** Of the invoice. */
  id: number;
  number: string;
  /** What can be credited now, film by film. */
  creditable: readonly Creditable[];
  pending: boolean;
  error: string | undefined;
  /** @param forgetSent to be called when the server has answered that nothing was done */
  onConfirm: (body: NewCreditNote, forgetSent: () => void) => void;
  close: () => void;
}

/** A credit note for all that is left, or for an amount of some films. It checks what it can; the server has the last word. */
export function CreditNoteDialog({
  id,
  number,
  creditable,
  pending,
  error,
  onConfirm,
  close,
}: CreditNoteDialogProps) {
  const title = ACTION_TEXTS.creditTitle(number);
  const draft = useDraft(creditNoteDraft(id), NEW_CREDIT_NOTE, title);
  const { extent, amounts, reason, sentFor } = draft.value;
  const films = sentFor.length > 0 ? sentFor : creditable;
  const isWhole = extent !== "part";
  const typedOf = (line: number): string => amounts.find(({ line_id }) => line_id === line)?.amount ?? "";
  const change = (part: Partial<CreditNoteForm>) => draft.set((current) => ({ ...current, ...part }));
  const [isTried, setIsTried] = useState(false);

  const remaining = sumCents(films.map((film) => centsFromWire(film.remaining)));
  const chosen = films.map((film) => ({ film, ...amountOf(film, typedOf(film.line_id)) }));
  const total = isWhole ? remaining : sumCents(chosen.map(({ amount }) => amount));
  const isWrong = chosen.some((one) => one.wrong !== undefined);
  const missing = reason.trim() === "";
  const confirm = () => {
    setIsTried(true);
    if (missing || (!isWhole && (isWrong || total === 0))) return false;
    change({ sentFor: [...films] });
    const lines = chosen
      .filter(({ amount }) => amount > 0)
      .map(({ film, amount }) => ({ line_id: film.line_id, net_amount: centsToWire(amount) }));
    onConfirm(
      {
        remaining_net_amount: centsToWire(remaining),
        reason: reason.trim(),
        ...(isWhole ? {} : { lines }),
      },
      () => change({ sentFor: [] }),
    );
    return true;
  };
  const complaint = error ?? (isTried && !isWhole && total === 0 ? ACTION_TEXTS.creditNothing : undefined);
  const reasonError = isTried && missing ? ACTION_TEXTS.creditReasonRequired : undefined;
  return (
    <FormDialog
      title={title}
      submitLabel={ACTION_TEXTS.creditConfirm}
      size="min(620px, 94vw)"
      pending={pending}
      draft={draft}
      errors={{
        ...(!isWhole && isWrong ? { amounts: ACTION_TEXTS.creditAmountWrong } : {}),
        ...(reasonError ? { reason: reasonError } : {}),
      }}
      failure={error}
      onSubmit={confirm}
      close={close}
    >
      <Text size="sm" c="dimmed">
        {ACTION_TEXTS.creditHint}
      </Text>
      <SegmentedControl
        aria-label="Étendue de l’avoir"
        fullWidth
        value={isWhole ? "whole" : "part"}
        onChange={(value) => change({ extent: value })}
        data={[
          { value: "whole", label: ACTION_TEXTS.creditWhole },
          { value: "part", label: ACTION_TEXTS.creditPart },
        ]}
      />
      <TextInput
        label={ACTION_TEXTS.creditReason}
        data-autofocus
        required
        maxLength={CREDIT_REASON_MAX}
        readOnly={pending}
        value={reason}
        onChange={(event) => change({ reason: event.currentTarget.value })}
        error={reasonError}
      />
      <CreditTotal total={total} />
      <ul className={classes["list"]} aria-label="Films de la facture">
        {chosen.map(({ film, wrong }) => (
          <li key={film.line_id}>
            <div>
              <p>{film.film_title}</p>
              <p className={classes["dim"]}>
                Reste {formatMoney(film.remaining)} HT sur {formatMoney(film.billed)}
              </p>
            </div>
            {isWhole ? (
              <Money amount={film.remaining} />
            ) : (
              <CreditAmountInput
                film={film}
                typed={typedOf(film.line_id)}
                wrong={wrong}
                pending={pending}
                onType={(amount) =>
                  change({
                    amounts: [
                      ...amounts.filter(({ line_id }) => line_id !== film.line_id),
                      ...(amount === "" ? [] : [{ line_id: film.line_id, amount }]),
                    ],
                  })
                }
              />
            )}
          </li>
        ))}
      </ul>
      <Complaint text={complaint} />
    </FormDialog>
  );
}

/** Above the films, which may be many: what cannot be undone is read before it is sent. */
function CreditTotal({ total }: { total: Cents }) {
  return (
    <Group justify="space-between">
      <Text fw={600}>Montant HT de l’avoir</Text>
      <Text fw={650} size="lg" aria-live="polite">
        <Money amount={total} />
      </Text>
    </Group>
  );
}

interface CreditAmountInputProps {
  film: Creditable;
  typed: string;
  wrong: string | undefined;
  pending: boolean;
  onType: (amount: string) => void;
}

function CreditAmountInput({ film, typed, wrong, pending, onType }: CreditAmountInputProps) {
  return (
    <TextInput
      aria-label={ACTION_TEXTS.creditAmount(film.film_title)}
      placeholder="0,00"
      inputMode="decimal"
      w={150}
      styles={{ input: { textAlign: "right" } }}
      readOnly={pending}
      value={typed}
      onChange={(event) => onType(event.currentTarget.value)}
      error={wrong}
    />
  );
}

function amountOf(film: Creditable, text: string): { amount: Cents; wrong: string | undefined } {
  if (text.trim() === "") return { amount: cents(0), wrong: undefined };
  const amount = centsTyped(text);
  if (amount === undefined) return { amount: cents(0), wrong: ACTION_TEXTS.creditAmountWrong };
  const most = centsFromWire(film.remaining);
  return { amount, wrong: amount > most ? ACTION_TEXTS.creditAmountHigh(formatMoney(most)) : undefined };
}
