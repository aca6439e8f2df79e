import { civilDate } from "@bobine/contract/civil-date";
import { centsFromWire } from "@bobine/contract/money";
import { describe, expect, test } from "vitest";
import { planLettering } from "./engine.ts";
import type { TransactionToMatch } from "./lettering-types.ts";
import { buildOpenSet } from "./open-set.ts";
import {
  aClient,
  BEFFROI,
  aTransactionToMatch,
  anOpenInvoice,
  CLIENTS,
  DOLE,
  decide,
  decideOne,
  decideOneOf,
  plainBlanks,
  someOptions,
} from "./matching.testing.ts";

const BEFFROI_123 = anOpenInvoice("F26000123", "2897.31");

describe("what stays a question", () => {
  test("an amount that a payer sends twice is asked, even when only one of the lines names nothing else", () => {
    const [numbered, plain] = decide(
      [BEFFROI_123, anOpenInvoice("F26000128", "1850.20", { payer_key: DOLE.payer_key })],
      [
        // « REG 170269 » may be a number: this one is no certain payment of F26000123.
        aTransactionToMatch("VIR SEPA RECU /DE SARL BEFFROI CINES /MOTIF REGLT 170269", "2897.31"),
        aTransactionToMatch("VIR SEPA RECU /DE SARL BEFFROI CINES /MOTIF LOCATION", "2897.31", {
          transaction_date: civilDate("2026-12-30"),
        }),
      ],
    );
    expect(numbered?.outcome).toBe("ask");
    expect(plain).toMatchObject({ outcome: "ask", reason_code: "possible_duplicate" });
    expect(plain?.candidates[0]?.invoice_ids).toEqual(["id-F26000123"]);
  });

  test("an amount that also came from nobody we know is asked: one of the two may be the other once more", () => {
    const lines = [
      aTransactionToMatch("VIR SEPA RECU /DE BEF CIN", "2897.31"),
      aTransactionToMatch("VIR SEPA RECU /DE SARL BEFFROI CINES /MOTIF LOCATION", "2897.31"),
    ];
    expect(decide([BEFFROI_123], lines).map((entry) => entry.outcome)).toEqual(["ask", "ask"]);
    expect(decide([BEFFROI_123], lines.slice(1)).map((entry) => entry.outcome)).toEqual(["automatic"]);
  });

  test("LET-50: a credit of an unknown kind is asked, also when nobody owes exactly that", () => {
    for (const euros of ["2897.31", "2897.32", "12.40"])
      expect(decideOne([BEFFROI_123], aTransactionToMatch("HOLDING JPB", euros)).outcome).toBe("ask");
  });

  test("LET-50: a transfer of somebody unknown is asked, whatever it says that it is for", () => {
    const line = aTransactionToMatch("VIR EDITIONS DU NORD ACOMPTE", "1200.00");
    expect(decideOne([BEFFROI_123], line).outcome).toBe("ask");
  });

  test.each(["SOFICA INVEST COPRODUCTION", "REGION SUD SUBVENTION", "EDITIONS DU NORD DROITS TV"])(
    "LET-50: words for something else and nobody who is known leave without a question: %s",
    (label) => {
      const entry = decideOne([BEFFROI_123], aTransactionToMatch(label, "1200.00"));
      const { outcome, ignored_reason, explanation } = entry;
      expect([outcome, ignored_reason]).toEqual(["ignore", "other_purpose"]);
      expect(explanation.join()).toContain("le libellé parle d’autre chose");
      expect(decideOne([BEFFROI_123], aTransactionToMatch(label, "2897.31")).outcome).toBe("ask");
    },
  );

  test("LET-51: whoever is not asked about has a reason: debits and empty lines are no credits", () => {
    const dollars = aTransactionToMatch("WIRE IN", "90.00", { currency_code: "USD" });
    const bank = aTransactionToMatch("INTERETS CREDITEURS", "3.12");
    const [debit, empty] = ["-12.50", "0.00"].map((euros) => aTransactionToMatch("VIR X", euros));
    const lines = [dollars, bank, debit!, empty!];
    const entries = decide([BEFFROI_123], lines);
    expect(entries.map((entry) => entry.outcome)).toEqual(["ignore", "ignore", "ignore", "ignore"]);
    expect(entries.map((entry) => entry.ignored_reason)).toEqual([
      "other_currency",
      "bank_operation",
      null,
      null,
    ]);
  });

  test("LET-50: words that are the title of a film of an open invoice leave nothing without a question", () => {
    const line = aTransactionToMatch("MME ODILE REY TARIF DE NUIT / LE REJET", "90.00");
    const titled = anOpenInvoice("F26000777", "486.20", { film_titles: ["Le Rejet"] });
    expect(decideOne([titled], line).outcome).toBe("ask");
    expect(decideOne([anOpenInvoice("F26000777", "486.20")], line).outcome).toBe("ignore");
  });

  test("LET-50: a client whose name begins like the bank's own words is asked", () => {
    const blanche = aClient("000300401", "Carte Blanche", "Le Palace", "Nantua");
    const line = aTransactionToMatch("CARTE BLANCHE LOCATION", "512.00");
    expect(decideOneOf([BEFFROI, blanche], [BEFFROI_123], line).outcome).toBe("ask");
    const namesake = aClient("000300403", "SCIC Carte Blanche", "Le Vox", "Gex");
    expect(decideOneOf([blanche, namesake], [BEFFROI_123], line).outcome).toBe("ask");
  });

  test.each<[string, string, Partial<TransactionToMatch>]>([
    [
      "whom the bank says it had a transfer of",
      "FRAIS D'ORAGE",
      { evidence: { payment_type: "VIR SEPA RECU", party_name: "FAURE ET FILS SARL" } },
    ],
    ["whom the bank gives as the payer", "FRAIS D'ORAGE", { evidence: { party_name: "FAURE ET FILS SARL" } }],
    ["who says it is a transfer", "FRAIS D'ORAGE", { evidence: { payment_type: "VIREMENT RECU" } }],
  ])("LET-50: words of the bank's do not silence a receipt of somebody %s", (_who, label, more) => {
    expect(decideOne([BEFFROI_123], aTransactionToMatch(label, "176.30", more)).outcome).toBe("ask");
  });

  test("LET-50: words of the bank's do not silence what somebody owes to the cent, but takings of cards and interest", () => {
    const of = (label: string) => decideOne([BEFFROI_123], aTransactionToMatch(label, "2897.31")).outcome;
    expect(["FRAIS D'ORAGE", "ECHEANCE MAI", "PRLV RETOUR"].map(of)).toEqual(["ask", "ask", "ask"]);
    expect(["REM CB 12/05", "INTERETS CREDITEURS"].map(of)).toEqual(["ignore", "ignore"]);
    const taxes = aTransactionToMatch("VIR DGFIP DOUAI REMBOURSEMENT TVA", "4812.00");
    const commune = aClient("000300404", "Commune de Douai", "Le Paris", "Douai");
    expect(decideOneOf([commune], [BEFFROI_123], taxes).outcome).toBe("ignore");
    const refund = aTransactionToMatch("FRAIS TENUE DE COMPTE", "4.20");
    expect(decideOne([BEFFROI_123], refund).outcome).toBe("ignore");
  });
});

