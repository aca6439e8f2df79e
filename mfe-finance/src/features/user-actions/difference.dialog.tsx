import { type Cents, cents } from "@bobine/contract/money";
import { Dialog, formatMoney } from "@bobine/shared-ui";
import { Button, Group, Text } from "@mantine/core";
import type { KeyboardEvent } from "react";
import { DIALOG_TEXTS as TEXTS } from "./user-actions.texts.ts";

interface DifferenceDialogProps {
  opened: boolean;
  amount: Cents;
  remaining: Cents;
  onConfirm: () => void;
  close: () => void;
}

/** Asks before a transaction is lettered against a total that differs from it by a cent or more (LET-2). */
export function DifferenceDialog({ opened, amount, remaining, onConfirm, close }: DifferenceDialogProps) {
  return (
    <Dialog opened={opened} onClose={close} title={TEXTS.confirmTitle}>
      <Difference amount={amount} remaining={remaining} />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={close}>
          Annuler
        </Button>
        {/* The answer that the keyboard goes on with; Échap goes back. */}
        <Button onClick={onConfirm} onKeyDown={ignoreHeldKey} data-autofocus>
          {TEXTS.proceed}
        </Button>
      </Group>
    </Dialog>
  );
}

/** What differs, and what becomes of the difference. */
export function Difference({ amount, remaining }: Pick<DifferenceDialogProps, "amount" | "remaining">) {
  return (
    <>
      <Text>{TEXTS.difference(formatMoney(amount), formatMoney(cents(amount - remaining)))}</Text>
      <Text mt="sm">{remaining > 0 ? TEXTS.surplus(formatMoney(remaining)) : TEXTS.shortfall}</Text>
    </>
  );
}

/** The Entrée that opened the question, held down, is no answer to it. */
function ignoreHeldKey(event: KeyboardEvent) {
  if (event.repeat) event.preventDefault();
}
