import { civilDate } from "@bobine/contract/civil-date";
import type { Lot, LotPreparation, LotPreview } from "@bobine/contract/lots";

export const NO_LOTS = { count: 0, next: null, previous: null, results: [] };

export const NOTHING_NEW: LotPreview = {
  period_from: civilDate("2026-12-01"),
  period_to: civilDate("2026-12-31"),
  entry_count: 0,
  reversal_count: 0,
  late_count: 0,
  lines_without_end: 0,
  has_older: false,
  total_amount: "0.00",
  journals: [],
};

export const aPreview = (changes: Partial<LotPreview> = {}): LotPreview => ({
  ...NOTHING_NEW,
  entry_count: 3,
  total_amount: "3000.00",
  journals: [
    { journal: "BQ", label: "Banque", entry_count: 1, total_amount: "1000.00" },
    { journal: "VE", label: "Ventes", entry_count: 2, total_amount: "2000.00" },
  ],
  ...changes,
});

/** A lot of December that a job makes. */
export const aPreparation = (changes: Partial<LotPreparation> = {}): LotPreparation => ({
  state: "running",
  message: "",
  percent: 40,
  period_from: civilDate("2026-12-01"),
  period_to: civilDate("2026-12-31"),
  requested_at: "2026-12-31T09:30:00.000Z",
  requested_by_name: "Camille Moreau",
  ...changes,
});

/** A lot of November with valid defaults. */
export const aLot = (changes: Partial<Lot> = {}): Lot => ({
  id: 5,
  number: 2,
  year: 2026,
  period_from: civilDate("2026-11-01"),
  period_to: civilDate("2026-11-30"),
  created_at: "2026-12-02T09:30:00.000Z",
  created_by_name: "Camille Moreau",
  entry_count: 12,
  reversal_count: 1,
  total_amount: "12345.67",
  files: [],
  ...changes,
});