test("LET-11: a name that the bank cut before what tells it from others may be the payer's own: its equal amount is asked", () => {
  const scop = aClient("000300402", "SCOP Cinémas de Oloron", "Le Palace", "Oloron");
  const others = [BEFFROI, DOLE].map((client, at) =>
    anOpenInvoice(`F2600030${at}`, "198.00", { payer_key: client.payer_key, cinema_id: client.cinema_id }),
  );
  const own = anOpenInvoice("F26000309", "198.00", { payer_key: scop.payer_key, cinema_id: scop.cinema_id });
  const named = aTransactionToMatch("VIR SCOP CINEMAS DE OLORON LOCATION", "198.00", { id: "named" });
  const outcomes = (label: string): readonly string[] =>
    planLettering(
      buildOpenSet([...others, own], [BEFFROI, DOLE, scop], []),
      [named, aTransactionToMatch(label, "198.00", { id: "cut" })],
      someOptions(),
    ).entries.map(({ outcome }) => outcome);
  expect(outcomes("VIR SCOP CINEMAS PAIEMENT FACTU")).toEqual(["ask", "ask"]);
  expect(outcomes("VIR SARL GESTIMMO PAIEMENT FACT")).toEqual(["automatic", "ask"]);
});

describe("the first suggestion", () => {
  const of = (number: string, euros: string, due: string, more = {}) =>
    anOpenInvoice(number, euros, { due_date: civilDate(due), ...more });
  const first = (...given: Parameters<typeof decideOne>): readonly string[] | undefined =>
    decideOne(...given).candidates[0]?.invoice_ids;

  test("prefers what is due one after the other to a set with holes", () => {
    const invoices = [
      of("F26000101", "100.00", "2026-11-20"),
      of("F26000102", "210.40", "2026-11-27"),
      of("F26000103", "310.40", "2026-12-04"),
      of("F26000104", "310.40", "2026-12-25"),
      of("F26000105", "110.40", "2026-12-26"),
      of("F26000106", "200.00", "2026-12-27"),
    ];
    expect(first(invoices, aTransactionToMatch("VIR SEPA RECU /DE SARL BEFFROI CINES", "620.80"))).toEqual([
      "id-F26000101",
      "id-F26000102",
      "id-F26000103",
    ]);
  });

  test("is the set that holds every number of the label, when it fits to the cent", () => {
    const invoices = [
      of("F26000101", "100.00", "2026-11-20"),
      of("F26000102", "210.40", "2026-11-27"),
      of("F26000103", "310.40", "2026-12-04"),
    ];
    const label = "VIR SEPA RECU /DE SARL BEFFROI CINES /MOTIF F26000101 ET SUIVANTES";
    expect(first(invoices, aTransactionToMatch(label, "620.80"))).toEqual([
      "id-F26000101",
      "id-F26000102",
      "id-F26000103",
    ]);
  });

  test("is the invoice whose first amount is paid although a credit note has lowered it", () => {
    const invoices = [
      anOpenInvoice("F26000101", "160.20", { total_amount: centsFromWire("199.03") }),
      anOpenInvoice("F26000102", "198.61"),
    ];
    const entry = decideOne(invoices, aTransactionToMatch("VIR SEPA RECU /DE SARL BEFFROI CINES", "199.03"));
    expect(entry.candidates[0]).toMatchObject({
      invoice_ids: ["id-F26000101"],
      kind: "overpaid",
      difference: 3_883,
    });
    expect(entry.candidates[0]?.reasons).toContain("montant initial, avant avoir ou acompte");
  });

  test("is never an amount of somebody else's that is near, when number and name agree (LET-13)", () => {
    const invoices = [
      of("F26000070", "132.00", "2026-11-20"),
      of("F26000047", "65.38", "2026-11-20", { payer_key: DOLE.payer_key }),
    ];
    const label = "VIREMENT SEPA SARL BEFFROI CINES ACOMPTE F26000070";
    const entry = decideOne(invoices, aTransactionToMatch(label, "66.00"));
    expect(entry.candidates.map(({ invoice_ids }) => invoice_ids)).toEqual([["id-F26000070"]]);
    // A name alone may be a cut one: there the near amount stays a guess.
    const unsaid = decideOne(
      invoices,
      aTransactionToMatch("VIREMENT SEPA SARL BEFFROI CINES ACOMPTE", "66.00"),
    );
    expect(unsaid.candidates.map(({ invoice_ids }) => invoice_ids)).toContainEqual(["id-F26000047"]);
  });

  test.each([
    ["half of an invoice, to the cent", "1448.66", "F26000123"],
    ["a third of an invoice, to the cent", "616.73", "F26000128"],
    ["an invoice and twenty euros", "1870.20", "F26000128"],
    ["an invoice and a tenth more", "3187.04", "F26000123"],
    ["twice an invoice", "5794.62", "F26000123"],
  ])("is the invoice of which the amount is %s", (_name, amount, number) => {
    const invoices = [
      of("F26000001", "5120.77", "2026-10-01"),
      of("F26000002", "5033.18", "2026-10-08"),
      of("F26000003", "5222.45", "2026-10-15"),
      BEFFROI_123,
      anOpenInvoice("F26000128", "1850.20"),
    ];
    const entry = decideOne(invoices, aTransactionToMatch("VIR SEPA RECU /DE SARL BEFFROI CINES", amount));
    expect(entry.outcome).toBe("ask");
    expect(entry.candidates[0]?.invoice_ids).toEqual([`id-${number}`]);
  });

  test("is a run of due dates of which the last is half paid, when the amount says so to the cent", () => {
    const invoices = [
      of("F26000101", "100.11", "2026-11-20"),
      of("F26000102", "210.43", "2026-11-27"),
      of("F26000103", "310.46", "2026-12-04"),
      of("F26000104", "977.03", "2026-12-11"),
    ];
    expect(first(invoices, aTransactionToMatch("VIR SEPA RECU /DE SARL BEFFROI CINES", "465.77"))).toEqual([
      "id-F26000101",
      "id-F26000102",
      "id-F26000103",
    ]);
  });

  test.each([
    ["weeks", "REDEVANCE SEM 41 ET 43"],
    ["films, even cut ones", "LE DERNIER RELA + JUSTE APRES MIDI"],
  ])("of a payer with too many invoices to try all sets is made of those of the named %s", (_name, motif) => {
    const dayOf = (at: number) => civilDate(`2026-${at < 20 ? "10" : "11"}-${10 + (at % 20)}`);
    const many = Array.from({ length: 40 }, (_, at) =>
      anOpenInvoice(`F26000${300 + at}`, `${100 + at * 7}.${10 + at}`, {
        due_date: dayOf(at),
        week_number: [5, 14, 25, 33].includes(at) ? (at < 20 ? 41 : 43) : 30,
        week_year: 2026,
        film_titles: [
          [5, 14, 25, 33].includes(at) ? (at < 20 ? "Le Dernier Relais" : "Juste après midi") : "Autre",
        ],
      }),
    );
    const paid = [5, 14, 25, 33].map((at) => many[at]!);
    const euros = (paid.reduce((sum, invoice) => sum + invoice.outstanding, 0) / 100).toFixed(2);
    expect(
      first(many, aTransactionToMatch(`VIR SEPA RECU /DE SARL BEFFROI CINES /MOTIF ${motif}`, euros)),
    ).toEqual(paid.map((invoice) => invoice.id));
  });

  test("leaves places for other thoughts: never five sets of one kind while another waits", () => {
    const invoices = Array.from({ length: 12 }, (_, at) =>
      of(`F260001${10 + at}`, "100.00", `2026-11-${10 + at}`),
    );
    const entry = decideOne(
      [...invoices, of("F26000200", "950.00", "2026-11-01"), of("F26000201", "960.00", "2026-11-01")],
      aTransactionToMatch("VIR SEPA RECU /DE SARL BEFFROI CINES", "300.00"),
    );
    const kinds = entry.candidates.map((candidate) => candidate.kind);
    expect(kinds).toHaveLength(5);
    expect(kinds.filter((kind) => kind === "subset")).toHaveLength(3);
  });

  test("of a deposit of cheques is what one payer owes in a row, when nobody owes it alone", () => {
    const invoices = [
      of("F26000101", "100.10", "2026-11-20"),
      of("F26000102", "210.40", "2026-11-27"),
      of("F26000103", "150.00", "2026-12-04"),
      of("F26000104", "160.50", "2026-11-20", { payer_key: DOLE.payer_key }),
    ];
    expect(first(invoices, aTransactionToMatch("REMISE CHEQUE 1234567", "310.50"))).toEqual([
      "id-F26000101",
      "id-F26000102",
    ]);
  });

  test("of a payer who owes nothing like it is somebody else's exact amount, and nothing is lettered", () => {
    const invoices = [
      anOpenInvoice("F26000101", "900.00"),
      anOpenInvoice("F26000104", "160.57", { payer_key: DOLE.payer_key }),
    ];
    const entry = decideOne(invoices, aTransactionToMatch("VIR SEPA RECU /DE SARL BEFFROI CINES", "160.57"));
    expect(entry.outcome).toBe("ask");
    expect(entry.candidates.map((candidate) => candidate.invoice_ids)).toContainEqual(["id-F26000104"]);
  });
});

