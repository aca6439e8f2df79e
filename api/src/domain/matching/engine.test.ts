import { describe, expect, test } from "vitest";
import {
  aTransactionToMatch,
  anOpenInvoice,
  DOLE,
  decide,
  decideOne,
  MEGASCOPE,
  plainBlanks,
} from "./matching.testing.ts";

const BEFFROI_123 = anOpenInvoice("F26000123", "2897.31");
const MEGASCOPE_124 = anOpenInvoice("F26000124", "15067.07", { payer_key: MEGASCOPE.payer_key });
const MEGASCOPE_131 = anOpenInvoice("F26000131", "6413.48", { payer_key: MEGASCOPE.payer_key });
const DOLE_128 = anOpenInvoice("F26000128", "1850.20", { payer_key: DOLE.payer_key, week_number: 46 });
const ALL = [BEFFROI_123, MEGASCOPE_124, MEGASCOPE_131, DOLE_128];

describe("the six operations of the sample statements", () => {
  const statement = [
    aTransactionToMatch(
      "VIR SEPA RECU /DE SARL BEFFROI CINES /MOTIF F26000123 S47 /REF BEF-2026-1228",
      "2897.31",
    ),
    aTransactionToMatch("VIREMENT SEPA MEGASCOPE EXPLOITATION SAS FACT. F26-000124 ET F26000131", "21480.55"),
    aTransactionToMatch("VIR INST CINE ROYAL DOLE LOCATION FILMS S46 S47", "1312.00"),
    aTransactionToMatch("PRLV SEPA URSSAF ILE DE FRANCE 117000001569874", "-4182.00"),
    aTransactionToMatch("VIREMENT TRESORERIE CAHORS CINEMA MUNICIPAL MDT 4512 BORD 87", "486.20"),
    aTransactionToMatch("COTISATION COMPTE PRO DECEMBRE", "-39.90"),
  ];
  const [beffroi, megascope, dole, urssaf, cahors, fee] = decide(ALL, statement);

  test("Le Beffroi is lettered by its number and its exact amount (G1)", () => {
    expect(beffroi).toMatchObject({
      outcome: "automatic",
      gate: "G1",
      reason_code: "automatic_match",
      reason: "Rapprochement automatique",
      initial_status: "DONE",
      invoice_ids: ["id-F26000123"],
      allocations: [{ invoice_id: "id-F26000123", amount: 289_731 }],
    });
    expect(plainBlanks(beffroi!.explanation)).toEqual([
      "n° F26000123 dans le libellé",
      "montant exact",
      "payeur reconnu : SARL Beffroi Cinés",
    ]);
  });

  test("Mégascope is lettered by its two numbers and their exact sum (G2)", () => {
    expect(megascope).toMatchObject({
      outcome: "automatic",
      gate: "G2",
      allocations: [
        { invoice_id: "id-F26000124", amount: 1_506_707 },
        { invoice_id: "id-F26000131", amount: 641_348 },
      ],
    });
    expect(plainBlanks(megascope!.explanation)).toContain("la somme des 2 factures est exacte");
  });

  test("Ciné Royal Dole becomes an action: a partial payment of its invoice", () => {
    expect(dole).toMatchObject({
      outcome: "ask",
      gate: null,
      reason_code: "partial_payment",
      reason: "Paiement partiel",
      initial_status: "AWAITING_INVOICE_SELECTION",
      suggested_invoices: { near_rounded: [], partial: ["id-F26000128"] },
      allocations: [],
    });
    expect(dole!.candidates[0]).toMatchObject({ invoice_ids: ["id-F26000128"], difference: -53_820 });
    expect(plainBlanks(dole!.candidates[0]!.reasons)).toContain("reste dû 538,20 €");
    expect(plainBlanks(dole!.explanation)).toEqual(
      expect.arrayContaining(["payeur reconnu : Ciné Royal Dole SARL", "semaines S46, S47"]),
    );
  });

  test("Cahors becomes an action: the payer is known and owes nothing", () => {
    expect(cahors).toMatchObject({ outcome: "ask", reason_code: "amount_mismatch", candidates: [] });
    expect(plainBlanks(cahors!.explanation)).toEqual([
      "payeur reconnu : Commune de Cahors",
      "aucune facture ouverte de ce payeur",
    ]);
  });

  test("URSSAF and the bank's fee are listed only", () => {
    expect([urssaf?.outcome, fee?.outcome]).toEqual(["ignore", "ignore"]);
    expect([urssaf?.reason_code, urssaf?.initial_status]).toEqual([null, null]);
  });
});

