import { cents } from "@bobine/contract/money";
import { expect, test } from "vitest";
import type { LineEvidence } from "../line-evidence.ts";
import { likelyRefunds, surestRefund } from "./refunds.ts";

const note = {
  name: "note",
  number: "A26000006",
  remaining: cents(157951),
  payer_names: ["Korrigan", "Korrigan SA"],
};
const paidTwice = {
  name: "paid twice",
  number: undefined,
  remaining: cents(370558),
  payer_names: ["Mirage"],
};
const small = { name: "small", number: undefined, remaining: cents(1250), payer_names: ["Alhambra"] };

test.each([
  ["VIR SEPA EMIS /BEN KORRIGAN SA /MOTIF REMBOURSEMENT AVOIR A26000006", -157951, ["note"]],
  [
    "VIR SEPA EMIS /BEN MULTIPLEXE MIRAGE SAS /MOTIF REMBT DOUBLE REGLEMENT F26000016",
    -370558,
    ["paid twice"],
  ],
  ["VIR SEPA EMIS /BEN MIRAGE /MOTIF SOLDE DE TOUT COMPTE", -370558, ["paid twice"]],
  ["VIR SEPA EMIS /BEN ALHAMBRA /MOTIF REMBT", -1000, ["small"]],
  ["VIR SEPA EMIS /BEN ALHAMBRA /MOTIF FACT 26-1187", -1000, []],
  ["PRLV SEPA SCI DES PROJECTIONS LOYER", -157951, []],
])("LET-27: « %s » of %i may give back %j", (label, amount, expected) => {
  const found = likelyRefunds({ label, amount: cents(amount) }, [small, paidTwice, note]);
  expect(found.map((credit) => credit.name)).toEqual(expected);
});

test.each([
  ["VIR SEPA EMIS /BEN KORRIGAN SA /MOTIF REMBOURSEMENT AVOIR A26000006", -157951, "note"],
  ["VIR SEPA EMIS /BEN KORRIGAN SA /MOTIF REMBOURSEMENT AVOIR A26000006", -157950, undefined],
  ["VIR SEPA EMIS /BEN MULTIPLEXE MIRAGE SAS /MOTIF REMBT DOUBLE REGLEMENT", -370558, "paid twice"],
  // Nothing says that it is one: the client may be paid for something else.
  ["VIR SEPA EMIS /BEN MIRAGE /MOTIF SOLDE DE TOUT COMPTE", -370558, undefined],
  ["VIR SEPA EMIS /MOTIF REMBT", -370558, undefined],
])("LET-44: « %s » of %i proposes to give back %s", (label, amount, expected) => {
  const found = surestRefund({ label, amount: cents(amount) }, [small, paidTwice, note]);
  expect(found?.credit.name).toBe(expected);
});

test("LET-27: whom the bank names as the other party, and what it has quoted in a field of its own, count as what the label says (LET-40)", () => {
  const found = (amount: number, evidence: LineEvidence) =>
    likelyRefunds({ label: "VIR SEPA EMIS 0042", amount: cents(amount), evidence }, [small, note]).map(
      ({ name }) => name,
    );
  expect(found(-157951, {})).toEqual([]);
  expect(found(-157951, { party_name: "KORRIGAN SA" })).toEqual(["note"]);
  expect(found(-60000, { references: ["A26000006"] })).toEqual(["note"]);
  const debit = { label: "VIR SEPA EMIS 0042", amount: cents(-157951) };
  expect(surestRefund({ ...debit, evidence: { references: ["RF18A26000006"] } }, [note])?.reasons).toEqual([
    "référence structurée A26000006",
    "montant exact du crédit",
  ]);
});

test("LET-44: a number that looks like the key of a creditor reference is quoted whole as well (LET-40)", () => {
  const debit = { label: "VIR SEPA EMIS 0042", amount: cents(-157951) };
  const own = { ...note, number: "RF260001" };
  const found = surestRefund({ ...debit, evidence: { references: ["RF260001"] } }, [own]);
  expect(found?.reasons).toEqual(["référence structurée RF260001", "montant exact du crédit"]);
});

test("LET-44: of two credits that are as likely neither is proposed, and the reasons say what speaks for one", () => {
  const debit = { label: "VIR SEPA EMIS /BEN MIRAGE /MOTIF REMBT DOUBLE REGLEMENT", amount: cents(-370558) };
  expect(surestRefund(debit, [paidTwice, { ...paidTwice }])).toBeUndefined();
  expect(surestRefund(debit, [paidTwice])?.reasons).toEqual([
    "montant exact du crédit",
    "client reconnu\u00a0: Mirage",
  ]);
});
