import { Select } from "@mantine/core";

export const WEEKS = ["S47/2026", "S48/2026", "S49/2026"];

/** A list of choices as every screen has it, by the theme alone: closed it is not in the page. */
export const ChoiceOfWeek = ({
  onChange = () => undefined,
}: {
  onChange?: (week: string | null) => void;
}) => <Select aria-label="Semaine" searchable data={WEEKS} onChange={(week) => onChange(week)} />;
