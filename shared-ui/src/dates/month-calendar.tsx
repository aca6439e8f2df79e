import { MonthPicker } from "@mantine/dates";
import { CALENDAR_LABELS, FrenchCalendar } from "./french-calendar.tsx";

interface MonthCalendarProps {
  /** `2026-10` */
  month: string | undefined;
  onMonth: (month: string) => void;
}

/** The months of a year. It comes when it is first opened: no first load carries it. */
export function MonthCalendar({ month, onMonth }: MonthCalendarProps) {
  const first = month === undefined ? null : `${month}-01`;
  return (
    <FrenchCalendar>
      <MonthPicker
        value={first}
        {...(first === null ? {} : { defaultDate: first })}
        onChange={(chosen) => {
          if (chosen !== null) onMonth(chosen.slice(0, 7));
        }}
        ariaLabels={CALENDAR_LABELS}
      />
    </FrenchCalendar>
  );
}
