import type { CivilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { describe, expect, test } from "vitest";
import type { LineIdentity } from "../parsing/statement-line.ts";
import { isSameAccount, labelSimilarity, linesSeenBefore } from "./same-line.ts";

const line = (changes: Partial<LineIdentity> = {}): LineIdentity => ({
  bank_account: "FR7630004000010001234560234",
  transaction_date: "2026-12-28" as CivilDate,
  amount: cents(2897_31),
  currency_code: "EUR",
  label: "VIR SEPA RECU /DE SARL BEFFROI CINES /MOTIF F26000123 S47",
  ...changes,
});
const date = (text: string) => ({ transaction_date: text as CivilDate });

describe("a line was seen before when", () => {
  test.each([
    ["nothing differs", {}],
    ["it is dated a day later", date("2026-12-29")],
    ["it is dated a day earlier", date("2026-12-27")],
    ["the other source names no account", { bank_account: "" }],
    ["the other source names the end of the account", { bank_account: "****0234" }],
    [
      "only the writing of the label differs",
      { label: "Vir SEPA reçu de SARL Beffroi Cinés motif F26000123 S47" },
    ],
  ])("%s", (_name, changes) => {
    expect([...linesSeenBefore([line()], [line(changes)])]).toEqual([[0, 0]]);
  });
});

describe("a line is another one when", () => {
  test.each([
    ["it is two days apart", date("2026-12-30")],
    ["its amount differs by a cent", { amount: cents(2897_32) }],
    ["its currency differs", { currency_code: "CHF" }],
    ["its account differs", { bank_account: "FR7612345000010009999999999" }],
    ["it cites another invoice", { label: "VIR SEPA RECU /DE SARL BEFFROI CINES /MOTIF F26000124 S47" }],
    ["its label is another payer's", { label: "VIR SEPA RECU /DE CINE ROYAL DOLE /MOTIF F26000123 S47" }],
  ])("%s", (_name, changes) => {
    expect(linesSeenBefore([line()], [line(changes)]).size).toBe(0);
  });
});

test("two identical transfers of a day are two, on both sides", () => {
  expect(linesSeenBefore([line(), line()], [line()]).size).toBe(1);
  expect([...linesSeenBefore([line(), line()], [line(), line()])]).toEqual([
    [0, 0],
    [1, 1],
  ]);
});

test("of two lines that are alike, the surer one is taken", () => {
  const [exact, near] = [line(), line({ label: `${line().label} REF` })];
  expect([...linesSeenBefore([near, exact], [exact])]).toEqual([[1, 0]]);
});

test.each([
  ["", "FR7630004000010001234560234", true],
  ["****0234", "FR7630004000010001234560234", true],
  ["FR76 3000 4000 0100 0123 4560 234", "FR7630004000010001234560234", true],
  ["00012345602", "FR7630004000010001234560234", true],
  ["****9999", "FR7630004000010001234560234", false],
  ["FR7612345000010009999999999", "FR7630004000010001234560234", false],
  ["30004/00012345602EUR", "FR7630004000010001234560234", true],
])("account « %s » and « %s »: %s", (one, other, expected) => {
  expect(isSameAccount(one, other)).toBe(expected);
  expect(isSameAccount(other, one)).toBe(expected);
});

test("labels without anything in common are not alike", () => {
  expect(labelSimilarity("", "VIR")).toBe(0);
  expect(labelSimilarity("COTISATION", "VIR SEPA")).toBe(0);
});

test.each([
  ["VIR SEPA RECU DE SARL BEFFROI CINES FACTURE", "VIR SEPA RECU DE SARL BEFFROI CINES FACT URE", true],
  ["VIR SEPA RECU DE SARL BEFFROI CI", "VIR SEPA RECU DE SARL BEFFROI CINES FACTURE 26000123", true],
  // A number goes on, or is another one.
  ["VIR SEPA CINE ROYAL DOLE FACTURE 2600012", "VIR SEPA CINE ROYAL DOLE FACTURE 26000123", false],
  // Too short for one that was cut.
  ["VIREMENT SEPA DE CINEMA", "VIREMENT SEPA DE CINEMA LUX CAEN LOCATION DE NOVEMBRE", false],
])("« %s » cut from « %s »: %s (BANK-11)", (one, other, expected) => {
  expect(labelSimilarity(one, other) >= 0.8).toBe(expected);
  expect(labelSimilarity(other, one) >= 0.8).toBe(expected);
});

test("a label that is the same is taken before one that was cut", () => {
  const [whole, cut] = [
    line({ label: "VIR SEPA RECU DE SARL BEFFROI CINES FACTURE" }),
    line({ label: "VIR SEPA RECU DE SARL BEFFROI CI" }),
  ];
  expect([...linesSeenBefore([cut, whole], [whole, cut])]).toEqual([
    [0, 1],
    [1, 0],
  ]);
});

test("thousands of one amount and day are matched by their words, and those that are only alike are left", () => {
  const of = (text: string) => Array.from({ length: 3000 }, (_, n) => line({ label: `${text} ${n}` }));
  expect(linesSeenBefore(of("CARTE VENTE"), of("CARTE VENTE")).size).toBe(3000);
  expect(linesSeenBefore(of("CARTE VENTE NUMERO"), of("CARTES VENTES NUMERO")).size).toBe(0);
});

describe("of one day, a label whose words but those of banks are all in the other one", () => {
  const CAMT = "CINE REX SARL F26000123";
  test.each([
    "VIR SEPA RECU /DE CINE REX SARL /MOTIF F26000123 /REF NOTPROVIDED",
    "VIR RECU 9458139105S DE: CINE REX SARL MOTIF: F26000123",
    "VIR INST CINE REX",
    "VIREMENT EN VOTRE FAVEUR F26000123",
  ])("« %s »", (label) => {
    const [one, other] = [line({ label }), line({ label: CAMT })];
    expect([linesSeenBefore([one], [other]).size, linesSeenBefore([other], [one]).size]).toEqual([1, 1]);
    expect(linesSeenBefore([one], [{ ...other, ...date("2026-12-27") }]).size).toBe(0);
  });
  test.each([
    "VIR SEPA RECU DE",
    "VIR INST CINE LUX",
    "VIR SEPA RECU /DE CINE REX SARL /MOTIF F26000124",
    "VIR CINE CINE REX",
  ])("not « %s »", (label) => {
    expect(linesSeenBefore([line({ label })], [line({ label: CAMT })]).size).toBe(0);
  });
  test("is taken for it after those that are more alike", () => {
    const known = [line({ label: CAMT }), line({ label: "CINE REX SARL F26000124" })];
    const told = [line({ label: "VIR CINE REX SARL" }), line({ label: "CINE REX SARL F26000124 S47" })];
    expect(Object.fromEntries(linesSeenBefore(told, known))).toEqual({ 0: 0, 1: 1 });
  });
});

describe("BANK-11: of one day, one operation in two formats", () => {
  const CFONB = "VIR SEPA CINE ALPHA NPY CINE ALPHA LCC F26000123 RCN E2E-1";
  const OFX = "VIR SEPA SARL CINEMA DES TROIS R FACTURE F26000123 SEMAINE 44";
  const seen = (one: string, other: string): readonly number[] =>
    [
      [one, other],
      [other, one],
    ].map(([mine, known]) => linesSeenBefore([line({ label: mine! })], [line({ label: known! })]).size);
  test.each([
    [CFONB, "VIREMENT SEPA /NAME/CINE ALPHA /REMI/F26000123 /EREF/E2E-1"],
    [CFONB, "GUTSCHRIFT /NAME/CINE ALPHA/REMI/F26000123/EREF/E2E-1"],
    [CFONB, "VIR RECU 9458139105S DE: CINE ALPHA MOTIF: F26000123 REF: E2E-1"],
    [
      "VIR SEPA CINE ALPHA NPY CINE ALPHA LCC F26000123",
      "VIR SEPA RECU /DE CINE ALPHA /MOTIF F26000123 /REF CIA7781",
    ],
    [
      "VIR SEPA CINEMA LES TROIS RIVIE NPY CINEMA LES TROIS RIVIERES LCC LOYER S44",
      "VIR RECU 9458139105S DE: CINEMA LES TROIS RIVIERES MOTIF: LOYER S44 REF: CIA7781",
    ],
    ["CHQ 1234567", "CHEQUE N 1234567"],
    ["REM CHQS 0045", "REMISE DE CHEQUES 0045"],
    ["PRLV SEPA EDF", "PRELEVEMENT SEPA EDF"],
    [OFX, "VIR SEPA RECU /DE SARL CINEMA DES TROIS RIVIERES /MOTIF FACTURE F26000123 SEMAINE 44"],
    [OFX, "VIREMENT /NAME/SARL CINEMA DES TROIS RIVIERES/REMI/FACTURE F26000123 SEMAINE 44/EREF/E9"],
  ])("« %s » is « %s »", (one, other) => {
    expect(seen(one, other)).toEqual([1, 1]);
  });

  test.each([
    // Another number, of the invoice or of the transfer.
    [CFONB, "VIREMENT SEPA /NAME/CINE ALPHA /REMI/F26000124 /EREF/E2E-1"],
    [CFONB, "VIREMENT SEPA /NAME/CINE ALPHA /REMI/F26000123 /EREF/E2E-2"],
    [CFONB, "VIR RECU 9458139105S DE: CINE ALPHA MOTIF: F26000123 REF: CIA7781"],
    ["CHQ 1234567", "CHEQUE 1234568"],
    // Another party.
    [CFONB, "VIREMENT SEPA /NAME/CINE BETA /REMI/F26000123 /EREF/E2E-1"],
    ["PRLV SEPA EDF", "PRELEVEMENT SEPA ENGIE"],
    ["PRLV SEPA EDF", "VIREMENT SEPA EDF LYON"],
    ["VIR REMI LOYER S44", "VIR SEPA RECU /DE CINE ALPHA /MOTIF LOYER S44"],
    // Another motive.
    ["VIR SEPA CINE ALPHA NPY CINE ALPHA LCC LOYER S44", "/NAME/CINE ALPHA/REMI/ACOMPTE S45"],
    // A name that goes on with another number, or was not cut.
    [OFX, "VIR SEPA RECU /DE SARL CINEMA DES TROIS RIVIERES /MOTIF FACTURE F26000124 SEMAINE 44"],
    ["VIR CINE R F26000123", "VIR SEPA RECU /DE CINE REX /MOTIF F26000123"],
  ])("« %s » is not « %s »", (one, other) => {
    expect(seen(one, other)).toEqual([0, 0]);
  });

  test("two of a day stay two, each with its own", () => {
    const [alpha, beta] = ["ALPHA", "BETA"].map((name) => [
      line({ label: `VIR SEPA CINE ${name} NPY CINE ${name} LCC LOYER S44` }),
      line({ label: `VIREMENT SEPA /NAME/CINE ${name} /REMI/LOYER S44` }),
    ]);
    const told = [beta![1]!, alpha![1]!, alpha![1]!];
    expect(Object.fromEntries(linesSeenBefore(told, [alpha![0]!, beta![0]!]))).toEqual({ 0: 1, 1: 0 });
  });
});
