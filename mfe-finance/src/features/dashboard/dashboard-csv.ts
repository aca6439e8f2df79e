import { amount, BOM, csvLine, guarded } from "@bobine/contract/csv";
import type { DashboardRow } from "@bobine/contract/dashboard";
import { centsFromWire } from "@bobine/contract/money";
import { TEXTS } from "./dashboard.texts.ts";

/** The pending payments that the dashboard shows, its total too, for a spreadsheet. */
export const dashboardCsv = (rows: readonly DashboardRow[]): string =>
  BOM +
  csvLine(Object.values(TEXTS.columns)) +
  rows
    .map(({ category, total, due }) =>
      csvLine([guarded(category), amount(centsFromWire(total)), amount(centsFromWire(due))]),
    )
    .join("");
