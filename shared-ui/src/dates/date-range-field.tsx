import { lazyPage } from "@bobine/shared-ui";
import { Box, Button, CloseButton, Group, Loader, Popover, Stack } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { ANY_DAY, type DateRange, presetsOf, rangeText } from "./date-range.ts";
import classes from "./date-range-field.module.css";
import { useToday } from "./use-today.ts";

const RangeCalendar = lazyPage(async () => (await import("./range-calendar.tsx")).RangeCalendar);

export interface DateRangeFieldProps {
  /** What the days are of: « Période des factures ». */
  label: string;
  range: DateRange;
  onRange: (range: DateRange) => void;
}

/** Chooses a period: by its name, or two days in a calendar. */
export function DateRangeField({ label, range, onRange }: DateRangeFieldProps) {
  const [opened, setOpened] = useState(false);
  const today = useToday();
  const chosen = rangeText(range, today);
  const isAny = chosen === "";
  const text = isAny ? "Toutes les dates" : chosen;
  const choose = (next: DateRange) => {
    setOpened(false);
    onRange(next);
  };
  return (
    <Group gap={4} wrap="nowrap" className={classes["field"] ?? ""}>
      <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus shadow="md">
        <Popover.Target>
          <Button
            variant="default"
            fw={isAny ? 400 : 550}
            leftSection={<IconCalendar size={16} aria-hidden />}
            aria-label={`${label}\u00a0: ${text}`}
            onClick={() => setOpened(!opened)}
          >
            {text}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={label} data-mantine-stop-propagation>
          <Stack gap="sm">
            <div className={classes["presets"]}>
              {presetsOf(today).map((preset) => (
                <Button
                  key={preset.label}
                  variant={chosen === preset.label ? "filled" : "default"}
                  size="compact-sm"
                  onClick={() => choose(preset.range)}
                >
                  {preset.label}
                </Button>
              ))}
            </div>
            <div className={classes["calendar"]}>
              <Suspense
                fallback={
                  <Box component="output" display="block" aria-label="Chargement…">
                    <Loader />
                  </Box>
                }
              >
                <RangeCalendar range={range} onRange={choose} />
              </Suspense>
            </div>
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {isAny ? null : <CloseButton aria-label={`Effacer\u00a0: ${label}`} onClick={() => onRange(ANY_DAY)} />}
    </Group>
  );
}
