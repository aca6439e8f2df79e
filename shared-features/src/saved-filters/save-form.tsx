import type { CivilDate } from "@bobine/contract/civil-date";
import { FILTER_NAME_MAX, type FilteredList, type SavedFilter } from "@bobine/contract/saved-filters";
import { describeError } from "@bobine/shared-auth";
import { notifySuccess } from "@bobine/shared-ui";
import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useId, useRef, useState } from "react";
import classes from "./saved-filters.module.css";
import { useSaveFilter } from "./saved-filters.queries.ts";
import { TEXTS } from "./saved-filters.texts.ts";
import { movingQuery, periodOf } from "./saved-query.ts";

interface SaveFormProps {
  list: FilteredList;
  /** What shows now; empty is the whole list, of which nothing is to be saved. */
  query: string;
  saved: readonly SavedFilter[];
  today: CivilDate;
}

/** Saves the filters that show under a name; in place of those that have it, which is said before. */
export function SaveForm({ list, query, saved, today }: SaveFormProps) {
  const [name, setName] = useState("");
  const [wrong, setWrong] = useState<string>();
  const period = periodOf(query, today);
  // « Exercice 2026 » names its year: it is meant so, unless somebody says otherwise.
  const [isMoving, setMoving] = useState(period !== undefined && !period.endsWith("_year"));
  const save = useSaveFilter();
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  if (query === "")
    return (
      <Text size="sm" c="dimmed" className={classes["form"] ?? ""}>
        {TEXTS.nothingToSave}
      </Text>
    );
  const typed = name.trim();
  const isReplacing = saved.some((one) => one.name.toLowerCase() === typed.toLowerCase());
  const submit = () => {
    if (typed === "") return setWrong(TEXTS.nameMissing);
    save.mutate(
      { list, name: typed, query: period !== undefined && isMoving ? movingQuery(query, period) : query },
      {
        onSuccess: () => {
          notifySuccess(TEXTS.saved(typed));
          setName("");
        },
        onError: (error) => {
          const { fieldErrors, message } = describeError(error, TEXTS.saveFailed, "instead");
          setWrong(fieldErrors["name"] ?? message);
        },
        // A button that waits lets go of the focus, and with it of the keys of the panel.
        onSettled: () => field.current?.focus(),
      },
    );
  };
  return (
    <form
      className={classes["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="xs">
        <TextInput
          label={TEXTS.name}
          placeholder={TEXTS.nameHint}
          ref={field}
          autoComplete="off"
          maxLength={FILTER_NAME_MAX}
          readOnly={save.isPending}
          value={name}
          error={wrong}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setWrong(undefined);
          }}
        />
        {period === undefined ? null : (
          <div className={classes["follows"]}>
            <input
              type="checkbox"
              id={id}
              checked={isMoving}
              aria-describedby={`${id}means`}
              onChange={(event) => setMoving(event.currentTarget.checked)}
            />
            <Text component="label" htmlFor={id} size="sm">
              {TEXTS.follows[period]}
            </Text>
            <span />
            <Text id={`${id}means`} size="xs" c="dimmed">
              {TEXTS.followsNot}
            </Text>
          </div>
        )}
        {isReplacing ? (
          <Text size="xs" c="dimmed" aria-live="polite">
            {TEXTS.replaces}
          </Text>
        ) : null}
        <Button type="submit" size="sm" loading={save.isPending}>
          {isReplacing ? TEXTS.replace : TEXTS.save}
        </Button>
      </Stack>
    </form>
  );
}
