import type { BankConnection } from "@bobine/contract/bank-connection";
import type { DistributorProfile } from "@bobine/contract/distributors";

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

const IDLE: BankConnection["sync"] = {
  state: "idle",
  requested_at: null,
  lines_read: 0,
  error: null,
  stats: null,
};

export const noBank: BankConnection = {
  is_connected: false,
  bank_name: null,
  status: "not_connected",
  message: "Aucune banque connectée.",
  last_sync_at: null,
  expires_at: null,
  sync: IDLE,
};

/** A connected bank that has nothing to do. */
export const aBank = (
  overrides: Partial<Omit<BankConnection, "sync">> & { sync?: Partial<BankConnection["sync"]> } = {},
): BankConnection => ({
  is_connected: true,
  bank_name: "Banque de démonstration",
  status: "connected",
  message: "",
  last_sync_at: "2026-11-18T08:30:00.000Z",
  expires_at: "2027-03-01T08:30:00.000Z",
  ...overrides,
  sync: { ...IDLE, ...overrides.sync },
});
