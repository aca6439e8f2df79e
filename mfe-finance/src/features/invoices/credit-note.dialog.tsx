import { CREDIT_REASON_MAX, type Creditable, type NewCreditNote } from "@bobine/contract/invoice-detail";
import { type Cents, cents, centsFromWire, centsToWire, sumCents } from "@bobine/contract/money";
import { Dialog, formatMoney, Money } from "@bobine/shared-ui";
import { Button, Group, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import classes from "./invoices.module.css";
import { ACTION_TEXTS } from "./invoices.texts.ts";
import { centsTyped } from "./typed-amount.ts";

interface CreditNoteDialogProps {
  number: string;
  /** What can be credited, film by film. */
  films: readonly Creditable[];
  pending: boolean;
  error: string | undefined;
  onConfirm: (body: NewCreditNote) => void;
  close: () => void;
}

/** A credit note for all that is left, or for an amount of some films. It checks what it can; the server has the last word. */
export function CreditNoteDialog({ number, films, pending, error, onConfirm, close }: CreditNoteDialogProps) {
  const [isWhole, setIsWhole] = useState(true);
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({});
  const [reason, setReason] = useState("");
  const [isTried, setIsTried] = useState(false);

  const remaining = sumCents(films.map((film) => centsFromWire(film.remaining)));
  const chosen = films.map((film) => ({ film, ...amountOf(film, typed[film.line_id] ?? "") }));
  const total = isWhole ? remaining : sumCents(chosen.map(({ amount }) => amount));
  const isWrong = chosen.some((one) => one.wrong !== undefined);
  const missing = reason.trim() === "";
  const confirm = () => {
    setIsTried(true);
    if (missing || (!isWhole && (isWrong || total === 0))) return;
    onConfirm({
      remaining_net_amount: centsToWire(remaining),
      reason: reason.trim(),
      ...(isWhole
        ? {}
        : {
            lines: chosen
              .filter(({ amount }) => amount > 0)
              .map(({ film, amount }) => ({ line_id: film.line_id, net_amount: centsToWire(amount) })),
          }),
    });
  };
  return (
    <Dialog
      opened
      onClose={pending ? () => undefined : close}
      title={ACTION_TEXTS.creditTitle(number)}
      size="min(620px, 94vw)"
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {ACTION_TEXTS.creditHint}
        </Text>
        <SegmentedControl
          aria-label="Étendue de l’avoir"
          fullWidth
          value={isWhole ? "whole" : "part"}
          onChange={(value) => setIsWhole(value === "whole")}
          data={[
            { value: "whole", label: ACTION_TEXTS.creditWhole },
            { value: "part", label: ACTION_TEXTS.creditPart },
          ]}
        />
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
                <TextInput
                  aria-label={ACTION_TEXTS.creditAmount(film.film_title)}
                  placeholder="0,00"
                  inputMode="decimal"
                  w={150}
                  styles={{ input: { textAlign: "right" } }}
                  value={typed[film.line_id] ?? ""}
                  onChange={(event) => setTyped({ ...typed, [film.line_id]: event.currentTarget.value })}
                  error={wrong}
                />
              )}
            </li>
          ))}
        </ul>
        <Group justify="space-between">
          <Text fw={600}>Montant HT de l’avoir</Text>
          <Text fw={650} size="lg" aria-live="polite">
            <Money amount={total} />
          </Text>
        </Group>
        <TextInput
          label={ACTION_TEXTS.creditReason}
          maxLength={CREDIT_REASON_MAX}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={isTried && missing ? ACTION_TEXTS.creditReasonRequired : undefined}
        />
        <Complaint
          text={error ?? (isTried && !isWhole && total === 0 ? ACTION_TEXTS.creditNothing : undefined)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} disabled={pending}>
            Annuler
          </Button>
          <Button onClick={confirm} loading={pending}>
            {ACTION_TEXTS.creditConfirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Complaint({ text }: { text: string | undefined }) {
  if (!text) return null;
  return (
    <Text role="alert" c="var(--mantine-color-error)" size="sm">
      {text}
    </Text>
  );
}

function amountOf(film: Creditable, text: string): { amount: Cents; wrong: string | undefined } {
  if (text.trim() === "") return { amount: cents(0), wrong: undefined };
  const amount = centsTyped(text);
  if (amount === undefined) return { amount: cents(0), wrong: ACTION_TEXTS.creditAmountWrong };
  const most = centsFromWire(film.remaining);
  return { amount, wrong: amount > most ? ACTION_TEXTS.creditAmountHigh(formatMoney(most)) : undefined };
}
