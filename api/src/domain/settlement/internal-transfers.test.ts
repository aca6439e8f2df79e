import type { CivilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { describe, expect, test } from "vitest";
import { internalTransferOf, type OwnLine, transferAccount } from "./internal-transfers.ts";

const FIRST = "FR1330004000010001234560234";
const SECOND = "FR1420041010050500013M02606";
const ACCOUNTS = [
  { id: 1, number: FIRST, label: "Courant" },
  { id: 2, number: SECOND, label: "Livret" },
  { id: 3, number: "****5722", label: "Carte" },
];

const sent: OwnLine = {
  id: 10,
  account_id: 1,
  transaction_date: "2026-10-30" as CivilDate,
  amount: cents(-5000_00),
  label: "VIR SEPA EMIS /MOTIF VIREMENT INTERNE",
  party_iban: null,
};
const received: OwnLine = {
  ...sent,
  id: 20,
  account_id: 2,
  transaction_date: "2026-11-02" as CivilDate,
  amount: cents(5000_00),
  label: "VIREMENT RECU",
};
const on = (day: string): Pick<OwnLine, "transaction_date"> => ({ transaction_date: day as CivilDate });
const otherOf = (line: OwnLine, ...lines: OwnLine[]) => internalTransferOf(line, lines, ACCOUNTS)?.other.id;

describe("a transfer between two own accounts (LET-43)", () => {
  test("is recognised on both sides, with what says so", () => {
    expect(internalTransferOf(sent, [received], ACCOUNTS)).toEqual({
      other: received,
      account_label: "Livret",
      reasons: ["reçu le 02/11/2026 sur «\u00a0Livret\u00a0»", "libellé de virement interne"],
    });
    expect(internalTransferOf(received, [sent, received], ACCOUNTS)).toMatchObject({
      other: sent,
      reasons: ["parti le 30/10/2026 sur «\u00a0Courant\u00a0»", "libellé de virement interne"],
    });
  });

  test("is recognised by the IBAN of an own account, whatever its words", () => {
    const silent = { ...sent, label: "VIR GRAND ANGLE" };
    expect(otherOf(silent, received)).toBeUndefined();
    expect(internalTransferOf({ ...silent, party_iban: SECOND }, [received], ACCOUNTS)?.reasons).toContain(
      "IBAN du compte «\u00a0Livret\u00a0»",
    );
    expect(otherOf(silent, { ...received, party_iban: FIRST })).toBe(20);
  });

  test.each<[string, Partial<OwnLine>]>([
    ["on the same account", { account_id: 1 }],
    ["of another amount", { amount: cents(5000_01) }],
    ["the same way", { amount: cents(-5000_00) }],
    ["six days later", on("2026-11-05")],
    ["six days before", on("2026-10-24")],
    ["whose IBAN is a stranger's", { party_iban: "DE89370400440532013000" }],
    ["whose IBAN is a third account's", { party_iban: SECOND }],
  ])("is not a line %s", (_, change) => expect(otherOf(sent, { ...received, ...change })).toBeUndefined());

  test.each(["2026-10-25", "2026-11-04"])("may take five days: %s", (day) => {
    expect(otherOf(sent, { ...received, ...on(day) })).toBe(20);
  });

  test("of several is the nearest in time, and none of two as near", () => {
    const near = { ...received, id: 21, ...on("2026-10-31") };
    expect(otherOf(sent, received, near)).toBe(21);
    expect(otherOf(received, sent, near)).toBeUndefined();
    expect(otherOf(sent, received, { ...received, id: 22, account_id: 3 })).toBeUndefined();
  });
});

test("LET-43: internal transfers stand on an account 58 of the distributor's list, else on 580000", () => {
  const loyers = { code: "613200", label: "Loyers" };
  const own = { code: "580100", label: "Entre comptes" };
  expect(transferAccount([loyers, own])).toBe(own);
  expect(transferAccount([loyers])).toEqual({ code: "580000", label: "Virements internes" });
});
