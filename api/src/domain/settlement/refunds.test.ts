import { cents } from "@bobine/contract/money";
import { expect, test } from "vitest";
import { likelyRefunds } from "./refunds.ts";

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
