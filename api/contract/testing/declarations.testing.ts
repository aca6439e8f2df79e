import { declarationSchema, reportDetailSchema } from "../calls/declarations.contract.ts";
import { civilDate } from "../units/civil-date.ts";
import { builderOf } from "./builder.testing.ts";

/** A report of three declarations, with an unknown cinema. */
export const aReport = builderOf(reportDetailSchema, {
  id: 7,
  file_name: "rapport-s47.xml",
  file_size: 4000,
  created_at: "2026-11-30T08:05:00.000Z",
  imported_by: { first_name: "Camille", last_name: "Rousseau", email: "c@lumen.example" },
  weeks: [civilDate("2026-11-18")],
  declarations_found: 4,
  imported: 3,
  duplicates: 1,
  corrections: 0,
  set_aside: 0,
  other_distributors: 0,
  unknown_cinemas: 1,
  errors_count: 2,
  warnings_count: 0,
  total_admissions: 4890,
  total_gross_ttc: "38850.00",
  errors: ["Déclaration R9 : taux supérieur à 50 %."],
  kept: { all: 3, invoiced: 2, pending: 1, set_aside: 0, with_warnings: 1 },
});

/** One that is invoiced. */
export const aDeclaration = builderOf(declarationSchema, {
  id: 1,
  reference: "R1",
  nature: "initiale",
  week_start: civilDate("2026-11-18"),
  week_display: "S47/2026 – du 18/11/2026 au 24/11/2026",
  cinema_id: 3,
  cinema_name: "Cinéma Le Beffroi",
  screen_name: "Salle 1",
  screen_authorization: "910231",
  film_title: "Les Heures bleues",
  visa_number: "199041",
  version: "VF",
  run_week: 1,
  terms_type: "POURCENTAGE",
  rate_bp: 5000,
  screenings: 21,
  admissions_paid: 812,
  admissions_free: 9,
  gross_ttc: "5909.40",
  tsa: "633.49",
  vat: "308.07",
  base_film_ht: "4967.84",
  share_ht: "2483.92",
  share_declared: true,
  outcome: "invoiced",
  invoice: { id: 12, invoice_number: "F26000123" },
});