describe("circuits and cut labels", () => {
  const ATLAS = ["000200071", "000200089"].map((siren, at) =>
    aClient(
      siren,
      `Ciné Atlas ${["Niort", "Albi"][at]} SAS`,
      `Ciné Atlas ${["Niort", "Albi"][at]}`,
      ["Niort", "Albi"][at] ?? "",
      {
        group: "Ciné Atlas",
      },
    ),
  );
  const owedBy = (number: string, euros: string, payer: number) =>
    anOpenInvoice(number, euros, { payer_key: ATLAS[payer]!.payer_key });

  test.each(["VIR SEPA CINE ATLAS GESTION", "N/REF 4581/2026 - CINE ATLAS GESTION 716958"])(
    "« %s »: a head office is offered what the companies of its circuit owe together",
    (label) => {
      const plan = planLettering(
        buildOpenSet(
          [owedBy("F26000101", "160.20", 0), owedBy("F26000102", "298.61", 1)],
          [...CLIENTS, ...ATLAS],
          [],
        ),
        [aTransactionToMatch(label, "458.81")],
        someOptions(),
      );
      expect(plan.entries[0]).toMatchObject({ outcome: "ask" });
      expect(plan.entries[0]?.candidates[0]?.invoice_ids).toEqual(["id-F26000101", "id-F26000102"]);
      expect(plainBlanks(plan.entries[0]?.candidates[0]?.reasons ?? [])).toContain(
        "groupe cité : Ciné Atlas",
      );
    },
  );

  test("all the numbers of a list, less a round sum, come before one invoice of a week that is paid many times over", () => {
    const clients = [...CLIENTS, ...ATLAS];
    const owed = [owedBy("F26000101", "160.20", 0), owedBy("F26000102", "2298.61", 1)];
    const line = aTransactionToMatch("VIR SEPA CINE ATLAS GESTION F26000101 F26000102 S47", "2398.81");
    const [first] = decideOneOf(clients, owed, line).candidates;
    expect(first?.invoice_ids).toEqual(["id-F26000101", "id-F26000102"]);
  });

  test("of a circuit's companies, those that were paid for together before are looked at first", () => {
    const towns = ["Niort", "Albi", "Vannes", "Sens"];
    const companies = towns.map((town, at) =>
      aClient(`00020007${at}`, `Ciné Atlas ${town} SAS`, `Ciné Atlas ${town}`, town, { group: "Ciné Atlas" }),
    );
    const keys = companies.map((company) => company.payer_key);
    const owed = (number: string, euros: string, payer: number) =>
      anOpenInvoice(number, euros, { payer_key: keys[payer]! });
    const invoices = [
      owed("F26000101", "160.20", 0),
      owed("F26000102", "298.61", 1),
      owed("F26000103", "160.20", 2),
      owed("F26000104", "298.61", 3),
    ];
    const suggest = (together: readonly number[]) =>
      planLettering(
        buildOpenSet(invoices, [...CLIENTS, ...companies], []),
        [aTransactionToMatch("VIR SEPA CINE ATLAS GESTION", "458.81")],
        someOptions({
          recent_lettered: [
            {
              transaction_id: "before",
              amount: centsFromWire("900.00"),
              transaction_date: civilDate("2026-11-01"),
              payer_keys: together.map((at) => keys[at]!),
              invoice_numbers: ["F26000001"],
            },
          ],
        }),
      ).entries[0]?.candidates[0]?.invoice_ids;
    expect(suggest([0, 1])).toEqual(["id-F26000101", "id-F26000102"]);
    expect(suggest([2, 3])).toEqual(["id-F26000103", "id-F26000104"]);
    expect(suggest([0, 3])).toEqual(["id-F26000101", "id-F26000104"]);
  });

  test("is offered the circuit's set also when one company's invoices have that sum by accident", () => {
    const plan = planLettering(
      buildOpenSet(
        [
          owedBy("F26000101", "160.20", 0),
          owedBy("F26000102", "298.61", 1),
          owedBy("F26000103", "229.30", 1),
          owedBy("F26000104", "229.51", 1),
        ],
        [...CLIENTS, ...ATLAS],
        [],
      ),
      [aTransactionToMatch("VIR SEPA CINE ATLAS GESTION", "458.81")],
      someOptions(),
    );
    const sets = plan.entries[0]?.candidates.map(({ invoice_ids }) => invoice_ids);
    expect(sets).toContainEqual(["id-F26000101", "id-F26000102"]);
    expect(sets).toContainEqual(["id-F26000103", "id-F26000104"]);
  });

  test("ends of numbers that several companies share are chosen so that they make the amount", () => {
    const invoices = [
      owedBy("F26000101", "160.20", 0),
      owedBy("F26001101", "91.00", 1),
      owedBy("F26000202", "298.61", 1),
      owedBy("F26001202", "55.00", 0),
    ];
    const plan = planLettering(
      buildOpenSet(invoices, [...CLIENTS, ...ATLAS], []),
      [aTransactionToMatch("VIR SEPA CINE ATLAS GESTION FACT 101, 202", "389.61")],
      someOptions(),
    );
    expect(plan.entries[0]?.outcome).toBe("ask");
    expect(plan.entries[0]?.candidates[0]?.invoice_ids).toEqual(["id-F26000202", "id-F26001101"].sort());
  });

  test("a name that the bank cut in two is still its payer's", () => {
    const entry = decideOne(
      [anOpenInvoice("F26000101", "160.27")],
      aTransactionToMatch("VIREMENT SARL BEFF ROI CINES LOCATION", "160.27"),
    );
    expect(entry).toMatchObject({ outcome: "automatic", gate: "G3" });
  });
});

