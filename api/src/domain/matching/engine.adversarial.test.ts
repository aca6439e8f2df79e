import { civilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { describe, expect, test } from "vitest";
import type { LetteredTransaction } from "./lettering-types.ts";
import {
  aTransactionToMatch,
  anOpenInvoice,
  BEFFROI,
  CAHORS,
  DOLE,
  decide,
  decideOne,
  plainBlanks,
  REX,
} from "./matching.testing.ts";

const ALL = [
  anOpenInvoice("F26000123", "2897.31"),
  anOpenInvoice("F26000128", "1850.20", { payer_key: DOLE.payer_key }),
];
const REX_TRANSFER = "VIR SEPA RECU /DE SARL LE REX /MOTIF";
const rex = (number: string, euros: string, more: Parameters<typeof anOpenInvoice>[2] = {}) =>
  anOpenInvoice(number, euros, { payer_key: REX.payer_key, ...more });

const lettered = (more: Partial<LetteredTransaction> = {}): LetteredTransaction => ({
  transaction_id: "earlier",
  amount: cents(48_620),
  transaction_date: civilDate("2026-12-22"),
  payer_keys: [REX.payer_key],
  invoice_numbers: ["F26000200"],
  ...more,
});

describe("adversarial labels", () => {
  test("twin amounts of one payer: asked, both proposed", () => {
    const entry = decideOne(
      [rex("F26000201", "486.20"), rex("F26000202", "486.20")],
      aTransactionToMatch("VIR SARL LE REX", "486.20"),
    );
    expect(entry).toMatchObject({ outcome: "ask", reason_code: "multiple_matches" });
    expect(entry.candidates.slice(0, 2).map((candidate) => candidate.invoice_ids)).toEqual([
      ["id-F26000201"],
      ["id-F26000202"],
    ]);
    expect(entry.candidates[0]?.alternatives).toBe(1);
  });

  test("twin amounts, told apart by the number", () => {
    const invoices = [rex("F26000201", "486.20"), rex("F26000202", "486.20")];
    expect(decideOne(invoices, aTransactionToMatch(`${REX_TRANSFER} F26000202`, "486.20"))).toMatchObject({
      outcome: "automatic",
      gate: "G1",
      invoice_ids: ["id-F26000202"],
    });
  });

  test("a set that fits beside the single invoice: asked", () => {
    const invoices = [rex("F26000201", "486.20"), rex("F26000202", "186.20"), rex("F26000203", "300.00")];
    const entry = decideOne(invoices, aTransactionToMatch("VIR SARL LE REX", "486.20"));
    expect(entry).toMatchObject({ outcome: "ask", reason_code: "multiple_matches" });
    expect(plainBlanks(entry.explanation)).toContain("1 autre combinaison de même montant");
  });

  test("a set that no number names is never lettered alone, even when it is the only one (G5)", () => {
    const invoices = [rex("F26000201", "186.21"), rex("F26000202", "300.03"), rex("F26000203", "77.10")];
    const entry = decideOne(invoices, aTransactionToMatch("VIR SARL LE REX", "486.24"));
    expect(entry).toMatchObject({
      outcome: "ask",
      reason_code: "to_confirm",
      reason: "Rapprochement à confirmer",
    });
    expect(entry.candidates[0]).toMatchObject({
      invoice_ids: ["id-F26000201", "id-F26000202"],
      difference: 0,
    });
    expect(entry.candidates[0]?.reasons).toContain("seule combinaison possible");
    expect(entry.suggested_invoices.near_rounded).toEqual(["id-F26000201", "id-F26000202"]);
  });

  test("a date that is also an invoice number is not read as one", () => {
    const invoices = [anOpenInvoice("20261228", "512.00", { payer_key: DOLE.payer_key })];
    expect(decideOne(invoices, aTransactionToMatch("VIR SARL LE REX 20261228", "512.00")).outcome).toBe(
      "ask",
    );
  });

  test("another customer's number with an amount that contradicts it: asked, the payer's own invoice first", () => {
    const invoices = [...ALL, rex("F26000201", "486.21")];
    const entry = decideOne(invoices, aTransactionToMatch(`${REX_TRANSFER} F26000123`, "486.21"));
    expect(entry).toMatchObject({ outcome: "ask", reason_code: "amount_mismatch" });
    expect(plainBlanks(entry.explanation)).toContain(
      "la facture citée est celle d’un autre client : SARL Beffroi Cinés",
    );
    expect(entry.candidates[0]?.invoice_ids).toEqual(["id-F26000201"]);
  });

  test("another customer's number with the right amount, while the payer owes that amount too: asked", () => {
    const invoices = [...ALL, rex("F26000201", "2897.31")];
    expect(decideOne(invoices, aTransactionToMatch(`${REX_TRANSFER} F26000123`, "2897.31")).outcome).toBe(
      "ask",
    );
  });

  test("a paid invoice quoted again: a possible duplicate", () => {
    const entry = decideOne(ALL, aTransactionToMatch(`${REX_TRANSFER} F26000200`, "486.20"), {
      recent_lettered: [lettered()],
    });
    expect(entry).toMatchObject({
      outcome: "ask",
      reason_code: "possible_duplicate",
      initial_status: "PENDING",
      related_transaction_ids: ["earlier"],
    });
    expect(plainBlanks(entry.explanation)).toContain("n° F26000200 déjà rapproché");
  });

  test.each(["F26000200", "F26-000200", "F26 000 200"])(
    "a paid invoice quoted again as %s is told once",
    (written) => {
      const entry = decideOne(ALL, aTransactionToMatch(`${REX_TRANSFER} ${written}`, "486.20"), {
        recent_lettered: [lettered()],
      });
      expect(
        plainBlanks(entry.explanation).filter((line) => line.replace(/[ -]/g, "").includes("F26000200")),
      ).toEqual(["n° F26000200 déjà rapproché"]);
    },
  );

  test.each([
    ["no open invoice", [], "PENDING"],
    ["only open invoices of other amounts", [rex("F26000210", "900.00")], "PENDING"],
    // The client may have copied an old number: a person must be able to choose this one.
    ["an open invoice of that amount", [rex("F26000210", "486.20")], "AWAITING_INVOICE_SELECTION"],
  ])("a paid invoice quoted again, with %s", (_case, own, status) => {
    const entry = decideOne([...ALL, ...own], aTransactionToMatch(`${REX_TRANSFER} F26000200`, "486.20"), {
      recent_lettered: [lettered()],
    });
    expect(entry).toMatchObject({ reason_code: "possible_duplicate", initial_status: status });
    expect(entry.candidates.length > 0).toBe(own.length > 0);
  });

  test("a number that is not open forbids to letter another invoice of the same amount", () => {
    const entry = decideOne(
      [rex("F26000201", "486.20")],
      aTransactionToMatch(`${REX_TRANSFER} F26000999`, "486.20"),
    );
    expect(entry).toMatchObject({ outcome: "ask", reason_code: "to_confirm" });
    expect(plainBlanks(entry.explanation)).toContain(
      "n° F26000999 cité, mais aucune facture ouverte ne le porte",
    );
    expect(entry.candidates[0]?.invoice_ids).toEqual(["id-F26000201"]);
  });

  test("of a number of an invoice in default it is said that it is to be reopened", () => {
    const entry = decideOne(
      [rex("F26000201", "90.00")],
      aTransactionToMatch(`${REX_TRANSFER} F26-000006`, "486.20"),
      {
        defaulted_numbers: ["F26000006"],
      },
    );
    expect(entry.outcome).toBe("ask");
    expect(plainBlanks(entry.explanation)).toContain(
      "n° F26-000006 cité : cette facture est en défaut, rouvrez-la pour l’affecter",
    );
  });

  test("a wrong digit is only a suggestion, and says so", () => {
    const invoices = [rex("F26000207", "486.20"), rex("F26000301", "486.20")];
    const entry = decideOne(invoices, aTransactionToMatch(`${REX_TRANSFER} F26000201`, "486.20"));
    expect(entry.outcome).toBe("ask");
    expect(plainBlanks(entry.candidates[0]!.reasons)[0]).toMatch(/^n° F26000201 proche de F26000/);
  });

  test("two transactions that quote one invoice both become actions, and name each other", () => {
    const two = [
      aTransactionToMatch(`${REX_TRANSFER} F26000201`, "486.20", { id: "one" }),
      aTransactionToMatch("VIR LE REX FACT F26000201", "486.20", { id: "two" }),
    ];
    const entries = decide([rex("F26000201", "486.20")], two);
    expect(entries.map((entry) => [entry.outcome, entry.reason_code, entry.related_transaction_ids])).toEqual(
      [
        ["ask", "possible_duplicate", ["two"]],
        ["ask", "possible_duplicate", ["one"]],
      ],
    );
    expect(entries.map((entry) => entry.initial_status)).toEqual(Array(2).fill("AWAITING_INVOICE_SELECTION"));
  });

  test("two transactions of one amount without a number: both become actions", () => {
    const two = ["one", "two"].map((id) => aTransactionToMatch("VIR SARL LE REX", "486.20", { id }));
    expect(decide([rex("F26000201", "486.20")], two).map((entry) => entry.outcome)).toEqual(["ask", "ask"]);
  });

  test("the line with the number is lettered first; its twin without one is a possible duplicate", () => {
    const two = [
      aTransactionToMatch("VIR SARL LE REX", "486.20", { id: "one" }),
      aTransactionToMatch(`${REX_TRANSFER} F26000201`, "486.20", { id: "two" }),
    ];
    const entries = decide([rex("F26000201", "486.20"), rex("F26000202", "486.20")], two);
    expect(entries.map((entry) => [entry.outcome, entry.reason_code])).toEqual([
      ["ask", "possible_duplicate"],
      ["automatic", "automatic_match"],
    ]);
    expect(entries[0]?.candidates[0]?.invoice_ids).toEqual(["id-F26000202"]);
  });

  test("a pair that a person reverted never comes back by itself", () => {
    const transaction = aTransactionToMatch("VIR SARL BEFFROI CINES F26000123", "2897.31", { id: "tx" });
    const entry = decideOne(ALL, transaction, {
      reverted_pairs: [{ transaction_id: "tx", invoice_id: "id-F26000123" }],
    });
    expect(entry).toMatchObject({ outcome: "ask", reason_code: "to_confirm" });
    expect(entry.explanation).toContain("rapprochement déjà annulé par une personne");
    expect(
      decideOne(ALL, transaction, {
        reverted_pairs: [{ transaction_id: "other", invoice_id: "id-F26000123" }],
      }).outcome,
    ).toBe("automatic");
  });

  test("paused: everything becomes a suggestion, the same one", () => {
    const entry = decideOne(ALL, aTransactionToMatch("VIR SARL BEFFROI CINES F26000123", "2897.31"), {
      paused: true,
    });
    expect(entry).toMatchObject({ outcome: "ask", reason_code: "to_confirm", allocations: [] });
    expect(entry.explanation[0]).toBe("rapprochement automatique en pause");
    expect(entry.candidates[0]).toMatchObject({ invoice_ids: ["id-F26000123"], difference: 0 });
  });

  test("dollars are never lettered: who reads that they name an invoice is asked to choose nothing (BANK-38)", () => {
    const usd = { currency_code: "USD" };
    expect(decideOne(ALL, aTransactionToMatch("VIR BEFFROI F26000123", "2897.31", usd))).toMatchObject({
      outcome: "ask",
      initial_status: "PENDING",
      explanation: ["opération en USD, jamais rapprochée de factures"],
      candidates: [],
    });
    expect(decideOne(ALL, aTransactionToMatch("VIR ACME CORP", "2897.31", usd)).outcome).toBe("ignore");
  });

  test("an unknown payer with the only invoice of that amount: asked, never lettered", () => {
    const entry = decideOne(ALL, aTransactionToMatch("VIR SEPA DURAND PAUL", "2897.31"));
    expect(entry).toMatchObject({ outcome: "ask", reason_code: "amount_only_match" });
    expect(entry.candidates[0]?.invoice_ids).toEqual(["id-F26000123"]);
  });

  test("an unknown payer with an unknown amount", () => {
    expect(decideOne(ALL, aTransactionToMatch("VIR SEPA DURAND PAUL", "61.07"))).toMatchObject({
      outcome: "ask",
      reason_code: "unknown_payer",
      explanation: ["aucun client reconnu dans le libellé"],
      candidates: [],
    });
  });

  test.each([
    [
      "paid before the invoice exists",
      { invoice_date: civilDate("2027-01-05"), due_date: civilDate("2027-02-05") },
      "486.20",
    ],
    ["long overdue", { invoice_date: civilDate("2026-01-05"), due_date: civilDate("2026-02-05") }, "486.20"],
    ["a round amount", {}, "500.00"],
    ["another week in the label", { week_number: 40 }, "486.20"],
  ])("without a number, a sure payer is not enough: %s", (_name, more, euros) => {
    const label = "VIR SARL LE REX S47";
    expect(decideOne([rex("F26000201", euros, more)], aTransactionToMatch(label, euros)).outcome).toBe("ask");
    expect(decideOne([rex("F26000201", "486.20")], aTransactionToMatch(label, "486.20"))).toMatchObject({
      gate: "G3",
    });
  });

  test("a flat fee that many invoices share confirms bare digits only when the label names the payer", () => {
    const twins = [1, 2, 3, 4].map((n) => rex(`F2600030${n}`, "152.40"));
    const anonymous = decideOne(twins, aTransactionToMatch("VIR SEPA DURAND PAUL 26000302", "152.40"));
    expect(anonymous).toMatchObject({ outcome: "ask", reason_code: "to_confirm" });
    expect(anonymous.explanation).toContain("4 factures ouvertes ont ce montant");
    expect(anonymous.candidates[0]?.invoice_ids).toEqual(["id-F26000302"]);
    expect(decideOne(twins, aTransactionToMatch("VIR SARL LE REX 26000302", "152.40"))).toMatchObject({
      gate: "G1",
    });
    expect(
      decideOne([rex("F26000302", "152.40")], aTransactionToMatch("VIR DURAND 26000302", "152.40")),
    ).toMatchObject({
      gate: "G1",
    });
  });

  test("an amount that many invoices share says nothing", () => {
    const others = [1, 2, 3].map((n) =>
      anOpenInvoice(`F2600030${n}`, "152.40", { payer_key: `00030030${n}` }),
    );
    const entry = decideOne(
      [rex("F26000201", "152.40"), ...others],
      aTransactionToMatch("VIR REX S47", "152.40"),
    );
    expect(entry.outcome).toBe("ask");
  });

  test("an amount that many invoices share is lettered for whoever is named in full, once", () => {
    const others = [1, 2, 3].map((n) =>
      anOpenInvoice(`F2600030${n}`, "152.40", { payer_key: `00030030${n}` }),
    );
    const label = "VIR SARL LE REX S47";
    expect(
      decideOne([rex("F26000201", "152.40"), ...others], aTransactionToMatch(label, "152.40")),
    ).toMatchObject({ outcome: "automatic", gate: "G3", invoice_ids: ["id-F26000201"] });
    const twice = ["one", "two"].map((id) => aTransactionToMatch(label, "152.40", { id }));
    expect(decide([rex("F26000201", "152.40"), ...others], twice).map((entry) => entry.outcome)).toEqual([
      "ask",
      "ask",
    ]);
  });

  test("a flat fee that many owe is not lettered for a payer whom only memory names", () => {
    const others = [1, 2, 3].map((n) =>
      anOpenInvoice(`F2600030${n}`, "152.40", { payer_key: `00030030${n}` }),
    );
    const aliases = [{ phrase: "DURAND PAUL", payer_key: REX.payer_key, confirmations: 2 }];
    const label = "VIR SEPA DURAND PAUL";
    expect(
      decideOne([rex("F26000201", "152.40"), ...others], aTransactionToMatch(label, "152.40"), {}, aliases)
        .outcome,
    ).toBe("ask");
  });

  test("a debit is nobody's payment: what it may return is asked once the credits of its file are decided", () => {
    const file = [
      aTransactionToMatch("VIR SARL BEFFROI CINES F26000123", "2897.31", { id: "credit" }),
      aTransactionToMatch("REJET VIR SEPA BEFFROI", "-2897.31", { id: "debit" }),
    ];
    expect(decide(ALL, file).map((entry) => entry.outcome)).toEqual(["automatic", "ignore"]);
  });

  test("a film in the label puts its invoice first", () => {
    const invoices = [
      rex("F26000201", "486.20", { film_titles: ["Rivage nord"] }),
      rex("F26000202", "486.20", { film_titles: ["Les Heures bleues"] }),
    ];
    const entry = decideOne(invoices, aTransactionToMatch("VIR SARL LE REX LES HEURES BLEUES", "486.20"));
    expect(entry.candidates[0]?.invoice_ids).toEqual(["id-F26000202"]);
  });

  test("a payer that people chose twice is recognised; the invoice is still judged", () => {
    const aliases = [{ phrase: "DURAND PAUL", payer_key: BEFFROI.payer_key, confirmations: 2 }];
    const label = "VIR SEPA DURAND PAUL";
    expect(decideOne(ALL, aTransactionToMatch(label, "2897.31"), {}, aliases)).toMatchObject({ gate: "G3" });
    expect(decideOne(ALL, aTransactionToMatch(label, "2000.00"), {}, aliases)).toMatchObject({
      reason_code: "partial_payment",
    });
  });

  test("a treasury's mandate numbers are no invoice, the town is its payer", () => {
    const invoices = [
      anOpenInvoice("F26004512", "486.20"),
      anOpenInvoice("F26000087", "911.00", { payer_key: CAHORS.payer_key }),
    ];
    const label = "VIREMENT TRESORERIE CAHORS CINEMA MUNICIPAL MDT 4512 BORD 87";
    expect(decideOne(invoices, aTransactionToMatch(label, "486.20"))).toMatchObject({
      outcome: "ask",
      reason_code: "partial_payment",
    });
  });
});
