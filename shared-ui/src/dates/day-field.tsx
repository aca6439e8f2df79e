import type { CivilDate } from "@bobine/contract/civil-date";
import { lazyPage } from "@bobine/shared-ui";
import { Box, ActionIcon, Loader, Popover, TextInput, type TextInputProps } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { Suspense, useEffect, useEffectEvent, useState } from "react";
import classes from "./date-range-field.module.css";
import { typedDay, writtenDay } from "./typed-day.ts";

const DayCalendar = lazyPage(async () => (await import("./day-calendar.tsx")).DayCalendar);

export interface DayFieldProps
  extends Pick<
    TextInputProps,
    "description" | "inputWrapperOrder" | "required" | "error" | "readOnly" | "name" | "size" | "w"
  > {
  label: string;
  day: CivilDate | undefined;
  /** Undefined when the field is emptied, or holds no day. */
  onDay: (day: CivilDate | undefined) => void;
  /** What is wrong with what is typed, undefined once nothing is: of a day that may be missing, a form would send none otherwise. */
  onWrong?: ((message: string | undefined) => void) | undefined;
  min?: CivilDate | undefined;
  max?: CivilDate | undefined;
}

const WHOLE_DATE = /^\s*(\d{1,2}\D\d{1,2}\D\d{4}|\d{4}-\d\d-\d\d)\s*$/;
const NO_DAY = "Saisissez une date, par exemple 24/12/2026.";

const isNoDay = (typed: string): boolean => typed.trim() !== "" && typedDay(typed) === undefined;

/** One day, typed as one writes it or chosen in a calendar (UI-24). What is no day stays, is said, and counts as none: a form never sends another day than it shows. */
export function DayField({ label, day, onDay, onWrong, min, max, error, readOnly, ...rest }: DayFieldProps) {
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState<string>();
  const isWrong = typed !== undefined && isNoDay(typed);
  // Its form begins again, or has taken another day: what was typed was for the one before.
  const [known, setKnown] = useState(day);
  if (day !== known) {
    setKnown(day);
    if (typed !== undefined && typedDay(typed) !== day) setTyped(undefined);
  }
  // However it goes, with its field as well.
  const mended = useEffectEvent(() => onWrong?.(undefined));
  useEffect(() => (isWrong ? () => mended() : undefined), [isWrong]);
  const take = () => {
    if (typed === undefined) return;
    const next = typedDay(typed);
    if (!isWrong) setTyped(undefined);
    if (next !== day) onDay(next);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus shadow="md">
      <TextInput
        {...rest}
        label={label}
        inputMode="numeric"
        placeholder="jj/mm/aaaa"
        autoComplete="off"
        readOnly={readOnly ?? false}
        value={typed ?? writtenDay(day)}
        error={isWrong ? NO_DAY : error}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
          onWrong?.(isNoDay(value) ? NO_DAY : undefined);
          // A whole date is taken as it is typed: a form that is sent by Enter has it.
          const next = WHOLE_DATE.test(value) ? typedDay(value) : undefined;
          if (next !== undefined && next !== day) onDay(next);
        }}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === "Enter") take();
        }}
        rightSection={
          <Popover.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Ouvrir le calendrier"
              disabled={readOnly ?? false}
              onClick={() => setOpened(!opened)}
            >
              <IconCalendar size={18} aria-hidden />
            </ActionIcon>
          </Popover.Target>
        }
      />
      <Popover.Dropdown aria-label={label} data-mantine-stop-propagation>
        <div className={classes["calendar"]}>
          <Suspense
            fallback={
              <Box component="output" display="block" aria-label="Chargement…">
                <Loader />
              </Box>
            }
          >
            <DayCalendar
              day={day}
              min={min}
              max={max}
              onDay={(chosen) => {
                setTyped(undefined);
                onWrong?.(undefined);
                setOpened(false);
                onDay(chosen);
              }}
            />
          </Suspense>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
