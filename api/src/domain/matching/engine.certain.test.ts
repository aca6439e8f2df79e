import { civilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { describe, expect, test } from "vitest";
import type { LetteredTransaction, TransactionToMatch } from "./lettering-types.ts";
import {
  aClient,
  aTransactionToMatch,
  anOpenInvoice,
  CAHORS,
  CLIENTS,
  decide,
  decideOne,
  decideOneOf,
  DOLE,
  MEGASCOPE,
  plainBlanks,
  REX,
} from "./matching.testing.ts";

const rex = (number: string, euros: string, more: Parameters<typeof anOpenInvoice>[2] = {}) =>
  anOpenInvoice(number, euros, { payer_key: REX.payer_key, ...more });
const REX_201 = rex("F26000201", "486.20");
const BEFFROI_123 = anOpenInvoice("F26000123", "2897.31");
const MEGASCOPE_124 = anOpenInvoice("F26000124", "15067.07", { payer_key: MEGASCOPE.payer_key });
const ALL = [REX_201, BEFFROI_123, MEGASCOPE_124];

describe("a label without a word for a transfer: its sign and its column say it (LET-29)", () => {
  test.each([
    ["payer alone", "SARL LE REX AURILLAC LOCATION FILM S47", "486.20", "G3"],
    ["digits of the number", "SARL LE REX 26000201", "486.20", "G1"],
    ["end of the number", "SARL LE REX FACT 201", "486.20", "G4"],
    ["number in full", "SARL LE REX F26000201", "486.20", "G1"],
  ])("%s", (_name, label, euros, gate) => {
    expect(decideOne(ALL, aTransactionToMatch(label, euros))).toMatchObject({ outcome: "automatic", gate });
  });

  test("a payer alone with a week of the year before, written with its two digits (BANK-13)", () => {
    const ofLastWeek = [rex("F26000201", "486.20", { week_number: 52 })];
    const line = aTransactionToMatch("SARL LE REX AURILLAC LOCATION FILM S52/26", "486.20", {
      transaction_date: civilDate("2027-01-20"),
    });
    expect(decideOne(ofLastWeek, line, { today: civilDate("2027-01-20") })).toMatchObject({
      outcome: "automatic",
      gate: "G3",
    });
  });

  test("bare digits that no payer supports stay a question where another invoice has the amount", () => {
    const twins = [REX_201, rex("F26000202", "486.20")];
    expect(decideOne(twins, aTransactionToMatch("DURAND PAUL 26000201", "486.20")).outcome).toBe("ask");
  });
});

describe("a full number with the exact amount is believed (LET-30)", () => {
  const fees = [1, 2, 3, 4, 5].map((n) => rex(`F2600030${n}`, "152.40", { payer_key: `00030030${n}` }));

  test("other open invoices have its amount, and nobody is named", () => {
    expect(decideOne(fees, aTransactionToMatch("VIR SEPA F26000302", "152.40"))).toMatchObject({
      outcome: "automatic",
      gate: "G1",
      invoice_ids: ["id-F26000302"],
    });
  });

  test("not when the label may name somebody else who owes that amount", () => {
    const mine = [...fees, rex("F26000310", "152.40")];
    expect(decideOne(mine, aTransactionToMatch("VIR SEPA REX F26000302", "152.40")).outcome).toBe("ask");
  });

  test("of a flat fee, somebody whom nobody knows is asked once; whom it paid for before is believed after that", () => {
    const label = "VIR SEPA RECU /DE M. PAUL AUBERT /MOTIF F26000302";
    const ofStranger = (known: readonly LetteredTransaction[]) =>
      decideOne(fees, aTransactionToMatch(label, "152.40"), { recent_lettered: known });
    expect(ofStranger([]).outcome).toBe("ask");
    const paidFor = (payer_key: string): LetteredTransaction => ({
      transaction_id: "before",
      amount: cents(9_900),
      transaction_date: civilDate("2026-11-02"),
      payer_keys: [payer_key],
      invoice_numbers: ["F26000001"],
      paid_by: "PAULAUBERT",
    });
    expect(ofStranger([paidFor("000300302")]).outcome).toBe("automatic");
    // He paid for somebody else: the number may be the error, whether that one owes the fee or not.
    expect(ofStranger([paidFor("000300304")]).outcome).toBe("ask");
    expect(ofStranger([paidFor(DOLE.payer_key)]).outcome).toBe("ask");
  });

  test("of two invoices of one amount too, somebody whom nobody knows is asked once", () => {
    const line = aTransactionToMatch("VIR SEPA RECU /DE M. PAUL AUBERT /MOTIF F26000302", "152.40");
    expect(decideOne(fees.slice(0, 2), line).outcome).toBe("ask");
    expect(decideOne(fees.slice(1, 2), line)).toMatchObject({ outcome: "automatic", gate: "G1" });
  });

  test("of two clients of one name who owe the same fee, the number says which", () => {
    const clients = [1, 2, 3].map((n) => aClient(`00030030${n}`, "SARL Le Kursaal", "Le Kursaal", "Sedan"));
    const line = aTransactionToMatch("VIR SEPA SARL LE KURSAAL F26000302", "152.40");
    expect(decideOneOf(clients, fees.slice(0, 3), line)).toMatchObject({
      outcome: "automatic",
      invoice_ids: ["id-F26000302"],
    });
  });

  test("of a flat fee, not when the label names somebody nearer who owes it, however many do", () => {
    const many = Array.from({ length: 60 }, (_, n) =>
      rex(`F26000${400 + n}`, "152.40", { payer_key: `0004${n}` }),
    );
    const label = "VIR SEPA SARL LE REX F26000433";
    expect(
      decideOne([...many, rex("F26000499", "152.40")], aTransactionToMatch(label, "152.40")).outcome,
    ).toBe("ask");
  });

  test("of a flat fee, a treasury office pays for no private company", () => {
    const label = "VIR SEPA RECU /DE SGC BRIVE /MOTIF MDT 4512 F26000302";
    expect(decideOne(fees, aTransactionToMatch(label, "152.40")).outcome).toBe("ask");
  });

  test.each([
    ["a bank identifier behind it", "VIR SEPA SARL LE REX FACT F26000201 3105021177123"],
    ["a day and a counter behind it", "VIREMENT EN VOTRE FAVEUR SARL LE REX FACT F26000201 080726980619"],
    ["a customer's code behind it", "VIR SEPA SARL LE REX FACT F26000201 1987"],
    ["a number that no open invoice has", "VIR SEPA SARL LE REX FACT F26000201 F26000099"],
  ])("beside %s", (_name, label) => {
    expect(decideOne(ALL, aTransactionToMatch(label, "486.20"))).toMatchObject({
      outcome: "automatic",
      gate: "G1",
      invoice_ids: ["id-F26000201"],
    });
  });

  test("another line that quotes it with an amount that does not fit takes nothing from it", () => {
    const two = [
      aTransactionToMatch("VIR SEPA SARL LE REX F26000201", "486.20", { id: "exact" }),
      aTransactionToMatch("VIR SEPA SARL LE REX F26000201", "100.00", { id: "part" }),
    ];
    expect(decide(ALL, two).map((entry) => entry.outcome)).toEqual(["automatic", "ask"]);
  });

  test.each([
    ["G1", "VIR SEPA SARL BEFFROI CINES F26000201", "486.20"],
    ["G2", "VIR SEPA SARL BEFFROI CINES F26000201 F26000202", "786.21"],
  ])("a recognised payer who quotes another client’s number is asked (%s)", (_gate, label, euros) => {
    const entry = decideOne([...ALL, rex("F26000202", "300.01")], aTransactionToMatch(label, euros));
    expect(entry.outcome).toBe("ask");
    expect(plainBlanks(entry.explanation)).toContain(
      "la facture citée est celle d’un autre client : SARL Le Rex",
    );
  });
});

describe("short numbers that are written whole (LET-6)", () => {
  const ofRex = (number: string, euros: string) => rex(number, euros);
  const short = [
    ofRex("26-354", "212.31"),
    ofRex("26-74", "318.47"),
    ...[401, 402, 403].map((n) => rex(`26-${n}`, `${n}.17`, { payer_key: DOLE.payer_key })),
  ];

  test.each([
    ["behind a word for it, without its sign", "VIR SEPA SARL LE REX FACT 26354", "212.31"],
    ["as it is printed", "VIR SEPA SARL LE REX 26-74", "318.47"],
  ])("%s", (_how, label, euros) => {
    expect(decideOne(short, aTransactionToMatch(label, euros))).toMatchObject({
      outcome: "automatic",
      gate: "G1",
    });
  });

  test("without a word for it, bare digits are no reference", () => {
    const entry = decideOne(short, aTransactionToMatch("VIR SEPA DURAND PAUL 26354", "212.31"));
    expect(entry.outcome).toBe("ask");
  });
});

describe("numbers beside one that is paid, which other lines of the file pay (LET-30)", () => {
  test("each line is lettered with the one that is left, whatever stands first in the file", () => {
    const invoices = [rex("F26000211", "100.11"), rex("F26000212", "212.31"), rex("F26000213", "318.47")];
    const lines = [
      aTransactionToMatch("VIR SEPA SARL LE REX F26000212 F26000213", "318.47"),
      aTransactionToMatch("VIR SEPA SARL LE REX F26000211 F26000212", "212.31"),
      aTransactionToMatch("VIR SEPA SARL LE REX F26000211", "100.11"),
    ];
    expect(decide(invoices, lines).map((entry) => entry.invoice_ids)).toEqual([
      ["id-F26000213"],
      ["id-F26000212"],
      ["id-F26000211"],
    ]);
  });
});

describe("amounts in the text are no numbers (LET-31)", () => {
  const mask = [
    rex("FV26002144", "196.97"),
    rex("FV26002197", "88.10", { payer_key: DOLE.payer_key }),
    rex("FV26002196", "44.10", { payer_key: DOLE.payer_key }),
  ];

  test.each([
    "VIR SEPA SARL LE REX FACT FV26002144 196,97 EUR",
    "VIR SEPA SARL LE REX FACT FV26002144 EUR 196.97",
    "VIR SEPA SARL LE REX FACT FV26002144 / 196,97€",
    "VIR SEPA SARL LE REX FACT FV26002144 DE 196,97",
    "VIR SEPA SARL LE REX FACT FV26002144 MONTANT 196.97",
  ])("%s", (label) => {
    const entry = decideOne(mask, aTransactionToMatch(label, "196.97"));
    expect(plainBlanks(entry.explanation).filter((line) => line.startsWith("n°"))).toEqual([
      "n° FV26002144 dans le libellé",
    ]);
    expect(entry).toMatchObject({ outcome: "automatic", gate: "G1" });
  });

  test("an amount of thousands with blanks is one amount", () => {
    expect(
      decideOne(
        [rex("FV26002144", "1196.97"), ...mask.slice(1)],
        aTransactionToMatch("VIR SEPA SARL LE REX FACT FV26002144 1 196,97 EUR", "1196.97"),
      ),
    ).toMatchObject({ outcome: "automatic", gate: "G1" });
  });
});

describe("treasury offices pay for several communes (LET-32)", () => {
  const chain = aClient("000300001", "Grand Écran Cahors SAS", "Grand Écran Cahors", "Cahors");
  const gourdon = aClient("000300002", "Commune de Gourdon", "Cinéma L’Atalante", "Gourdon");
  const clients = [...CLIENTS, chain, gourdon];
  const invoices = [
    rex("F26000401", "212.31", { payer_key: chain.payer_key }),
    rex("F26000402", "318.47", { payer_key: gourdon.payer_key }),
    rex("F26000403", "97.13", { payer_key: CAHORS.payer_key }),
  ];

  test.each(["SGC CAHORS", "TRESORERIE CAHORS", "DRFIP OCCITANIE SGC CAHORS"])(
    "%s with the number of another commune",
    (office) => {
      expect(
        decideOneOf(
          clients,
          invoices,
          aTransactionToMatch(`VIR SEPA ${office} MDT 4512 F26000402`, "318.47"),
        ),
      ).toMatchObject({ outcome: "automatic", gate: "G1", invoice_ids: ["id-F26000402"] });
    },
  );

  test.each(["SGC CAHORS POUR LE COMPTE DE COMMUNE DE GOURDON", "SGC CAHORS /P/C MAIRIE DE GOURDON"])(
    "« %s »: the number of somebody whom it does not pay for stops it, also with the exact amount",
    (payer) => {
      const foreign = anOpenInvoice("F26000409", "178.20");
      const line = aTransactionToMatch(`VIR SEPA ${payer} RGLT F26000409`, "178.20");
      expect(decideOneOf(clients, [...invoices, foreign], line).outcome).toBe("ask");
    },
  );

  test("the office of a town is never a private company there", () => {
    const entry = decideOneOf(clients, invoices, aTransactionToMatch("VIR SEPA SGC CAHORS", "212.31"));
    expect(entry.outcome).toBe("ask");
    expect(plainBlanks(entry.explanation).join()).not.toContain("Grand Écran");
  });

  test("the commune on whose account it pays is the payer", () => {
    expect(
      decideOneOf(
        clients,
        invoices,
        aTransactionToMatch("VIR SEPA SGC CAHORS POUR LE COMPTE DE COMMUNE DE GOURDON", "318.47"),
      ),
    ).toMatchObject({ outcome: "automatic", gate: "G3", invoice_ids: ["id-F26000402"] });
  });
});

describe("a payer that the words leave open is settled by an amount that nobody else owes (LET-33)", () => {
  const sarl = aClient("000300011", "SARL Le Kursaal", "Le Kursaal", "Sedan");
  const sas = aClient("000300012", "SAS Le Kursaal", "Le Kursaal", "Vire");
  const clients = [...CLIENTS, sarl, sas];
  const invoices = [
    rex("F26000501", "431.17", { payer_key: sarl.payer_key }),
    rex("F26000502", "318.47", { payer_key: sas.payer_key }),
  ];

  test("two companies of one name, one of which owes it", () => {
    expect(
      decideOneOf(clients, invoices, aTransactionToMatch("VIR SEPA LE KURSAAL LOCATION", "431.17")),
    ).toMatchObject({ outcome: "automatic", gate: "G3", invoice_ids: ["id-F26000501"] });
  });

  test("not when a set of the other one’s invoices makes the amount too", () => {
    const more = [...invoices, rex("F26000503", "112.70", { payer_key: sas.payer_key })];
    expect(
      decideOneOf(clients, more, aTransactionToMatch("VIR SEPA LE KURSAAL LOCATION", "431.17")).outcome,
    ).toBe("ask");
  });

  test("not when somebody else owes the same amount", () => {
    const more = [...invoices, rex("F26000504", "431.17")];
    expect(
      decideOneOf(clients, more, aTransactionToMatch("VIR SEPA LE KURSAAL LOCATION", "431.17")).outcome,
    ).toBe("ask");
  });
});

describe("many open invoices of one payer (LET-34)", () => {
  const many = Array.from({ length: 40 }, (_, n) =>
    rex(`F26000${600 + n}`, `${100 + n * 13}.${String((n * 37) % 100).padStart(2, "0")}`),
  );

  test("the only one of that amount is lettered: that some sum meets it too is an accident", () => {
    expect(decideOne(many, aTransactionToMatch("VIR SEPA SARL LE REX LOCATION", "334.66"))).toMatchObject({
      outcome: "automatic",
      gate: "G3",
    });
  });

  test("not when invoices that follow each other make the amount", () => {
    const run = [rex("F26000701", "200.33", { due_date: many[0]!.due_date }), rex("F26000702", "134.33")];
    expect(
      decideOne([...many, ...run], aTransactionToMatch("VIR SEPA SARL LE REX LOCATION", "334.66")).outcome,
    ).toBe("ask");
  });
});

describe("numbers as banks and people cut them (LET-35)", () => {
  const slashed = [
    rex("0136/2026", "486.20"),
    rex("0143/2026", "311.09"),
    anOpenInvoice("0150/2026", "77.15"),
  ];
  const lettered = [rex("W000136/26", "486.20"), rex("W000143/26", "311.09")];

  test.each([
    ["cut in the year", slashed, "VIR SEPA SARL LE REX FACT 0136/202 6", "486.20"],
    [
      "cut where it reads as a day",
      [rex("1002/2026", "486.20")],
      "VIR SEPA SARL LE REX FACT 1002/202 6",
      "486.20",
    ],
    ["without its sign", [rex("26-62", "486.20")], "VIR SEPA SARL LE REX FACTURE 26 62", "486.20"],
    ["cut in the counter", slashed, "VIR SEPA SARL LE REX FACT 01 36/2026", "486.20"],
    ["as printed", slashed, "VIR SEPA SARL LE REX FACT 0136/2026", "486.20"],
    ["cut after the letter", lettered, "VIR SEPA SARL LE REX FACT W0001 36/26", "486.20"],
    ["cut in compact digits", ALL, "VIR SEPA SARL LE REX FACT F2600 0201", "486.20"],
  ])("%s", (_name, invoices, label, euros) => {
    expect(decideOne(invoices, aTransactionToMatch(label, euros))).toMatchObject({
      outcome: "automatic",
      gate: "G1",
    });
  });

  test.each([
    ["the counter in front", slashed, "VIR SEPA SARL LE REX FACT 143", "311.09"],
    ["with its zeros", slashed, "VIR SEPA SARL LE REX FACT 0143", "311.09"],
    ["between letter and year", lettered, "VIR SEPA SARL LE REX FACT 143", "311.09"],
  ])("short number, %s", (_name, invoices, label, euros) => {
    expect(decideOne(invoices, aTransactionToMatch(label, euros))).toMatchObject({
      outcome: "automatic",
      gate: "G4",
    });
  });
});

describe("short numbers (LET-36)", () => {
  test("with an amount that one invoice alone has, for a payer nobody can read", () => {
    expect(decideOne(ALL, aTransactionToMatch("VIR SEPA XYZ FACT 201", "486.20"))).toMatchObject({
      outcome: "automatic",
      gate: "G4",
    });
  });

  test("not for a recognised payer who quotes another client’s", () => {
    expect(
      decideOne(ALL, aTransactionToMatch("VIR SEPA SARL BEFFROI CINES FACT 201", "486.20")).outcome,
    ).toBe("ask");
  });

  test("the amount tells apart two invoices of one payer that end alike", () => {
    const two = [rex("F25000201", "311.09"), rex("F26000201", "486.20")];
    expect(decideOne(two, aTransactionToMatch("VIR SEPA SARL LE REX FACT 201", "486.20"))).toMatchObject({
      outcome: "automatic",
      invoice_ids: ["id-F26000201"],
    });
  });
});

describe("what the bank tells beside the label (LET-40)", () => {
  const told = (label: string, euros: string, evidence: NonNullable<TransactionToMatch["evidence"]>) =>
    decideOne(ALL, aTransactionToMatch(label, euros, { evidence }));

  test("the payer’s name in a field of its own", () => {
    const entry = told("LOCATION FILM", "486.20", {
      party_name: "SARL Le Rex",
      payment_type: "Virement reçu",
    });
    expect(entry).toMatchObject({ outcome: "automatic", gate: "G3", invoice_ids: ["id-F26000201"] });
    expect(plainBlanks(entry.explanation)).toEqual([
      "montant exact",
      "payeur indiqué par la banque : SARL Le Rex",
      "virement (colonne Type)",
    ]);
  });

  test("the end of a name that its field cuts is read where one name begins so", () => {
    const club = aClient("000300701", "Association Ciné-club de Carpentras", "Le Club", "Carpentras");
    const line = aTransactionToMatch("LOCATION FILM", "311.09", {
      evidence: { party_name: "ASSOCIATION CINE-CLUB DE CARPENT", payment_type: "XFER" },
    });
    const owed = rex("F26000701", "311.09", { payer_key: club.payer_key });
    expect(decideOneOf([...CLIENTS, club], [owed, ...ALL], line)).toMatchObject({
      outcome: "automatic",
      gate: "G3",
      invoice_ids: [owed.id],
    });
  });

  test.each(["F26000201", "RF18F26000201", "F26-000201"])(
    "the reference %s in a field for it",
    (reference) => {
      const entry = told("VIREMENT FOURNISSEUR", "486.20", { references: [reference] });
      expect(entry).toMatchObject({ outcome: "automatic", gate: "G1" });
      expect(entry.explanation[0]).toBe("référence structurée F26000201");
    },
  );

  describe("a number of ours that looks like a creditor reference (ISO 11649)", () => {
    const pay = (open: readonly string[], reference: string, euros: string) =>
      decideOne(
        [...open.map((number) => rex(number, number === "000123" ? "311.09" : "288.15")), ...ALL],
        aTransactionToMatch("VIREMENT FOURNISSEUR", euros, { evidence: { references: [reference] } }),
      );

    test.each([
      ["RF260001", "RF260001"],
      ["RF260001", "RF26 0001"],
      // Its key is a valid one.
      ["RF260089", "RF260089"],
    ])("%s is read in « %s »", (number, reference) => {
      expect(pay([number], reference, "288.15")).toMatchObject({
        outcome: "automatic",
        gate: "G1",
        invoice_ids: [`id-${number}`],
      });
      expect(pay([number], reference, "486.20").outcome).toBe("ask");
    });

    test("what stands behind « RF26 » is no number where ours begin so, and no key guards it", () => {
      expect(pay(["RF26000124", "000123"], "RF26000123", "311.09").outcome).toBe("ask");
      expect(pay(["RF26000123", "000123"], "RF26000123", "311.09").outcome).toBe("ask");
      expect(pay(["RF26000124", "000123"], "RF78000123", "311.09").outcome).toBe("automatic");
      expect(pay(["000123"], "RF26000123", "311.09").outcome).toBe("automatic");
    });
  });

  test("that reference, also where the label of the bank repeats it", () => {
    const entry = told("SARL LE REX F26000201", "486.20", {
      party_name: "SARL Le Rex",
      references: ["F26000201"],
    });
    expect(entry).toMatchObject({ outcome: "automatic", gate: "G1" });
    expect(entry.explanation[0]).toBe("référence structurée F26000201");
  });

  test.each([
    ["Remise de chèques", "remise de chèques ou d’espèces, sans numéro de facture"],
    ["PMNT RCHQ OTHR", "remise de chèques ou d’espèces, sans numéro de facture"],
  ])("a column that says « %s » is no transfer", (payment_type, reason) => {
    const entry = told("SARL LE REX", "486.20", { payment_type });
    expect(entry.outcome).toBe("ask");
    expect(entry.explanation).toContain(reason);
  });

  test("of a deposit that quotes a number it is not said that there is none", () => {
    const entry = told("REMISE DE CHEQUES 0046", "463.28", { references: ["F26000201"] });
    expect(entry.outcome).toBe("ask");
    expect(entry.explanation).toContain("remise de chèques ou d’espèces");
    expect(entry.explanation.join(" ")).not.toContain("sans numéro");
  });

  test("the client of another name than the field’s is not the payer", () => {
    expect(told("LE REX F26000201", "486.20", { party_name: "SARL Beffroi Cinés" }).outcome).toBe("ask");
  });
});

describe("ranges", () => {
  test("whose ends lie far apart hold the payer’s invoices between them", () => {
    const own = [rex("F26000201", "486.20"), rex("F26000512", "100.01"), rex("F26000944", "77.10")];
    expect(
      decideOne(
        [...own, ...ALL.slice(1)],
        aTransactionToMatch("VIR SARL LE REX F26000201 A F26000944", "663.31"),
      ),
    ).toMatchObject({ outcome: "automatic", gate: "G2" });
  });
});