describe("a mistyped number", () => {
  test.each([
    ["one wrong digit", "F26000423"],
    ["a missing digit", "F2600123"],
    ["a doubled digit", "F260001233"],
    ["two swapped digits", "F26000132"],
    ["the letter O for a zero", "F26OO0123"],
    ["digits only, one wrong", "26000423"],
  ])("is suggested when the amount is exact: %s", (_name, written) => {
    const entry = decideOne(
      [BEFFROI_123, anOpenInvoice("F26000999", "2897.31", { payer_key: DOLE.payer_key })],
      aTransactionToMatch(`VIR SEPA GESTION JPB FACT ${written}`, "2897.31"),
    );
    expect(entry.outcome).toBe("ask");
    expect(entry.candidates[0]).toMatchObject({ invoice_ids: ["id-F26000123"], kind: "typo_reference" });
  });

  test("among several is completed by what the others leave of the amount", () => {
    const entry = decideOne(
      [BEFFROI_123, anOpenInvoice("F26000128", "1850.20")],
      aTransactionToMatch("VIR SEPA GESTION JPB FACT F26000123 F26000182", "4747.51"),
    );
    expect(entry.outcome).toBe("ask");
    expect(entry.candidates[0]?.invoice_ids).toEqual(["id-F26000123", "id-F26000128"]);
  });
});

