import { civilDate } from "@bobine/contract/civil-date";
import type { TiedAccount, TiedMonth, Ties } from "@bobine/contract/ties";

/** October of an account that is tied. */
export const aTiedMonth = (changes: Partial<TiedMonth> = {}): TiedMonth => ({
  month: "2026-10",
  opening_balance: "32182.06",
  line_count: 24,
  movements: "4557.96",
  closing_balance: "36740.02",
  stated: { date: civilDate("2026-10-31"), balance: "36740.02", gap: "0.00" },
  ledger_balance: "36740.02",
  state: "tied",
  ...changes,
});

/** A current account with valid defaults. */
export const aTiedAccount = (changes: Partial<TiedAccount> = {}): TiedAccount => ({
  account: {
    id: 3,
    number: "FR7699999142140372104572296",
    label: "Compte courant",
    ledger_account: "512100",
    journal: "BQ1",
    bank: "Banque de démonstration",
    colour: "blue",
    currency: "EUR",
    opening_date: civilDate("2026-10-01"),
    opening_balance: "32182.06",
    opened_on: null,
    is_posted: false,
  },
  months: [aTiedMonth()],
  remarks: [],
  late: { count: 0, lines: [] },
  ...changes,
});

export const ties = (...accounts: readonly TiedAccount[]): Ties => ({
  year: 2026,
  years: [2026, 2025],
  accounts: [...accounts],
});
