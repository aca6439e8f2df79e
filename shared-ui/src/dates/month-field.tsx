import { lazyPage } from "@bobine/shared-ui";
import { Box, Button, Loader, Popover } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import classes from "./date-range-field.module.css";

const MonthCalendar = lazyPage(async () => (await import("./month-calendar.tsx")).MonthCalendar);

const MONTH = new Intl.DateTimeFormat("fr-FR", { month: "long", year: "numeric", timeZone: "UTC" });

/** `2026-10` → « octobre 2026 » */
export const monthText = (month: string): string => MONTH.format(new Date(`${month}-01T00:00:00Z`));

export interface MonthFieldProps {
  label: string;
  /** `2026-10`; undefined while it is not known. */
  month: string | undefined;
  onMonth: (month: string) => void;
}

/** Chooses a month of a year (UI-24). */
export function MonthField({ label, month, onMonth }: MonthFieldProps) {
  const [opened, setOpened] = useState(false);
  const text = month === undefined ? "…" : monthText(month);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          variant="default"
          miw={180}
          leftSection={<IconCalendar size={16} aria-hidden />}
          aria-label={`${label}\u00a0: ${text}`}
          onClick={() => setOpened(!opened)}
        >
          {text}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} data-mantine-stop-propagation>
        <div className={classes["months"]}>
          <Suspense
            fallback={
              <Box component="output" display="block" aria-label="Chargement…">
                <Loader />
              </Box>
            }
          >
            <MonthCalendar
              month={month}
              onMonth={(chosen) => {
                setOpened(false);
                onMonth(chosen);
              }}
            />
          </Suspense>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
