import { listReports, type Report } from "../calls/declarations.contract.ts";
import { exportReportList } from "../calls/list-exports.contract.ts";
import { personName } from "../rules/person-name.ts";
import { cinemaWeekOf, weekLabel } from "../units/cinema-week.ts";
import { guarded, instantCell } from "../units/csv.ts";
import { defineColumns, defineList } from "./define-list.ts";

export const REPORT_LIST = defineList({
  page: listReports,
  csv: exportReportList,
  fileName: "rapports-recettes.csv",
  pageSize: 100,
  columns: defineColumns<Report>()({
    file_name: { label: "Fichier", csv: (report) => guarded(report.file_name) },
    created_at: { label: "Importé le", csv: (report) => instantCell(report.created_at) },
    imported_by: {
      label: "Par",
      csv: ({ imported_by }) => guarded(imported_by ? personName(imported_by) : ""),
    },
    weeks: {
      label: "Semaines",
      csv: ({ weeks }) => weeks.map((week) => weekLabel(cinemaWeekOf(week))).join(", "),
    },
    declarations_found: { label: "Déclarations", csv: (report) => String(report.declarations_found) },
    imported: { label: "Nouvelles", csv: (report) => String(report.imported) },
    duplicates: { label: "Doublons", csv: (report) => String(report.duplicates) },
    corrections: { label: "Rectifications", csv: (report) => String(report.corrections) },
    set_aside: { label: "Mises de côté", csv: (report) => String(report.set_aside) },
    other_distributors: {
      label: "Autres distributeurs",
      csv: (report) => String(report.other_distributors),
    },
    unknown_cinemas: { label: "Cinémas inconnus", csv: (report) => String(report.unknown_cinemas) },
    errors_count: { label: "Refusées", csv: (report) => String(report.errors_count) },
    warnings_count: { label: "Avertissements", csv: (report) => String(report.warnings_count) },
  }),
});