describe("label shapes of BANK-13", () => {
  test.each([
    ["SG style", "VIR RECU 8527975563S DE: MEGASCOPE MOTIF: F26000124 REF: NOTPROVIDED", "15067.07", "G1"],
    ["digits only", "VIR SEPA SARL BEFFROI CINES 26000123", "2897.31", "G1"],
    ["end of a number, payer and amount", "VIR SEPA SARL BEFFROI CINES FACT 123", "2897.31", "G4"],
    ["list with a bar", "VIR MEGASCOPE EXPLOITATION F26000124/131", "21480.55", "G2"],
    ["ends of numbers of one payer", "VIR MEGASCOPE EXPLOITATION FACTURES 124 ET 131", "21480.55", "G2"],
    ["range", "VIR MEGASCOPE EXPLOITATION F26000124 A F26000131", "21480.55", "G2"],
    ["a label without a known operation, number in full", "SARL BEFFROI CINES F26000123", "2897.31", "G1"],
    [
      "no number, sure payer, only invoice of that amount",
      "VIR SEPA SARL BEFFROI CINES LOCATION S47",
      "2897.31",
      "G3",
    ],
  ])("%s", (_name, label, euros, gate) => {
    expect(decideOne(ALL, aTransactionToMatch(label, euros))).toMatchObject({ outcome: "automatic", gate });
  });

  test.each([
    ["cheques", "REMISE CHEQUE N° 1234567", "2897.31", "amount_only_match"],
    ["cash", "VERSEMENT ESPECES", "77.00", "unknown_payer"],
    ["our own direct debits", "REMISE PRLV SEPA 12 OPERATIONS", "2897.31", "amount_only_match"],
    ["a factor", "VIR FACTOFRANCE DISPO FIN 2026-12", "2897.31", "factor_remittance"],
    ["a factor that quotes a number", "VIR FACTOFRANCE F26000123", "2897.31", "factor_remittance"],
    ["a credit that is a return", "REJET VIR SEPA", "2897.31", "returned_payment"],
  ])("%s: asked", (_name, label, euros, code) => {
    expect(decideOne(ALL, aTransactionToMatch(label, euros))).toMatchObject({
      outcome: "ask",
      reason_code: code,
    });
  });

  test.each([
    ["VIR INTERNE", "2897.31"],
    ["VIR CNC SOUTIEN SELECTIF", "2897.31"],
    ["REMBT TVA DGFIP", "1248.00"],
    ["REMISE CB 281226", "120.00"],
    ["INTERETS CREDITEURS", "3.12"],
    ["PRLV SEPA SARL BEFFROI CINES F26000123", "-2897.31"],
  ])("%s is not a client's payment", (label, euros) => {
    expect(decideOne(ALL, aTransactionToMatch(label, euros)).outcome).toBe("ignore");
  });

  test("the distributor's own factor is asked", () => {
    const transaction = aTransactionToMatch("VIR SEPA CREDIPAR AVANCES F26000123", "2897.31");
    expect(decideOne(ALL, transaction).outcome).toBe("automatic");
    expect(decideOne(ALL, transaction, { factor_names: ["Crédipar Avances"] }).reason_code).toBe(
      "factor_remittance",
    );
  });
});

describe("a number with another amount is never lettered alone", () => {
  test.each([
    ["cents dropped", "2897.00", "rounding_difference", ["centimes omis", "écart de 0,31 €"]],
    ["rounded to the euro", "2898.00", "rounding_difference", ["arrondi à l’euro", "écart de 0,69 €"]],
    ["one cent short", "2897.30", "rounding_difference", ["écart de 0,01 €"]],
    ["half", "1448.66", "partial_payment", []],
    ["on account", "1000.00", "partial_payment", ["reste dû 1 897,31 €"]],
    ["bank charges", "2885.31", "partial_payment", ["écart de 12,00 €, frais bancaires possibles"]],
    ["too much", "2997.31", "overpayment", ["trop-perçu de 100,00 €"]],
  ])("%s", (_name, euros, code, reasons) => {
    const entry = decideOne(ALL, aTransactionToMatch("VIR SARL BEFFROI CINES F26000123", euros));
    expect(entry).toMatchObject({ outcome: "ask", reason_code: code });
    expect(entry.candidates[0]?.invoice_ids).toEqual(["id-F26000123"]);
    expect(plainBlanks(entry.candidates[0]!.reasons)).toEqual(expect.arrayContaining(reasons));
    const expected = code === "rounding_difference" ? "near_rounded" : "partial";
    expect(entry.suggested_invoices[expected]).toEqual(code === "overpayment" ? [] : ["id-F26000123"]);
  });

  test("two numbers whose sum is short are a different amount, and the one that fits is proposed", () => {
    const entry = decideOne(ALL, aTransactionToMatch("VIR MEGASCOPE F26000124 F26000131", "15067.07"));
    expect(entry).toMatchObject({ outcome: "ask", reason_code: "amount_mismatch" });
    expect(entry.candidates[0]?.invoice_ids).toEqual(["id-F26000124"]);
  });

  test("a number and the rest of the balance: the set is proposed, not lettered", () => {
    const entry = decideOne(ALL, aTransactionToMatch("VIR MEGASCOPE F26000124 ET SOLDE", "21480.55"));
    expect(entry.outcome).toBe("ask");
    expect(entry.candidates[0]).toMatchObject({
      invoice_ids: ["id-F26000124", "id-F26000131"],
      difference: 0,
    });
  });
});
