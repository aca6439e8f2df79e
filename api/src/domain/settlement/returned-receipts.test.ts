import { civilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { describe, expect, test } from "vitest";
import { isReturnWording, namedFee, possibleReturns, type Receipt } from "./returned-receipts.ts";

const payment = (
  invoice_number: string,
  amount: number,
  changes: Partial<Receipt["payments"][number]> = {},
) => ({
  invoice_id: Number(invoice_number.slice(-2)),
  invoice_number,
  client_account: "411BIJOU",
  cinema_name: "Bijou",
  payer_names: ["SAS Bijou Exploitation", "Bijou"],
  amount: cents(amount),
  ...changes,
});
const aReceipt = (
  transaction_id: number,
  label: string,
  amount: number,
  changes: Partial<Receipt> = {},
): Receipt => ({
  transaction_id,
  transaction_date: civilDate("2026-10-26"),
  label,
  amount: cents(amount),
  is_decided: true,
  payments: [payment(`F260000${transaction_id}`, amount)],
  ...changes,
});
const CHEQUE = aReceipt(10, "REMISE DE CHEQUE 0004512", 82292);
const UNNAMED = "CHEQUE IMPAYE PROVISION INSUFFISANTE";
const returnsOf = (label: string, amount: number, ...receipts: Receipt[]) =>
  possibleReturns({ label, amount: cents(amount) }, receipts);
const likelyOf = (label: string, amount: number, ...receipts: Receipt[]) =>
  returnsOf(label, amount, ...receipts).find((one) => one.is_likely)?.receipt.transaction_id;

describe("LET-23: a debit that returns a receipt", () => {
  test.each([
    ["CHEQUE IMPAYE 0004512 SAS BIJOU EXPLOITATION PROVISION INSUFFISANTE", true],
    ["REJET PRLV SEPA EURL LE CAPITOLE MS03 FA26-0409 FRAIS 12,50 INCLUS", true],
    ["IMPAYE PRLV CINEMA LE REX", true],
    ["PRLV SEPA RETOURNE LE REX", true],
    ["RETOUR VIR CINE ROYAL", true],
    ["PRLV SEPA EURL LE CAPITOLE AM04", true],
    ["FRAIS CHEQUE IMPAYE 0004512", false],
    ["COMMISSION SUR IMPAYE", false],
    ["PRLV SEPA URSSAF ILE DE FRANCE 117000037802877", false],
    ["VIR SEPA EMIS /BEN LABO DCP SERVICES /MOTIF FACT 26-1187", false],
  ])("« %s » is worded as a return: %s", (label, expected) => {
    expect(isReturnWording(label)).toBe(expected);
  });

  test.each([
    ["REJET PRLV SEPA EURL LE CAPITOLE MS03 FA26-0409 FRAIS 12,50 INCLUS", 1250],
    ["IMPAYE LE REX DONT FRAIS DE REJET : 8.00 EUR", 800],
    ["REJET PRLV SEPA LE REX", 0],
    ["REJET PRLV SEPA LE REX SANS FRAIS", 0],
  ])("« %s » names a fee of %i cents", (label, fee) => {
    expect(namedFee(label)).toBe(fee);
  });

  test("the receipt of its amount is likely, and says which invoice is due again", () => {
    const [one, ...others] = returnsOf(
      "CHEQUE IMPAYE 0004512 SAS BIJOU EXPLOITATION PROVISION INSUFFISANTE",
      -82292,
      CHEQUE,
    );
    expect(others).toEqual([]);
    expect(one).toMatchObject({ is_likely: true, is_whole: true, fee: 0, payments: CHEQUE.payments });
    expect(one?.reasons.map((reason) => reason.replace(/[\u00a0\u202f]/g, " "))).toEqual([
      "annule l’encaissement de 822,92 € du 26/10/2026",
      "n° 0004512 dans les deux libellés",
      "payeur reconnu : SAS Bijou Exploitation",
      "à rouvrir : la facture F26000010 (822,92 €)",
    ]);
  });

  test("the fee that the bank names in the line is apart", () => {
    const debit = aReceipt(20, "REMISE PRLV SEPA 1 OPERATION EURL LE CAPITOLE FA26-0409", 28395);
    const label = "REJET PRLV SEPA EURL LE CAPITOLE MS03 FRAIS 12,50 INCLUS";
    expect(returnsOf(label, -29645, debit)).toMatchObject([
      { is_likely: true, is_whole: true, fee: 1250, payments: [{ amount: 28395 }] },
    ]);
    expect(returnsOf("REJET PRLV SEPA EURL LE CAPITOLE MS03", -29645, debit)).toEqual([]);
  });

  test("of two receipts that speak as much for themselves none is likely; a number or a name decides", () => {
    const twin = aReceipt(11, "REMISE DE CHEQUE 0004600", 82292, {
      payments: [payment("F26000099", 82292, { client_account: "411REX", payer_names: ["Le Rex"] })],
    });
    expect(returnsOf(UNNAMED, -82292, CHEQUE, twin)).toHaveLength(2);
    expect(likelyOf(UNNAMED, -82292, CHEQUE, twin)).toBeUndefined();
    expect(likelyOf("CHEQUE IMPAYE 0004600", -82292, CHEQUE, twin)).toBe(11);
    expect(likelyOf("CHEQUE IMPAYE SAS BIJOU", -82292, CHEQUE, twin)).toBe(10);
    expect(likelyOf("CHEQUE IMPAYE F26000099", -82292, CHEQUE, twin)).toBe(11);
  });

  test("a number in the bank's own field for it decides as one in the label does, and the reasons say where it stood (LET-40)", () => {
    const twin = aReceipt(11, "REMISE DE CHEQUE 0004600", 82292);
    const found = possibleReturns(
      { label: UNNAMED, amount: cents(-82292), evidence: { references: ["RF18F26000011"] } },
      [CHEQUE, twin],
    );
    expect(found[0]).toMatchObject({ is_likely: true, receipt: { transaction_id: 11 } });
    expect(found[0]?.evidence).toContain("référence structurée F26000011");
  });

  test("an expense that is not worded as a return has no likely receipt", () => {
    expect(returnsOf("PRLV SEPA LOYER", -82292, CHEQUE)).toMatchObject([{ is_likely: false }]);
  });

  test("one cheque of a deposit comes back alone, or all those of one client", () => {
    const deposit = aReceipt(12, "REMISE DE 3 CHEQUES", 100000, {
      payments: [
        payment("F26000001", 30000),
        payment("F26000002", 30100),
        payment("F26000003", 39900, { client_account: "411REX", payer_names: ["Le Rex"] }),
      ],
    });
    expect(returnsOf(UNNAMED, -39900, deposit)).toMatchObject([
      { is_whole: true, payments: [{ invoice_number: "F26000003" }] },
    ]);
    expect(returnsOf(UNNAMED, -60100, deposit)).toMatchObject([
      { is_whole: true, payments: [{ invoice_number: "F26000001" }, { invoice_number: "F26000002" }] },
    ]);
    expect(returnsOf(UNNAMED, -70000, deposit)).toEqual([]);
  });

  test("what was returned already is not returned again", () => {
    const returned = { ...CHEQUE, payments: [payment("F26000010", 0)] };
    expect(returnsOf(UNNAMED, -82292, returned)).toEqual([]);
  });

  test("a receipt that nobody has decided is named as such, and one that paid too much is not whole", () => {
    const open = { ...CHEQUE, is_decided: false, payments: [] };
    expect(returnsOf(UNNAMED, -82292, open)).toMatchObject([
      {
        is_likely: true,
        is_whole: false,
        reasons: [expect.any(String), "l’encaissement du 26/10/2026 n’est pas encore rapproché"],
      },
    ]);
    const over = { ...CHEQUE, payments: [payment("F26000010", 80000)] };
    expect(returnsOf(UNNAMED, -82292, over)).toMatchObject([{ is_whole: false, payments: over.payments }]);
  });
});
