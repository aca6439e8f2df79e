import { Money, Notice } from "@bobine/shared-ui";
import { FormDialog } from "@bobine/shared-ui/forms";
import { Button, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./bank-parts.module.css";
import { PARTS_TEXTS as TEXTS } from "./bank-parts.texts.ts";
import { KindButtons } from "./kind-buttons.tsx";
import { isKeyOfKind, kindOfKey } from "./part-keys.ts";
import type { PartKind } from "./part-line.ts";
import { OfferedParts } from "./offered-parts.tsx";
import { offersOf, withChoice, withKind } from "./part-offers.ts";
import { PartRow } from "./part-row.tsx";
import { amountText } from "./typed-parts.ts";
import { type PartsFormProps, usePartsForm } from "./use-parts-form.ts";

interface BankPartsDialogProps extends PartsFormProps {
  label: string;
  /** Why the parts begin as they do, in French. */
  reason: string | undefined;
  /** What may be decided at once instead. */
  instead?: ReactNode;
  pending: boolean;
  onManageAccounts: () => void;
  close: () => void;
}

/** A bank line as parts, with what is left of it. It checks what it can; the server has the last word. */
export function BankPartsDialog(props: BankPartsDialogProps) {
  const { label, line, reason, pending, error, close } = props;
  const { amount, kinds } = line;
  const form = usePartsForm(props);
  const { draft, parts, left, shownWrong, complaint, change, add } = form;
  const addKind = (kind: PartKind) => add(withKind(line, parts, kind));
  return (
    <FormDialog
      title={TEXTS.title}
      submitLabel={TEXTS.open}
      size="min(720px, 96vw)"
      pending={pending}
      draft={draft}
      errors={shownWrong ? { parts: shownWrong.message } : {}}
      failure={error}
      onSubmit={form.submit}
      close={close}
    >
      {/* Keys of the fields and buttons inside: none of its own to reach. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        className={classes["parts"]}
        onKeyDown={(event) => {
          const kind = kindOfKey(event);
          if (kind === undefined || pending || event.repeat || !isKeyOfKind(event.target)) return;
          if (!kinds.includes(kind)) return;
          event.preventDefault();
          addKind(kind);
        }}
      >
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
        {props.instead}
        <ol className={classes["rows"]}>
          {parts.map((_, place) => (
            // The place is what a part is known by: parts have no order of their own.
            <PartRow
              // oxlint-disable-next-line react/no-array-index-key
              key={place}
              line={line}
              parts={parts}
              place={place}
              wrong={shownWrong?.place === place ? shownWrong : undefined}
              pending={pending}
              takesFocus={form.added === place}
              onChoice={(choice, found) => change(withChoice(line, parts, place, choice, found))}
              onAmount={(text) =>
                change(parts.map((part, index) => (index === place ? { ...part, amount: text } : part)))
              }
              onRemove={parts.length === 1 ? undefined : () => form.remove(place)}
            />
          ))}
        </ol>
        <Group justify="space-between">
          <Button
            size="compact-sm"
            variant="default"
            disabled={pending}
            onClick={() =>
              add([...parts, { choice: "", amount: left === 0 ? "" : amountText(left), name: "" }])
            }
          >
            {TEXTS.add}
          </Button>
          <Text
            size="sm"
            fw={600}
            aria-live="polite"
            className={classes["left"] ?? ""}
            data-balanced={left === 0}
          >
            {left === 0 ? TEXTS.balanced : TEXTS.remainder} <Money amount={left} />
          </Text>
        </Group>
        <OfferedParts offers={offersOf(line, parts)} pending={pending} onTake={add} />
        <section aria-label={TEXTS.addKinds}>
          <h3 className={classes["heading"]}>{TEXTS.addKinds}</h3>
          <KindButtons kinds={kinds} disabled={pending} onKind={addKind}>
            <Button size="compact-sm" variant="subtle" disabled={pending} onClick={props.onManageAccounts}>
              {TEXTS.manageAccounts}
            </Button>
          </KindButtons>
        </section>
        {complaint ? <Notice tone="error">{complaint}</Notice> : null}
      </div>
    </FormDialog>
  );
}
