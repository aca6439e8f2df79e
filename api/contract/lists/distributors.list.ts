import type { DistributorRow } from "../calls/distributors.contract.ts";
import { ONBOARDING_STATUS } from "../labels/status-labels.ts";
import { civilDateInParis, frenchDate } from "../units/civil-date.ts";
import { guarded } from "../units/csv.ts";
import { defineColumns } from "./define-list.ts";

/** The console has this list whole, and writes its file itself. */
export const DISTRIBUTOR_COLUMNS = defineColumns<DistributorRow>()({
  id: { label: "ID", csv: (row) => String(row.id) },
  name: { label: "Nom", csv: (row) => guarded(row.name) },
  admin_email: { label: "E-mail de l’administrateur", csv: (row) => guarded(row.admin_email ?? "") },
  communication_email: {
    label: "E-mail de communication",
    csv: (row) => guarded(row.communication_email ?? ""),
  },
  onboarding_status: { label: "Statut", csv: (row) => ONBOARDING_STATUS[row.onboarding_status].label },
  progress: { label: "Avancement (%)", csv: (row) => String(row.onboarding_progress_percentage) },
  user_count: { label: "Utilisateurs", csv: (row) => String(row.user_count) },
  created_at: {
    label: "Date de création",
    csv: (row) => frenchDate(civilDateInParis(new Date(row.created_at))),
  },
});
