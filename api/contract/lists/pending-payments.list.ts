import type { DashboardRow } from "../calls/dashboard.contract.ts";
import { guarded, moneyCell } from "../units/csv.ts";
import { defineColumns } from "./define-list.ts";

/** UI-7: the dashboard has this list whole, its total too, and writes its file itself. */
export const PENDING_PAYMENT_COLUMNS = defineColumns<DashboardRow>()({
  category: { label: "Cinéma", csv: (row) => guarded(row.category) },
  total: { label: "TOTAL", csv: (row) => moneyCell(row.total) },
  due: { label: "DUE", csv: (row) => moneyCell(row.due) },
});
