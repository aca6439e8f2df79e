import type { DistributorProfile } from "../calls/distributors.contract.ts";

/** A complete company, as the server answers it. */
export const aCompany = (overrides: Partial<DistributorProfile> = {}): DistributorProfile => ({
  id: 12,
  name: "Lumen Films Distribution",
  admin_email: "compta@lumen-films.example",
  address: "14 rue du Faubourg",
  post_code: "75010",
  city: "Paris",
  phone: "01 99 00 14 10",
  siren: "000100016",
  vat_number: "FR39000100016",
  prefix_vat: "FR39",
  iban: "FR7699999000010001234567809",
  secondary_iban: "",
  communication_email: "lumen@factures.bobine.example",
  automation_on: true,
  validation_status: "validated",
  pending_iban: null,
  pending_secondary_iban: null,
  pending_bank_details: null,
  ...overrides,
});
