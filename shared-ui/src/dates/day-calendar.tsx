import { type CivilDate, isCivilDate } from "@bobine/contract/civil-date";
import { DatePicker } from "@mantine/dates";
import { CALENDAR_LABELS, FrenchCalendar } from "./french-calendar.tsx";

interface DayCalendarProps {
  day: CivilDate | undefined;
  onDay: (day: CivilDate) => void;
  min: CivilDate | undefined;
  max: CivilDate | undefined;
}

/** One day in a calendar. It comes when it is first opened: no first load carries it. */
export function DayCalendar({ day, onDay, min, max }: DayCalendarProps) {
  return (
    <FrenchCalendar>
      <DatePicker
        value={day ?? null}
        {...(day === undefined ? {} : { defaultDate: day })}
        {...(min === undefined ? {} : { minDate: min })}
        {...(max === undefined ? {} : { maxDate: max })}
        onChange={(chosen) => {
          if (chosen !== null && isCivilDate(chosen)) onDay(chosen);
        }}
        ariaLabels={CALENDAR_LABELS}
      />
    </FrenchCalendar>
  );
}
