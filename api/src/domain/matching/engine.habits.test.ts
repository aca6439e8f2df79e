import { civilDate } from "@bobine/contract/civil-date";
import { centsFromWire } from "@bobine/contract/money";
import { describe, expect, test } from "vitest";
import type { LetteredTransaction } from "./lettering-types.ts";
import {
  aTransactionToMatch,
  anOpenInvoice,
  BEFFROI,
  CAHORS,
  DOLE,
  decideOne,
  REX,
} from "./matching.testing.ts";

const earlier = (more: Partial<LetteredTransaction>): LetteredTransaction => ({
  transaction_id: "earlier",
  amount: centsFromWire("1.00"),
  transaction_date: civilDate("2026-11-28"),
  payer_keys: [BEFFROI.payer_key],
  invoice_numbers: [],
  ...more,
});
const first = (...given: Parameters<typeof decideOne>): readonly string[] | undefined =>
  decideOne(...given).candidates[0]?.invoice_ids;

describe("what earlier payments of a payer say of the next", () => {
  const twins = [
    anOpenInvoice("F26000101", "777.13", { due_date: civilDate("2026-11-28") }),
    anOpenInvoice("F26000109", "777.13", { due_date: civilDate("2026-12-26") }),
  ];
  const line = aTransactionToMatch("VIR SEPA RECU /DE SARL BEFFROI CINES /MOTIF LOCATION", "777.13");

  test("who usually pays a month late pays the older of two equal invoices, who pays on the day the other", () => {
    const paid = (day: string) => [earlier({ due_dates: [day, day, day].map(civilDate) })];
    expect(first(twins, line, { recent_lettered: paid("2026-10-29") })).toEqual(["id-F26000101"]);
    expect(first(twins, line, { recent_lettered: paid("2026-11-27") })).toEqual(["id-F26000109"]);
  });

  test("two invoices show no habit yet", () => {
    const paid = earlier({ due_dates: [civilDate("2026-10-29"), civilDate("2026-10-29")] });
    expect(first(twins, line, { recent_lettered: [paid] })).toEqual(first(twins, line));
  });

  test("a cheque for an amount that several owe is first of all that of who has paid by cheque", () => {
    const owed = [BEFFROI, DOLE, REX].map(({ payer_key }, at) =>
      anOpenInvoice(`F2600010${at}`, "165.00", { payer_key }),
    );
    const cheque = aTransactionToMatch("REMISE DE 1 CHEQUE 6739", "165.00");
    for (const payer of [DOLE, REX]) {
      const recent_lettered = [earlier({ payer_keys: [payer.payer_key], is_cheque: true })];
      const entry = decideOne(owed, cheque, { recent_lettered });
      expect(entry.outcome).toBe("ask");
      expect(entry.candidates[0]?.invoice_ids).toEqual([
        owed.find(({ payer_key }) => payer_key === payer.payer_key)?.id,
      ]);
    }
  });

  test("where somebody who pays by cheque owes the amount, several invoices of another that make it come behind", () => {
    const [one, ...others] = [
      anOpenInvoice("F26000101", "264.00", { payer_key: DOLE.payer_key }),
      anOpenInvoice("F26000102", "132.00", { payer_key: REX.payer_key }),
      anOpenInvoice("F26000103", "132.00", { payer_key: REX.payer_key }),
    ];
    const recent_lettered = [DOLE, REX].map(({ payer_key }) =>
      earlier({ payer_keys: [payer_key], is_cheque: true }),
    );
    const cheque = aTransactionToMatch("REMISE DE 1 CHEQUE 6739", "264.00");
    const twin = anOpenInvoice("F26000109", "264.00", { payer_key: BEFFROI.payer_key });
    const owed = [one, ...others, twin].flatMap((invoice) => invoice ?? []);
    expect(first(owed, cheque, { recent_lettered })).toEqual(["id-F26000101"]);
  });

  test("who always sent transfers is the less likely to send a cheque", () => {
    const owed = [BEFFROI, DOLE].map(({ payer_key }, at) =>
      anOpenInvoice(`F2600010${at}`, "165.00", { payer_key }),
    );
    const cheque = aTransactionToMatch("REMISE DE 1 CHEQUE 6739", "165.00");
    for (const payer of [BEFFROI, DOLE])
      expect(
        first(owed, cheque, { recent_lettered: [earlier({ payer_keys: [payer.payer_key] })] }),
      ).not.toEqual(owed.flatMap(({ id, payer_key }) => (payer_key === payer.payer_key ? [id] : [])));
  });

  test("a sum that needs what is left of another invoice is met by accident, a whole one is meant", () => {
    const rest = (number: string, euros: string) =>
      anOpenInvoice(number, euros, {
        total_amount: centsFromWire("411.43"),
        due_date: civilDate("2026-12-01"),
      });
    const owed = [
      rest("F26000101", "60.00"),
      anOpenInvoice("F26000102", "100.00", { due_date: civilDate("2026-12-05") }),
      anOpenInvoice("F26000103", "43.17", { due_date: civilDate("2026-12-24") }),
      anOpenInvoice("F26000104", "116.83", { due_date: civilDate("2026-12-25") }),
    ];
    const line = aTransactionToMatch("VIR SEPA RECU /DE SARL BEFFROI CINES /MOTIF LOCATION", "160.00");
    expect(first(owed, line)).toEqual(["id-F26000103", "id-F26000104"]);
  });

  test("of more invoices than can all be tried, any set of what is due around the usual day is found", () => {
    const old = Array.from({ length: 24 }, (_, at) =>
      anOpenInvoice(`F2600020${String(at).padStart(2, "0")}`, `${300 + 3 * at}.${10 + at}`, {
        due_date: civilDate("2026-06-12"),
      }),
    );
    const around = ["211.43", "98.75", "61.90", "143.28", "52.17", "77.05", "88.31", "119.66"].map(
      (euros, at) => anOpenInvoice(`F2600030${at}`, euros, { due_date: civilDate(`2026-12-2${at + 1}`) }),
    );
    const usual = earlier({ due_dates: ["2026-11-26", "2026-11-27", "2026-11-27"].map(civilDate) });
    const kept = earlier({
      transaction_id: "kept",
      amount: centsFromWire("432.10"),
      kept_back: centsFromWire("15.00"),
    });
    // The first, the third, the sixth and the last, less what was kept back before.
    const line = aTransactionToMatch("VIR SEPA RECU /DE SARL BEFFROI CINES /MOTIF LOCATION", "455.04");
    expect(first([...old, ...around], line, { recent_lettered: [usual, kept] })).toEqual(
      [0, 2, 5, 7].map((at) => `id-F2600030${at}`),
    );
  });

  test("several cheques on one slip: invoices of those who pay so, with exactly that sum", () => {
    const owed = [BEFFROI, DOLE, REX, CAHORS].map(({ payer_key }, at) =>
      anOpenInvoice(`F2600010${at}`, ["311.17", "522.39", "107.41", "88.03"][at] ?? "", { payer_key }),
    );
    const recent_lettered = [BEFFROI, DOLE, REX].map(({ payer_key }) =>
      earlier({ payer_keys: [payer_key], is_cheque: true }),
    );
    const slip = aTransactionToMatch("REMISE DE 3 CHEQUES", "940.97");
    expect(first(owed, slip, { recent_lettered })).toEqual(["id-F26000100", "id-F26000101", "id-F26000102"]);
    // Nobody has paid so before: pairs only, the rest would be chance.
    expect(decideOne(owed, slip).candidates).toEqual([]);
  });
});

