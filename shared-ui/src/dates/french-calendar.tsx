import { DatesProvider } from "@mantine/dates";
import "./calendar.css";
import "dayjs/locale/fr";
import type { ReactNode } from "react";

export const CALENDAR_LABELS = {
  previousMonth: "Mois précédent",
  nextMonth: "Mois suivant",
  monthLevelControl: "Choisir le mois",
  previousYear: "Année précédente",
  nextYear: "Année suivante",
  yearLevelControl: "Choisir l’année",
  previousDecade: "Décennie précédente",
  nextDecade: "Décennie suivante",
} as const;

/** Weeks from Monday, in French. No day of the week is coloured: the red of Mantine's weekends is too pale to read. */
export function FrenchCalendar({ children }: { children: ReactNode }) {
  return (
    <DatesProvider settings={{ locale: "fr", firstDayOfWeek: 1, weekendDays: [] }}>{children}</DatesProvider>
  );
}
