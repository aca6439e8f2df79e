import type { FieldErrors } from "@bobine/shared-ui/forms";
import { ActionIcon, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { screenField, type ScreenRow } from "./cinema-form.ts";
import { FORM_TEXTS as TEXTS } from "./cinemas.texts.ts";

/** Phones, a row each (UI-16). */
export function PhoneRows({
  phones,
  error,
  onChange,
}: {
  phones: readonly string[];
  error: string | undefined;
  onChange: (phones: string[]) => void;
}) {
  return (
    <Rows
      count={phones.length}
      add={TEXTS.addPhone}
      remove={TEXTS.removePhone}
      error={error}
      onAdd={() => onChange([...phones, ""])}
      onRemove={(index) => onChange(phones.toSpliced(index, 1))}
      row={(index) => (
        <TextInput
          aria-label={TEXTS.phone(index + 1)}
          inputMode="tel"
          autoComplete="off"
          maxLength={30}
          flex={1}
          value={phones[index] ?? ""}
          error={error !== undefined}
          onChange={(event) => onChange(phones.with(index, event.currentTarget.value))}
        />
      )}
    />
  );
}

/** Screens with their numbers, a row each (UI-16). */
export function ScreenRows({
  screens,
  errors,
  onChange,
  onMend,
}: {
  screens: readonly ScreenRow[];
  /** `screens` is of them all, `screens.2` of the third. */
  errors: FieldErrors;
  onChange: (screens: ScreenRow[]) => void;
  onMend: (field: string) => void;
}) {
  const error = errors["screens"];
  const change = (index: number, values: Partial<ScreenRow>) => {
    const screen = screens[index];
    if (screen) onChange(screens.with(index, { ...screen, ...values }));
    onMend(screenField(index));
  };
  return (
    <Rows
      count={screens.length}
      add={TEXTS.addScreen}
      remove={TEXTS.removeScreen}
      error={error}
      onAdd={() => onChange([...screens, { name: "", authorization_number: "" }])}
      onRemove={(index) => {
        onChange(screens.toSpliced(index, 1));
        // The rows below have other numbers now.
        for (let other = index; other < screens.length; other += 1) onMend(screenField(other));
      }}
      row={(index) => (
        <>
          <TextInput
            aria-label={TEXTS.screenName(index + 1)}
            placeholder={TEXTS.fields.name}
            autoComplete="off"
            maxLength={100}
            flex={1}
            value={screens[index]?.name ?? ""}
            error={errors[screenField(index)] ?? error !== undefined}
            onChange={(event) => change(index, { name: event.currentTarget.value })}
          />
          <TextInput
            aria-label={TEXTS.screenNumber(index + 1)}
            placeholder="N° d’autorisation"
            autoComplete="off"
            maxLength={20}
            flex={1}
            value={screens[index]?.authorization_number ?? ""}
            error={error !== undefined}
            onChange={(event) => change(index, { authorization_number: event.currentTarget.value })}
          />
        </>
      )}
    />
  );
}

/** Rows with a button to add one and, on each, to remove it. The focus follows: to the new row, or back to the first button. */
function Rows({
  count,
  add,
  remove,
  error,
  onAdd,
  onRemove,
  row,
}: {
  count: number;
  add: string;
  remove: (number: number) => string;
  error: string | undefined;
  onAdd: () => void;
  onRemove: (index: number) => void;
  row: (index: number) => ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [added, setAdded] = useState(0);
  useEffect(() => {
    if (added > 0)
      [...(place.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])]
        .at(-1)
        ?.querySelector("input")
        ?.focus();
  }, [added]);
  return (
    <Stack gap="xs" ref={place}>
      {Array.from({ length: count }, (_, index) => (
        <Group key={index} gap="xs" wrap="nowrap" align="flex-start" data-row>
          {row(index)}
          <ActionIcon
            variant="subtle"
            color="gray"
            size={36}
            aria-label={remove(index + 1)}
            onClick={() => {
              onRemove(index);
              button.current?.focus();
            }}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      {error ? (
        <Text size="xs" role="alert" c="var(--mantine-color-error)">
          {error}
        </Text>
      ) : null}
      <Button
        ref={button}
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        style={{ alignSelf: "flex-start" }}
        onClick={() => {
          onAdd();
          setAdded((times) => times + 1);
        }}
      >
        {add}
      </Button>
    </Stack>
  );
}
