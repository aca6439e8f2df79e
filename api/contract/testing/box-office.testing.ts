import { boxOfficeStatsSchema } from "../calls/box-office.contract.ts";
import { previewedWeekSchema, reportPreviewSchema } from "../calls/report-previews.contract.ts";
import { civilDate } from "../units/civil-date.ts";
import { builderOf } from "./builder.testing.ts";

/** The canonical report of the samples. */
export const someReportStats = builderOf(boxOfficeStatsSchema, {
  declarations_found: 4,
  imported: 4,
  films_found: 2,
  cinemas_found: 2,
  screens_found: 4,
  weeks: [civilDate("2026-11-18")],
  total_admissions: 4890,
  total_gross_ttc: "38850.00",
  duplicates: 0,
  corrections: 0,
  set_aside: 0,
  other_distributors: 0,
  unknown_cinemas: 0,
  invoices_expected: 1,
  invoices_held: 0,
  errors_count: 0,
  errors: [],
  warnings_count: 0,
  warnings: [],
});

/** One that is issued. */
export const aPreviewedWeek = builderOf(previewedWeekSchema, {
  cinema_name: "Cinéma Le Beffroi",
  city: "Douai",
  week_start: civilDate("2026-11-18"),
  outcome: "issued",
  missing: [],
  documents: [{ kind: "invoice", total_net_amount: "2633.92", total_amount: "2897.31", corrects: null }],
  new_count: 2,
  corrected_count: 0,
  known_count: 0,
  set_aside_count: 0,
});

export const aReportPreview = builderOf(reportPreviewSchema, {
  file_name: "rapport.xml",
  stats: someReportStats(),
  unfinished_weeks: [],
  refused: [],
  issued: {
    invoice: { count: 1, total: "2897.31" },
    complement: { count: 0, total: "0.00" },
    credit_note: { count: 0, total: "0.00" },
  },
  held: { count: 0, total: "0.00" },
  unchanged_count: 0,
  weeks_count: 1,
  weeks: [aPreviewedWeek()],
});
