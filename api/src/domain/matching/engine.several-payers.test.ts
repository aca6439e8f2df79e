import { describe, expect, test } from "vitest";
import type { PayerClient } from "./lettering-types.ts";
import {
  aClient,
  aTransactionToMatch,
  anOpenInvoice,
  BEFFROI,
  CAHORS,
  CLIENTS,
  decideOne,
  decideOneOf,
  plainBlanks,
} from "./matching.testing.ts";

const ATLAS = ["Niort", "Albi", "Vannes"].map((town, at) =>
  aClient(`00020007${at}`, `Grand Atlas ${town} SAS`, `Grand Atlas ${town}`, town, { group: "Grand Atlas" }),
);
const GOURDON = aClient("000200410", "Commune de Gourdon", "Le Paris", "Gourdon");
const clients = [...CLIENTS, ...ATLAS, GOURDON];
const owed = (payer: PayerClient | undefined, number: string, euros: string, more = {}) =>
  anOpenInvoice(number, euros, {
    payer_key: payer?.payer_key ?? "",
    cinema_id: payer?.cinema_id ?? "",
    ...more,
  });
const OF_ATLAS = [
  owed(ATLAS[0], "F26000101", "160.20"),
  owed(ATLAS[1], "F26000102", "298.61"),
  owed(ATLAS[2], "F26000103", "412.37"),
];

describe("a head office (LET-8)", () => {
  const first = (label: string, euros: string): readonly string[] | undefined =>
    decideOneOf(clients, OF_ATLAS, aTransactionToMatch(label, euros)).candidates[0]?.invoice_ids;

  test("whose name the bank cuts is known by what it begins", () => {
    expect(first("VIR GRAND ATL LOCATIONS AVRIL M", "458.81")).toEqual(["id-F26000101", "id-F26000102"]);
  });

  test("a name that the bank did not cut begins nothing", () => {
    const label = "VIR SEPA GRAND ATL LOCATIONS AVRIL MAI ET JUIN 2026";
    const entry = decideOneOf(clients, OF_ATLAS, aTransactionToMatch(label, "458.81"));
    expect(plainBlanks(entry.candidates.flatMap(({ reasons }) => reasons))).not.toContain(
      "groupe cité : Grand Atlas",
    );
  });

  test("that pays a round sum too much of several is offered them", () => {
    expect(first("VIR SEPA GRAND ATLAS GESTION", "592.57")).toEqual(["id-F26000101", "id-F26000103"]);
  });
});

describe("a treasury that names no commune (LET-8)", () => {
  const invoices = [owed(CAHORS, "F26000201", "145.90"), owed(GOURDON, "F26000202", "182.34"), ...OF_ATLAS];
  const first = (label: string, euros: string): readonly string[] | undefined =>
    decideOneOf(clients, invoices, aTransactionToMatch(label, euros)).candidates[0]?.invoice_ids;

  test("may pay for two communes at once", () => {
    expect(first("VIR SEPA SGC BRIVE MDT 4512 BORD 87", "328.24")).toEqual(["id-F26000201", "id-F26000202"]);
  });
});

describe("numbers of a label that do not make the amount (LET-8)", () => {
  const beffroi = ["898.33", "159.79", "568.44"].map((euros, at) =>
    owed(BEFFROI, `F2600030${at + 1}`, euros),
  );
  const sets = (label: string, euros: string): (readonly string[])[] =>
    decideOne(beffroi, aTransactionToMatch(label, euros)).candidates.map(({ invoice_ids }) => invoice_ids);

  test("of a range the two ends are proposed too: what lies between them may not be paid", () => {
    expect(sets("VIR SEPA SARL BEFFROI CINES F26000301 AU F26000303", "1516.77")).toContainEqual([
      "id-F26000301",
      "id-F26000303",
    ]);
  });
});

describe("nobody is named, and nobody owes the amount (LET-49)", () => {
  const invoices = [
    owed(BEFFROI, "F26000401", "98.81", { week_number: 46 }),
    owed(CAHORS, "F26000402", "104.81", { week_number: 40 }),
  ];
  const first = (label: string): readonly string[] | undefined =>
    decideOne(invoices, aTransactionToMatch(label, "54.81")).candidates[0]?.invoice_ids;

  test("an invoice less a round sum is proposed, of the week that the label names before others", () => {
    expect(first("CSE VALMECA LOCATION S46")).toEqual(["id-F26000401"]);
    expect(first("CSE VALMECA LOCATION S40")).not.toEqual(["id-F26000401"]);
  });
});
