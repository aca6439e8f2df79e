import type { BankConnection } from "../calls/bank-connection.contract.ts";

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
