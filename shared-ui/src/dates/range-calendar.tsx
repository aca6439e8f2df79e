import { isCivilDate } from "@bobine/contract/civil-date";
import { DatePicker } from "@mantine/dates";
import { useState } from "react";
import { CALENDAR_LABELS, FrenchCalendar } from "./french-calendar.tsx";
import type { DateRange } from "./date-range.ts";

interface RangeCalendarProps {
  range: DateRange;
  /** Both days are chosen. */
  onRange: (range: DateRange) => void;
}

/** Two days in a calendar of Monday weeks. It comes when it is first opened: no first load carries it. */
export function RangeCalendar({ range, onRange }: RangeCalendarProps) {
  const [chosen, setChosen] = useState<[string | null, string | null]>([
    range.from ?? null,
    range.to ?? null,
  ]);
  return (
    <FrenchCalendar>
      <DatePicker
        type="range"
        allowSingleDateInRange
        value={chosen}
        {...(range.from === undefined ? {} : { defaultDate: range.from })}
        onChange={(next) => {
          setChosen(next);
          const [from, to] = next;
          if (from !== null && to !== null && isCivilDate(from) && isCivilDate(to)) onRange({ from, to });
        }}
        ariaLabels={CALENDAR_LABELS}
      />
    </FrenchCalendar>
  );
}
