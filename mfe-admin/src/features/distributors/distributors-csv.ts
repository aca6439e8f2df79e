import { BOM, csvLine, guarded } from "@bobine/contract/csv";
import type { DistributorRow } from "@bobine/contract/distributors";
import { ONBOARDING_STATUS } from "@bobine/contract/status-labels";
import { formatDay } from "@bobine/shared-ui";

/** The distributors that the console lists, in its order, for a spreadsheet. */
export const distributorsCsv = (rows: readonly DistributorRow[]): string =>
  BOM +
  csvLine([
    "ID",
    "Nom",
    "E-mail de l'administrateur",
    "E-mail de communication",
    "Statut",
    "Avancement (%)",
    "Utilisateurs",
    "Date de création",
  ]) +
  rows
    .map((row) =>
      csvLine([
        String(row.id),
        guarded(row.name),
        guarded(row.admin_email ?? ""),
        guarded(row.communication_email ?? ""),
        ONBOARDING_STATUS[row.onboarding_status].label,
        String(row.onboarding_progress_percentage),
        String(row.user_count),
        formatDay(row.created_at),
      ]),
    )
    .join("");
