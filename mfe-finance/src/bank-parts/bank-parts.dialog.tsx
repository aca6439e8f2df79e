import type { RequestedPart } from "@bobine/contract/bank-parts";
import { type DraftKind, useDraft } from "@bobine/shared-auth";
import { Money, Notice } from "@bobine/shared-ui";
import { FormDialog } from "@bobine/shared-ui/forms";
import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import { KeyCap } from "../key-cap.tsx";
import classes from "./bank-parts.module.css";
import { KIND_KEYS, PARTS_TEXTS as TEXTS } from "./bank-parts.texts.ts";
import { KindButtons } from "./kind-buttons.tsx";
import { isKeyOfKind, kindOfKey } from "./part-keys.ts";
import type { PartKind, PartLine } from "./part-line.ts";
import { offersOf, placeNamedIn, withChoice, withKind } from "./part-offers.ts";
import { PartRow } from "./part-row.tsx";
import { amountText, readParts, remainderOf, type TypedPart, type WrongPart } from "./typed-parts.ts";

interface BankPartsDialogProps {
  label: string;
  line: PartLine;
  /** What the parts begin as. */
  initial: readonly TypedPart[];
  /** Why they do, in French. */
  reason: string | undefined;
  draft: DraftKind<TypedPart[]>;
  pending: boolean;
  error: string | undefined;
  /** What the server says of one part. */
  wrongPart: WrongPart | undefined;
  onManageAccounts: () => void;
  onConfirm: (parts: RequestedPart[]) => void;
  close: () => void;
}

/** A bank line as parts, with what is left of it. It checks what it can; the server has the last word. */
export function BankPartsDialog(props: BankPartsDialogProps) {
  const { label, line, reason, pending, error, onConfirm, close } = props;
  const { amount, kinds } = line;
  const draft = useDraft(props.draft, [...props.initial], TEXTS.title);
  const [wrong, setWrong] = useState<WrongPart>();
  const [added, setAdded] = useState<number>();
  // The parts that the server answered of: once they are others, what it said holds no more.
  const [sent, setSent] = useState<readonly TypedPart[]>();
  const parts = draft.value;
  const left = remainderOf(amount, parts);
  const isAnswered = sent === parts;
  const named = error === undefined ? undefined : placeNamedIn(error, line, parts);
  const told: WrongPart | undefined =
    props.wrongPart ??
    (error === undefined || named === undefined ? undefined : { place: named, message: error });
  const shownWrong = wrong ?? (isAnswered ? told : undefined);
  const failure = isAnswered && shownWrong?.place === undefined ? error : undefined;
  const complaint = failure ?? (shownWrong?.place === undefined ? shownWrong?.message : undefined);
  const change = (next: readonly TypedPart[]) => {
    setWrong(undefined);
    draft.set(() => [...next]);
  };
  const add = (next: readonly TypedPart[]) => {
    setAdded(next.length - 1);
    change(next);
  };
  const addKind = (kind: PartKind) => add(withKind(line, parts, kind));
  const offers = offersOf(line, parts);
  return (
    <FormDialog
      title={TEXTS.title}
      submitLabel={TEXTS.open}
      size="min(720px, 96vw)"
      pending={pending}
      draft={draft}
      errors={shownWrong ? { parts: shownWrong.message } : {}}
      failure={error}
      onSubmit={() => {
        const read = readParts(amount, parts);
        setWrong("wrong" in read ? read.wrong : undefined);
        if ("wrong" in read) return false;
        setSent(parts);
        onConfirm(read.asked);
        return true;
      }}
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
              takesFocus={added === place}
              onChoice={(choice, found) => change(withChoice(line, parts, place, choice, found))}
              onAmount={(text) =>
                change(parts.map((part, index) => (index === place ? { ...part, amount: text } : part)))
              }
              onRemove={
                parts.length === 1
                  ? undefined
                  : () => {
                      setAdded(undefined);
                      change(parts.filter((_part, index) => index !== place));
                    }
              }
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
        {offers.length > 0 ? (
          <section aria-label={TEXTS.offers}>
            <h3 className={classes["heading"]}>{TEXTS.offers}</h3>
            <ul className={classes["offers"]}>
              {offers.map((offer, place) => (
                <li key={offer.label}>
                  <Button
                    size="compact-sm"
                    variant="light"
                    disabled={pending}
                    classNames={{ label: classes["offer"] ?? "" }}
                    {...(offer.kind && offers.findIndex(({ kind }) => kind === offer.kind) === place
                      ? { rightSection: <KeyCap>{KIND_KEYS[offer.kind]}</KeyCap> }
                      : {})}
                    onClick={() => add(offer.parts)}
                  >
                    {offer.label}
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
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
