import { describe, expect, test } from "vitest";
import type { BankAccount } from "../../platform/bank-aggregator/bank-aggregator.ts";
import type { BankConnectionRow } from "./bank-connection.repository.ts";
import { chooseAccounts } from "./choose-accounts.ts";
import { connectionView } from "./connection-view.ts";

const NOW = new Date("2026-11-30T11:00:00Z");
const row = (changes: Partial<BankConnectionRow> = {}): BankConnectionRow => ({
  id: 1,
  distributor_id: 1,
  provider_user: "00000000-0000-4000-8000-000000000000",
  item_id: 5,
  awaited_item_id: null,
  synced_ibans: null,
  item_status: 0,
  item_message: "",
  status_since: NOW.toISOString(),
  bank_provider_id: 574,
  bank_name: "Banque",
  expires_at: null,
  synced_to: null,
  synced_accounts: [],
  last_sync_at: null,
  sync_state: "idle",
  sync_requested_at: null,
  sync_lines_read: 0,
  sync_error: null,
  sync_stats: null,
  ...changes,
});

describe("an item of status", () => {
  // AGG-3
  test.each([
    [0, true, "connected"],
    [-2, true, "syncing"],
    [-3, true, "syncing"],
    [402, false, "action_required"],
    [429, false, "action_required"],
    [430, false, "action_required"],
    [1003, true, "connected"],
    [1005, false, "warning"],
    [1007, true, "warning"],
    [1009, true, "connected"],
    [1010, false, "action_required"],
    [1099, false, "warning"],
    [1100, false, "warning"],
    [7777, false, "warning"],
  ] as const)("%d: connected %s, shown as %s", (item_status, is_connected, status) => {
    expect(connectionView(row({ item_status }), NOW)).toMatchObject({ is_connected, status });
  });

  test("429 is told in the bank's own words", () => {
    const view = connectionView(row({ item_status: 429, item_message: "Acceptez les conditions" }), NOW);
    expect(view.message).toBe("Acceptez les conditions");
  });

  test.each([
    ["47 hours", "2026-11-28T12:00:00Z", "connected"],
    ["49 hours", "2026-11-28T10:00:00Z", "warning"],
  ])("1003 for %s is shown as it should", (_name, status_since, status) => {
    expect(connectionView(row({ item_status: 1003, status_since }), NOW).status).toBe(status);
  });
});

test.each([
  ["in 16 days", "2026-12-16T12:00:00Z", "connected", ""],
  [
    "in 14 days",
    "2026-12-14T10:00:00Z",
    "warning",
    "La connexion à la banque prend fin le 14/12/2026. Reconnectez votre compte avant cette date.",
  ],
])("an access that ends %s", (_name, expires_at, status, message) => {
  expect(connectionView(row({ expires_at }), NOW)).toMatchObject({ status, message });
});

const account = (changes: Partial<BankAccount> = {}): BankAccount => ({
  id: 1,
  item_id: 5,
  iban: "FR1",
  currency_code: "EUR",
  type: "checking",
  is_readable: true,
  ...changes,
});

describe("of the accounts that a bank shares", () => {
  test.each([
    ["the company's own are read", [account(), account({ id: 2, iban: "FR2" })], ["FR2"], [2]],
    ["the only one is read", [account(), account({ id: 2, type: "savings" })], [], [1]],
    [
      "one of the company in another currency is read beside it (BANK-38)",
      [
        account(),
        account({ id: 2, iban: "FR2", currency_code: "USD" }),
        account({ id: 3, iban: null, currency_code: "USD" }),
      ],
      ["FR1", "FR2"],
      [1, 2],
    ],
    ["both of the company are read", [account(), account({ id: 2, iban: "FR2" })], ["FR1", "FR2"], [1, 2]],
  ])("%s", (_name, accounts, ibans, expected) => {
    const chosen = chooseAccounts(accounts, ibans);
    expect("accounts" in chosen && chosen.accounts.map((one) => one.id)).toEqual(expected);
  });

  test.each([
    [
      "none is current, readable and in euros",
      [account({ currency_code: "USD" }), account({ is_readable: false })],
      "aucun compte courant",
    ],
    ["several are, and none is the company's", [account(), account({ id: 2 })], "plusieurs comptes"],
  ])("nothing is read when %s", (_name, accounts, problem) => {
    const chosen = chooseAccounts(accounts, ["FR9"]);
    expect("problem" in chosen && chosen.problem).toContain(problem);
  });
});
