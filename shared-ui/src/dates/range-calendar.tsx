import { isCivilDate } from "@bobine/contract/civil-date";
import { DatePicker, DatesProvider } from "@mantine/dates";
import "@mantine/dates/styles.layer.css";
import "dayjs/locale/fr";
import { useState } from "react";
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
  // No day of the week is coloured: the red of Mantine's weekends is too pale to read.
  return (
    <DatesProvider settings={{ locale: "fr", firstDayOfWeek: 1, weekendDays: [] }}>
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
        ariaLabels={{
          previousMonth: "Mois précédent",
          nextMonth: "Mois suivant",
          monthLevelControl: "Choisir le mois",
          previousYear: "Année précédente",
          nextYear: "Année suivante",
          yearLevelControl: "Choisir l’année",
          previousDecade: "Décennie précédente",
          nextDecade: "Décennie suivante",
        }}
      />
    </DatesProvider>
  );
}
