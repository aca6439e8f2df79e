// An entry point of its own: screens that ask for days carry this code, and the calendar comes when it is opened.
export {
  ANY_DAY,
  type DateRange,
  PERIOD_NAMES,
  type PeriodName,
  presetsOf,
  RANGE_ADDRESS,
  rangeText,
} from "./date-range.ts";
export { DateRangeField, type DateRangeFieldProps } from "./date-range-field.tsx";
export { DayField, type DayFieldProps } from "./day-field.tsx";
export { MonthField, type MonthFieldProps, monthText } from "./month-field.tsx";
export { useToday } from "./use-today.ts";
