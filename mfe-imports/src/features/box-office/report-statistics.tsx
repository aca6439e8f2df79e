import type { BoxOfficeStats } from "@bobine/contract/box-office";
import { type CinemaWeek, cinemaWeekOf, weekLabel } from "@bobine/contract/cinema-week";
import { formatInteger, Money } from "@bobine/shared-ui";
import type { Statistic } from "../../statistics-list.tsx";
import { TEXTS } from "./box-office.texts.ts";

/**
 * The figures of an import; those that only speak when something happened are left out at zero.
 * @param options.withInvoices how many invoices it makes: a preview tells their amounts itself
 */
export function statisticsOf(stats: BoxOfficeStats, { withInvoices = true } = {}): Statistic[] {
  const { labels } = TEXTS;
  const weeks: CinemaWeek[] = stats.weeks.map((week) => cinemaWeekOf(week));
  const unusual = [
    "duplicates",
    "corrections",
    "set_aside",
    "other_distributors",
    "unknown_cinemas",
    "invoices_held",
  ] as const;
  return [
    { label: labels.declarations_found, value: formatInteger(stats.declarations_found) },
    { label: labels.imported, value: formatInteger(stats.imported) },
    { label: labels.weeks, value: weeks.map(weekLabel).join(", ") || "–" },
    { label: labels.cinemas_found, value: formatInteger(stats.cinemas_found) },
    { label: labels.screens_found, value: formatInteger(stats.screens_found) },
    { label: labels.films_found, value: formatInteger(stats.films_found) },
    { label: labels.total_admissions, value: formatInteger(stats.total_admissions) },
    { label: labels.total_gross_ttc, value: <Money amount={stats.total_gross_ttc} /> },
    ...(withInvoices
      ? [{ label: labels.invoices_expected, value: formatInteger(stats.invoices_expected) }]
      : []),
    ...unusual
      .filter((key) => stats[key] > 0 && (withInvoices || key !== "invoices_held"))
      .map((key) => ({ label: labels[key], value: formatInteger(stats[key]) })),
  ];
}