describe("what looks certain and is not", () => {
  test.each([
    ["letters for digits", "F26OO0123"],
    ["a digit missing", "F2600123"],
    ["a credit note", "A26000123"],
  ])("a number that we cannot read is asked, however well payer and amount fit: %s", (_name, written) => {
    const label = `VIR SEPA RECU /DE SARL BEFFROI CINES /MOTIF ${written}`;
    expect(decideOne([BEFFROI_123], aTransactionToMatch(label, "2897.31")).outcome).toBe("ask");
    expect(
      decideOne([BEFFROI_123], aTransactionToMatch(label.replace(written, "LOCATION"), "2897.31")).outcome,
    ).toBe("automatic");
  });

  test("a namesake that owes the same amount makes it a question", () => {
    const namesake = aClient("810000009", "Beffroi Père et Cinés SARL", "Le Beffroi", "Vitré");
    const letter = (...owed: readonly string[]) =>
      planLettering(
        buildOpenSet(
          owed.map((key, at) => anOpenInvoice(`F2600010${at}`, "777.13", { payer_key: key })),
          [...CLIENTS, namesake],
          [],
        ),
        [aTransactionToMatch("VIR SEPA BEFFROI CINES SARL", "777.13")],
        someOptions(),
      ).entries[0];
    expect(letter(BEFFROI.payer_key)?.outcome).toBe("automatic");
    expect(letter(BEFFROI.payer_key, namesake.payer_key)).toMatchObject({ outcome: "ask" });
  });
});

