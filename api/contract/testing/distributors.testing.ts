import { civilDate } from "../units/civil-date.ts";
import { cinemaSettingsSchema } from "../calls/cinema-settings.contract.ts";
import { distributorProfileSchema, distributorRowSchema } from "../calls/distributors.contract.ts";
import { ownInvoicingSchema } from "../calls/invoicing-options.contract.ts";
import { applicationSchema, prospectSchema } from "../calls/prospects.contract.ts";
import { builderOf } from "./builder.testing.ts";

/** A complete company, as the server answers it. */
export const aCompany = builderOf(distributorProfileSchema, {
  id: 12,
  name: "Lumen Films Distribution",
  admin_email: "compta@lumen-films.example",
  address: "14 rue du Faubourg",
  post_code: "75010",
  city: "Paris",
  phone: "01 99 00 14 10",
  siren: "000100016",
  siret: "",
  vat_number: "FR39000100016",
  prefix_vat: "FR39",
  iban: "FR7699999000010001234567809",
  secondary_iban: "",
  communication_email: "lumen@factures.bobine.example",
  automation_on: true,
  has_issued: true,
  validation_status: "validated",
});

/** A distributor in the list of super admins. */
export const aDistributorRow = builderOf(distributorRowSchema, {
  id: 1,
  name: "Lumen Films Distribution",
  admin_email: "hugo@lumen.example",
  onboarding_status: "active",
  onboarding_progress_percentage: 100,
  validation_status: "validated",
  user_count: 1,
  created_at: "2026-09-01T08:00:00.000Z",
  users: [
    {
      id: 3,
      user_name: "Hugo Marchetti",
      user_email: "hugo@lumen.example",
      role: "admin",
      is_onboarding_contact: true,
    },
  ],
});

/** A company that asks to be validated, and lacks its Kbis. */
export const aProspect = builderOf(prospectSchema, {
  id: 7,
  name: "Films du Quai",
  address: "2 rue Neuve",
  post_code: "69002",
  city: "Lyon",
  phone: "04 65 71 00 01",
  siren: "732829320",
  vat_number: "FR44732829320",
  iban: "FR1420041010050500013M02606",
  iban_holder: "Inès Marchand",
  validation_status: "prospect",
  created_at: "2026-11-28T08:00:00.000Z",
  applicant: { name: "Inès Marchand", email: "ines@quai.example" },
  documents: [
    { id: 3, kind: "rib", file_name: "rib-quai.pdf", size: 20_480, created_at: "2026-11-28T09:00:00.000Z" },
  ],
  missing: ["kbis"],
  version: "v1",
});

/** What such a company sees of it itself. */
export const anApplication = builderOf(applicationSchema, {
  validation_status: "prospect",
  iban_holder: "",
  missing: ["iban_holder", "kbis", "rib"],
});

/** How a distributor works with a cinema. */
export const someCinemaSettings = builderOf(cinemaSettingsSchema, {
  id: 5,
  distributor: 12,
  cinema: 1,
  additional_invoice_emails: ["compta@beffroi.example"],
  minimum_guarantee: 150,
  custom_accounting_code: "411BEF",
});

/** How that company invoices. */
export const someInvoicingOptions = builderOf(ownInvoicingSchema, {
  legal_form: "SAS",
  share_capital: "40000.00",
  rcs_city: "Paris",
  payment_terms: "30",
  default_vat_rate_bp: 1000,
  sacem_deducted: false,
  factor_name: "",
  factor_iban: "",
  reminder_before_due: false,
  mailing_from: civilDate("2026-09-01"),
  write_off_limit: "1.00",
  late_rate: { rate_bp: 1215, from_day: civilDate("2026-07-01"), to_day: civilDate("2026-12-31") },
});
