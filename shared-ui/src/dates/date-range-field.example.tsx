import { civilDate } from "@bobine/contract/civil-date";
import { useState } from "react";
import { ANY_DAY, type DateRange } from "./date-range.ts";
import { DateRangeField, type DateRangeFieldProps } from "./date-range-field.tsx";

export const AnyDay = (props: Partial<DateRangeFieldProps>) => {
  const [range, setRange] = useState<DateRange>(ANY_DAY);
  return <DateRangeField label="Période des factures" range={range} onRange={setRange} {...props} />;
};

export const TwoDays = (props: Partial<DateRangeFieldProps>) => {
  const [range, setRange] = useState<DateRange>({
    from: civilDate("2026-11-03"),
    to: civilDate("2026-11-20"),
  });
  return <DateRangeField label="Période des factures" range={range} onRange={setRange} {...props} />;
};
