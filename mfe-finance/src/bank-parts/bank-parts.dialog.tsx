import type { AccountChoice, AskedPart } from "@bobine/contract/bank-parts";
import { type Cents } from "@bobine/contract/money";
import { type DraftKind, useDraft } from "@bobine/shared-auth";
import { Money, Notice, RestoredDraft } from "@bobine/shared-ui";
import { FormDialog } from "@bobine/shared-ui/forms";
import { Button, CloseButton, Group, Select, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { PARTS_TEXTS as TEXTS } from "./bank-parts.texts.ts";
import { amountText, type PartChoice, readParts, remainderOf, type TypedPart } from "./typed-parts.ts";

interface BankPartsDialogProps {
  label: string;
  amount: Cents;
  accounts: readonly AccountChoice[];
  /** Invoices that a part may pay: those that were chosen before. */
  invoices: readonly { readonly choice: PartChoice; readonly name: string }[];
  /** What the parts begin as. */
  initial: readonly TypedPart[];
  /** Why they do, in French. */
  reason: string | undefined;
  draft: DraftKind<TypedPart[]>;
  pending: boolean;
  error: string | undefined;
  onConfirm: (parts: AskedPart[]) => void;
  close: () => void;
}

/** A bank line as parts, with what is left of it. It checks what it can; the server has the last word. */
export function BankPartsDialog(props: BankPartsDialogProps) {
  const { label, amount, accounts, invoices, reason, pending, error, onConfirm, close } = props;
  const draft = useDraft(props.draft, [...props.initial], TEXTS.title);
  const [isTried, setIsTried] = useState(false);
  const parts = draft.value;
  const left = remainderOf(amount, parts);
  const read = readParts(amount, parts);
  const complaint = error ?? (isTried && "wrong" in read ? read.wrong : undefined);
  const change = (place: number, part: Partial<TypedPart>) =>
    draft.set((all) => all.map((one, index) => (index === place ? { ...one, ...part } : one)));
  const options = [
    ...invoices.map(({ choice, name }) => ({ value: choice, label: name })),
    { value: "fees", label: TEXTS.fees },
    ...accounts.map(({ code, label: name }) => ({ value: code, label: `${code} ${name}` })),
    { value: "unknown", label: TEXTS.unknown },
  ];
  return (
    <FormDialog
      title={TEXTS.title}
      submitLabel={TEXTS.open}
      size="min(620px, 94vw)"
      pending={pending}
      isDirty={draft.isDirty}
      errors={{}}
      failure={error}
      onSubmit={() => {
        setIsTried(true);
        if ("wrong" in read) return false;
        onConfirm(read.asked);
        return true;
      }}
      close={() => {
        draft.discard();
        close();
      }}
    >
      {draft.isRestored ? <RestoredDraft onDiscard={draft.discard} /> : null}
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {label}
        </Text>
        <Text fw={650}>
          <Money amount={amount} signed />
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {reason === undefined ? TEXTS.hint : TEXTS.proposed(reason)}
      </Text>
      {parts.map((part, place) => (
        // The place is what a part is known by: parts have no order of their own.
        // oxlint-disable-next-line react/no-array-index-key
        <Group key={place} gap="xs" align="flex-start">
          <Select
            aria-label={TEXTS.choice(place + 1)}
            placeholder={TEXTS.choose}
            style={{ flex: "1 1 180px" }}
            disabled={pending}
            data={options}
            allowDeselect={false}
            value={part.choice === "" ? null : part.choice}
            onChange={(choice) => change(place, { choice: choice ?? "" })}
            {...(place === 0 ? { "data-autofocus": true } : {})}
          />
          <Group gap="xs" wrap="nowrap">
            <TextInput
              aria-label={TEXTS.amount(place + 1)}
              placeholder="0,00"
              inputMode="text"
              autoComplete="off"
              w={130}
              styles={{ input: { textAlign: "right" } }}
              readOnly={pending}
              value={part.amount}
              onChange={(event) => change(place, { amount: event.currentTarget.value })}
            />
            <CloseButton
              aria-label={TEXTS.remove(place + 1)}
              disabled={pending || parts.length === 1}
              onClick={() => draft.set((all) => all.filter((_, index) => index !== place))}
            />
          </Group>
        </Group>
      ))}
      <Group justify="space-between">
        <Button
          size="compact-sm"
          variant="default"
          disabled={pending}
          onClick={() =>
            draft.set((all) => [...all, { choice: "", amount: left === 0 ? "" : amountText(left) }])
          }
        >
          {TEXTS.add}
        </Button>
        <Text size="sm" aria-live="polite">
          {TEXTS.remainder} <Money amount={left} signed />
        </Text>
      </Group>
      {complaint ? <Notice tone="error">{complaint}</Notice> : null}
    </FormDialog>
  );
}