describe("when nobody is named surely", () => {
  test("a cut or abbreviated name chooses among those who owe the same", () => {
    const owed = [BEFFROI, DOLE, REX].map(({ payer_key }, at) =>
      anOpenInvoice(`F2600010${at}`, "165.00", { payer_key }),
    );
    expect(first(owed, aTransactionToMatch("VIR SCT INST RECU /DE BEFF CIN", "165.00"))).toEqual([
      "id-F26000100",
    ]);
    expect(first(owed, aTransactionToMatch("VIREMENT INSTANTANE DE CIN ROY DOL", "165.00"))).toEqual([
      "id-F26000101",
    ]);
  });

  test("whole euros look for the invoice whose cents were dropped, or its first amount before a credit note", () => {
    const dropped = anOpenInvoice("F26000101", "2503.30");
    const lowered = anOpenInvoice("F26000102", "267.00", { total_amount: centsFromWire("296.66") });
    const owed = [dropped, lowered, anOpenInvoice("F26000103", "990.17", { payer_key: DOLE.payer_key })];
    expect(first(owed, aTransactionToMatch("VIR GOF ET FIL REGLEMENT", "2503.00"))).toEqual([dropped.id]);
    expect(first(owed, aTransactionToMatch("VIR GOF ET FIL REGLEMENT", "296.66"))).toEqual([lowered.id]);
  });

  test("an amount that somebody owes exactly is not drowned by its neighbours", () => {
    const owed = ["165.00", "165.03", "165.40", "164.80", "164.62", "165.71"].map((euros, at) =>
      anOpenInvoice(`F2600010${at}`, euros, {
        payer_key: [BEFFROI, DOLE, REX, CAHORS][at % 4]?.payer_key ?? "",
      }),
    );
    const entry = decideOne(owed, aTransactionToMatch("VIR SEPA M ET MME GARNIER", "165.00"));
    expect(entry.candidates.map(({ invoice_ids }) => invoice_ids)).toEqual([["id-F26000100"]]);
  });
});