describe("a payer who is known", () => {
  const net = (value: string) => ({ total_net_amount: centsFromWire(value) });

  test.each([
    ["small, where the gap might be a fee", "110.00", "100.00"],
    ["large", "341.34", "310.31"],
  ])("LET-8: the sum before tax of an invoice that is %s is named as such", (_what, total, before) => {
    const invoices = [
      anOpenInvoice("F26000011", total, net(before)),
      anOpenInvoice("F26000012", "900.00", net("818.18")),
    ];
    const entry = decideOne(invoices, aTransactionToMatch("VIR SEPA RECU /DE SARL BEFFROI CINES", before));
    expect(entry).toMatchObject({ outcome: "ask", reason_code: "partial_payment" });
    expect(entry.candidates[0]).toMatchObject({ invoice_ids: ["id-F26000011"], kind: "partial" });
    expect(entry.candidates[0]?.reasons).toContain("montant HT payé");
    expect(JSON.stringify(entry.candidates)).not.toContain("frais bancaires possibles");
  });

  test("the sum before tax is no such thing once something of the invoice is paid", () => {
    const invoice = anOpenInvoice("F26000011", "110.00", {
      ...net("100.00"),
      total_amount: centsFromWire("220.00"),
    });
    const entry = decideOne([invoice], aTransactionToMatch("VIR SEPA RECU /DE SARL BEFFROI CINES", "100.00"));
    expect(JSON.stringify(entry)).not.toContain("montant HT payé");
  });

  test("LET-26: with open invoices he is never without a proposal, whatever the amount", () => {
    const owed = ["110.00", "341.34", "55.50", "900.00", "12.34"];
    for (let count = 1; count <= owed.length; count += 1) {
      const invoices = owed.slice(0, count).map((amount, place) => anOpenInvoice(`F2600001${place}`, amount));
      for (const amount of [
        "0.01",
        "1.00",
        "12.00",
        "50.00",
        "99.99",
        "250.00",
        "777.77",
        "1500.00",
        "99999.00",
      ]) {
        const entry = decideOne(
          invoices,
          aTransactionToMatch("VIR SEPA RECU /DE SARL BEFFROI CINES", amount),
        );
        expect([amount, count, entry.candidates.length > 0]).toEqual([amount, count, true]);
      }
    }
  });
});
