import { LongSelect } from "./long-select.tsx";

export const WEEKS = ["S46/2026", "S47/2026", "S48/2026", "S49/2026"];

interface ChoiceOfWeekProps {
  searchable?: boolean;
  onChange?: (week: string | null) => void;
}

export const ChoiceOfWeek = ({ searchable = true, onChange = () => undefined }: ChoiceOfWeekProps) => (
  <LongSelect
    aria-label="Semaine"
    searchable={searchable}
    data={WEEKS}
    defaultValue="S47/2026"
    onChange={(week) => onChange(week)}
  />
);
