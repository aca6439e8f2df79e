import { civilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { describe, expect, it } from "vitest";
import {
  aClient,
  anOpenInvoice,
  aTransactionToMatch,
  BEFFROI,
  decideOneOf,
  MAJESTIC,
  plainBlanks,
  REX,
} from "./matching.testing.ts";

// What looks like evidence and is none: money that would go to the wrong invoice.

const ofRex = { payer_key: REX.payer_key, cinema_id: REX.cinema_id };

describe("another client's invoice (LET-30, LET-36)", () => {
  const pathe = [
    aClient("777777777", "SARL Cinéma Pathé Annecy", "Pathé Annecy", "Annecy", { group: "Pathé" }),
    aClient("888888888", "SAS Pathé Chambéry", "Pathé Chambéry", "Chambéry", { group: "Pathé" }),
  ];
  const vox = [
    aClient("111111111", "SARL Le Vox", "Le Vox", "Strasbourg"),
    aClient("222222222", "SAS Vox Cinéma", "Le Vox", "Mayenne"),
    aClient("333333333", "Association Vox", "Le Vox", "Fréjus"),
  ];

  it.each(["VIR CINEMAS PATHE GAUMONT F26-00207", "VIR CINEMAS PATHE GAUMONT FACT 207"])(
    "a number of Le Rex does not letter what one of a circuit pays: %s",
    (label) => {
      const entry = decideOneOf(
        [BEFFROI, REX, ...pathe],
        [anOpenInvoice("F26-00207", "512.44", ofRex)],
        aTransactionToMatch(label, "512.44"),
      );
      expect(entry).toMatchObject({ outcome: "ask", gate: null });
    },
  );

  it.each(["VIR SEPA CINEMA LE VOX FACT F2026-00123", "VIR SEPA CINEMA LE VOX FACT 123"])(
    "a number of Le Beffroi does not letter what one of three clients of one name pays: %s",
    (label) => {
      const entry = decideOneOf(
        [BEFFROI, REX, ...vox],
        [
          anOpenInvoice("F2026-00123", "457.37"),
          anOpenInvoice("F2026-00124", "300.10", { payer_key: "111111111", cinema_id: "cinema-1" }),
          anOpenInvoice("F2026-00125", "310.10", { payer_key: "222222222", cinema_id: "cinema-2" }),
        ],
        aTransactionToMatch(label, "457.37"),
      );
      expect(entry).toMatchObject({ outcome: "ask", gate: null });
    },
  );

  it("a full number is not called the end of one", () => {
    const entry = decideOneOf(
      [BEFFROI, REX, MAJESTIC],
      [anOpenInvoice("F26-00207", "512.44", ofRex)],
      aTransactionToMatch("PROD ZZZ 2600207", "512.44"),
    );
    expect(entry.gate).toBe("G4");
    expect(plainBlanks(entry.explanation)[0]).toBe("n° F26-00207 dans le libellé");
  });
});

it.each(["REMCHQ SARL LE REX AURILLAC", "REM. CHEQUES SARL LE REX", "REMCHQ F26-00123"])(
  "a slip of cheques is asked, however the bank writes it (LET-5): %s",
  (label) => {
    const entry = decideOneOf(
      [BEFFROI, REX],
      [anOpenInvoice("F26-00123", "457.37", ofRex)],
      aTransactionToMatch(label, "457.37"),
    );
    expect(entry).toMatchObject({ outcome: "ask", gate: null });
  },
);

it.each(["FACT 2610077 EUR 457,37", "FACT 2610077 457,37 EUR"])(
  "an invoice that is paid already is quoted beside its sum, and no other is lettered for it (LET-10, LET-31): %s",
  (motive) => {
    const entry = decideOneOf(
      [BEFFROI, REX],
      [anOpenInvoice("2611002", "457.37", ofRex)],
      aTransactionToMatch(`VIR SEPA DE SARL LE REX ${motive}`, "457.37"),
    );
    expect(entry).toMatchObject({ outcome: "ask", gate: null });
  },
);

describe("an invoice of the payer that is quoted is not passed over for another that has the amount (LET-10, LET-6)", () => {
  it.each([
    ["20260123", "20260124", "20260124"],
    ["20260123", "20260124", "FACT 20260124"],
    ["F2026-0123", "F2026-0124", "20260124"],
    ["F26-00123", "F26-00124", "FACTF26-00124"],
    ["12345", "12346", "12346"],
    ["12345", "12346", "REF 12346"],
    ["2611001", "2611002", "261100 2"],
    ["F26-00123", "F26-00124", "RGT 124"],
    ["F26-00123", "F26-00124", "FACT S47 124"],
    ["26-123", "26-124", "ACPTE 124"],
    ["26-123", "26-124", "F124"],
    ["26-123", "26-124", "FACT 12 4"],
    ["F26-00123", "F26-00124", "LOC S47 124"],
    ["VEL-2026-0012", "VEL-2026-0013", "FACT 13"],
    ["VEL-2026-0012", "VEL-2026-0013", "FACTURE N°13"],
    ["VEL-2026-0012", "VEL-2026-0013", "FA13"],
    ["VEL-2026-0012", "VEL-2026-0013", "FACT 14 ET 13"],
    ["F26-00123", "F26-00124", "LOC LE REX 124"],
  ])("of %s and %s, « %s » asks", (number, other, motive) => {
    const entry = decideOneOf(
      [BEFFROI, REX],
      [anOpenInvoice(number, "457.37", ofRex), anOpenInvoice(other, "300.10", ofRex)],
      aTransactionToMatch(`VIR SEPA DE SARL LE REX ${motive}`, "457.37"),
    );
    expect(entry).toMatchObject({ outcome: "ask", gate: null });
  });

  it.each([
    ["2026-0123", "2026-0112", "FACT 20260112"],
    ["F26-00123", "F26-00098", "FACT S47 098"],
    ["12345", "12300", "12300"],
  ])("%s, and %s that was paid lately: « %s » asks", (number, paid, motive) => {
    const entry = decideOneOf(
      [BEFFROI, REX],
      [anOpenInvoice(number, "457.37", ofRex)],
      aTransactionToMatch(`VIR SEPA DE SARL LE REX ${motive}`, "457.37"),
      {
        recent_lettered: [
          {
            transaction_id: "before",
            amount: cents(30_010),
            transaction_date: civilDate("2026-12-01"),
            payer_keys: [REX.payer_key],
            invoice_numbers: [paid],
          },
        ],
      },
    );
    expect(entry).toMatchObject({ outcome: "ask", gate: null });
  });

  it.each(["LOCATION S47", "FACT S47 2026", "15000 AURILLAC", "DU 20261125", "FACT S47 46", "FACT DU 12/11"])(
    "« %s » quotes none, and the payer's name letters",
    (motive) => {
      const entry = decideOneOf(
        [BEFFROI, REX],
        [anOpenInvoice("F26-00123", "457.37", ofRex), anOpenInvoice("F26-00124", "300.10", ofRex)],
        aTransactionToMatch(`VIR SEPA DE SARL LE REX ${motive}`, "457.37"),
      );
      expect(entry).toMatchObject({ outcome: "automatic", gate: "G3" });
    },
  );

  it.each([
    ["LOCATION SEM 47", "F26000047"],
    ["FACT SEMAINE 47", "F26000047"],
    ["SOLDE SEM 47", "F26000047"],
    ["SOLDE 11/26", "F26000011"],
    ["SOLDE 11/26", "F26000026"],
    ["LOC MICKEY 17", "F26000017"],
    ["REGLEMENT LE REX 15000 AURILLAC", "F26015000"],
  ])("« %s » is no end of %s: weeks, months and titles are no numbers", (motive, other) => {
    const entry = decideOneOf(
      [BEFFROI, REX],
      [anOpenInvoice("F26000152", "457.37", ofRex), anOpenInvoice(other, "300.10", ofRex)],
      aTransactionToMatch(`VIR SEPA RECU /DE SARL LE REX /MOTIF ${motive}`, "457.37"),
    );
    expect(entry).toMatchObject({ outcome: "automatic", gate: "G3" });
  });
});
