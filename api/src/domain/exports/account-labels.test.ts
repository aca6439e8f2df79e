import { cents } from "@bobine/contract/money";
import { civilDate } from "@bobine/contract/civil-date";
import { expect, test } from "vitest";
import { AccountLabels } from "./account-labels.ts";
import type { LedgerEntry } from "./ledger-lines.ts";

const entry = (...lines: readonly (readonly [string, string, string, string])[]): LedgerEntry => ({
  number: 1,
  key: "invoice:1",
  journal: "VE",
  date: civilDate("2026-11-30"),
  lines: lines.map(([account, account_label, client_account, client_name]) => ({
    account,
    account_label,
    client_account,
    client_name,
    piece: "F1",
    label: "Loc.",
    debit: cents(0),
    credit: cents(0),
    due_date: null,
    letters: null,
  })),
});
const namesIn = (entries: readonly LedgerEntry[]) =>
  entries.flatMap(({ lines }) => lines.map((line) => [line.account_label, line.client_name]));

test("an account has one name in a file: that of now, else the first one (article A47 A-1)", () => {
  const labels = new AccountLabels([["512100", "Banque – Courant"]], [["411REX", "SARL Rex"]]);
  const posted = entry(
    ["512100", "Banque – compte principal", "", ""],
    ["411000", "Clients", "411REX", "Cinéma Rex"],
    ["445710", "TVA collectée 19,6 %", "", ""],
    ["411000", "Clients", "411LUX", "Lux"],
  );
  const later = entry(["445710", "TVA collectée", "", ""], ["411000", "Clients", "411LUX", "SAS Lux"]);
  expect([posted, later].flatMap((one) => namesIn([...labels.applyTo([one])]))).toEqual([
    ["Banque – Courant", ""],
    ["Clients", "SARL Rex"],
    ["TVA collectée 19,6 %", ""],
    ["Clients", "Lux"],
    ["TVA collectée 19,6 %", ""],
    ["Clients", "Lux"],
  ]);
});
