import { useState } from "react";
import { LongSelect } from "./long-select.tsx";

export const WEEKS = ["S46/2026", "S47/2026", "S48/2026", "S49/2026"];

interface ChoiceOfWeekProps {
  searchable?: boolean;
  onChange?: (week: string | null) => void;
}

export function ChoiceOfWeek({ searchable = true, onChange = () => undefined }: ChoiceOfWeekProps) {
  const [week, setWeek] = useState<string | null>("S47/2026");
  return (
    <LongSelect
      aria-label="Semaine"
      searchable={searchable}
      data={WEEKS}
      value={week}
      onChange={(chosen) => {
        setWeek(chosen);
        onChange(chosen);
      }}
    />
  );
}
