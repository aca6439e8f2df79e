import { textValue } from "@bobine/shared-ui/lists";
import { CloseButton, Group, Select, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useRef, useState } from "react";
import classes from "./bank-parts.module.css";
import { useTargets } from "./bank-parts.queries.ts";
import { PARTS_TEXTS as TEXTS } from "./bank-parts.texts.ts";
import type { PartLine } from "./part-line.ts";
import { type FoundTargets, optionGroups } from "./part-options.ts";
import { kindOf, type TypedPart, type WrongPart } from "./typed-parts.ts";

const SEARCH_DELAY_MS = 250;

interface PartRowProps {
  line: PartLine;
  parts: readonly TypedPart[];
  place: number;
  wrong: WrongPart | undefined;
  pending: boolean;
  /** It was added a moment ago: what is to be typed of it next has the focus. */
  takesFocus: boolean;
  onChoice: (choice: string, found: FoundTargets) => void;
  onAmount: (text: string) => void;
  /** Undefined of the only one. */
  onRemove: (() => void) | undefined;
}

/** A part: what it is for, found among what the line offers or by a search, and how much of the line it is. */
export function PartRow({ line, parts, place, wrong, pending, takesFocus, ...props }: PartRowProps) {
  const { choice = "", amount = "" } = parts[place] ?? {};
  const kind = kindOf(choice);
  const isToChoose = choice === "" || choice.endsWith(":");
  const isFirst = place === 0 && !takesFocus;
  const [search, setSearch] = useState("");
  const [wanted] = useDebouncedValue(textValue.read([search.trim()]), SEARCH_DELAY_MS);
  const found = useTargets(wanted, line, kind === "refund" && isToChoose);
  const groups = optionGroups(line, parts, place, found);
  const labels = groups.flatMap(({ items }) => items);
  const field = useRef<HTMLInputElement>(null);
  const money = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) (isToChoose ? field : money).current?.focus();
    // Once: what is chosen afterwards leaves the focus where it is.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [takesFocus]);
  return (
    <Group component="li" gap="xs" align="flex-start" className={classes["part"] ?? ""}>
      <Select
        ref={field}
        aria-label={TEXTS.choice(place + 1)}
        placeholder={kind && isToChoose ? TEXTS.chooseOf[kind] : TEXTS.choose}
        className={classes["choice"] ?? ""}
        disabled={pending}
        searchable
        openOnFocus={false}
        data={groups.map(({ group, items }) => ({ group, items: [...items] }))}
        allowDeselect={false}
        nothingFoundMessage={TEXTS.nothingFound}
        value={isToChoose ? null : choice}
        onChange={(value) => {
          if (value !== null) props.onChoice(value, found);
        }}
        // The name of what is chosen is no search.
        onSearchChange={(text) => setSearch(labels.some(({ label }) => label === text) ? "" : text)}
        error={wrong?.field === "choice" ? wrong.message : undefined}
        {...(isFirst && isToChoose ? { "data-autofocus": true } : {})}
      />
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <TextInput
          ref={money}
          aria-label={TEXTS.amount(place + 1)}
          placeholder="0,00"
          inputMode="text"
          autoComplete="off"
          className={classes["amount"] ?? ""}
          readOnly={pending}
          data-amount
          {...(isFirst && !isToChoose ? { "data-autofocus": true } : {})}
          value={amount}
          onChange={({ currentTarget: { value } }) => props.onAmount(value)}
          error={wrong !== undefined && wrong.field !== "choice" ? wrong.message : undefined}
        />
        <CloseButton
          size={36}
          aria-label={TEXTS.remove(place + 1)}
          disabled={pending || props.onRemove === undefined}
          onClick={props.onRemove}
        />
      </Group>
    </Group>
  );
}
