import { civilDate } from "@bobine/contract/civil-date";
import { centsFromWire } from "@bobine/contract/money";
import { describe, expect, test } from "vitest";
import type { LetteredTransaction, PlanEntry } from "./lettering-types.ts";
import { readLabel } from "./label-with-evidence.ts";
import {
  aClient,
  anOpenInvoice,
  aTransactionToMatch,
  BEFFROI,
  CAHORS,
  DOLE,
  decideOne,
  decideOneOf,
  MAJESTIC,
  plainBlanks,
  REX,
} from "./matching.testing.ts";
import { nameToRemember } from "./payer-words.ts";

const owedBy = (
  { payer_key }: { readonly payer_key: string },
  number: string,
  euros: string,
  more: Parameters<typeof anOpenInvoice>[2] = {},
) => anOpenInvoice(number, euros, { payer_key, ...more });
const reasonsOf = ({ explanation }: PlanEntry): string => plainBlanks(explanation).join(" · ");

describe("of the numbers that a recognised payer quotes, its own that make the amount are what it pays (LET-48)", () => {
  const own = owedBy(REX, "F26000201", "486.20");
  const others = owedBy(DOLE, "F26000202", "129.80");

  test("the other is another client's, whom the label does not name", () => {
    const entry = decideOne(
      [own, others],
      aTransactionToMatch("VIR SEPA SARL LE REX AURILLAC FACT F26000202 F26000201", "486.20"),
    );
    expect(entry).toMatchObject({ outcome: "automatic", gate: "G1", invoice_ids: [own.id] });
    expect(reasonsOf(entry)).toContain("n° F26000202 écarté : facture de Ciné Royal Dole SARL");
  });

  test("the other is its own and was paid in part before", () => {
    const rest = owedBy(REX, "F26000190", "60.00", { total_amount: centsFromWire("512.00") });
    const entry = decideOne(
      [own, rest],
      aTransactionToMatch("VIR SEPA SARL LE REX AURILLAC FACT F26000190 F26000201", "486.20"),
    );
    expect(entry).toMatchObject({ outcome: "automatic", invoice_ids: [own.id] });
    expect(reasonsOf(entry)).toContain("n° F26000190 écarté : déjà payé en partie");
  });

  test.each([
    ["nobody is recognised", "M. PAUL AUBERT"],
    ["the label names the other client too", "SARL LE REX AURILLAC POUR CINE ROYAL DOLE"],
  ])("the one that has the amount alone is what is paid, also when %s", (_when, name) => {
    const line = aTransactionToMatch(`VIR SEPA ${name} FACT F26000202 F26000201`, "486.20");
    const entry = decideOne([own, others], line);
    expect(entry).toMatchObject({ outcome: "automatic", gate: "G1", invoice_ids: [own.id] });
    expect(reasonsOf(entry)).toContain("n° F26000202 écarté : facture de Ciné Royal Dole SARL");
    const twin = owedBy(CAHORS, "F26000209", "486.20");
    expect(decideOne([own, others, twin], line).outcome).toBe("ask");
  });

  test("it is asked when a recognised payer quotes it beside its own, and the amount is the other's", () => {
    const line = aTransactionToMatch("VIR SEPA SARL LE REX AURILLAC FACT F26000202 F26000201", "129.80");
    expect(decideOne([own, others], line).outcome).toBe("ask");
  });

  test("it is asked when the amount is a usual part of all of them", () => {
    const twice = owedBy(DOLE, "F26000204", "243.10");
    const line = aTransactionToMatch("VIR SEPA M. PAUL AUBERT FACT F26000201 F26000204", "486.20");
    expect(decideOne([own, twice], line).outcome).toBe("ask");
  });

  test.each([
    ["a name that several clients nearly have: the first of them is meant", "SARL LE REX"],
    ["a commune that a treasury names", "SGC DOUAI POUR LE COMPTE DE COMMUNE DE CAHORS"],
  ])("it is believed of %s", (_of, name) => {
    const twin = aClient("000300701", "SARL Le Rex Roanne", "Le Rex", "Roanne");
    const paid = owedBy(name === "SARL LE REX" ? REX : CAHORS, "F26000205", "111.47");
    const line = aTransactionToMatch(`VIR SEPA ${name} FACT F26000202 F26000205`, "111.47");
    const entry = decideOneOf([BEFFROI, CAHORS, DOLE, REX, twin], [paid, others], line);
    expect(entry).toMatchObject({ outcome: "automatic", invoice_ids: [paid.id] });
  });

  test("it is asked when both are its own and nothing of them was paid", () => {
    const second = owedBy(REX, "F26000203", "77.00");
    const line = aTransactionToMatch("VIR SEPA SARL LE REX AURILLAC FACT F26000201 F26000203", "486.20");
    expect(decideOne([own, second], line).outcome).toBe("ask");
  });
});

describe("a treasury's line that names a commune is that commune's, wherever the office sits (LET-32)", () => {
  const douai = aClient("000300501", "Commune de Douai", "Cinéma Le Louvre", "Douai");
  const clients = [BEFFROI, CAHORS, douai, REX];
  const owed = owedBy(CAHORS, "F26000301", "213.40");

  test.each([
    ["VIR SEPA RECU /DE TRESORERIE DE DOUAI /MOTIF COMMUNE DE CAHORS BUDGET CINEMA MDT 39965", {}],
    ["COMMUNE DE CAHORS BUDGET CINEMA MDT 39965", { party_name: "SGC DOUAI", payment_type: "VIR SEPA RECU" }],
    ["VIR SGC DOUAI POUR LE COMPTE DE COMMUNE DE CAHORS MDT 0412", {}],
  ])("%s", (label, evidence) => {
    const entry = decideOneOf(clients, [owed], aTransactionToMatch(label, "213.40", { evidence }));
    expect(entry).toMatchObject({ outcome: "automatic", gate: "G3", invoice_ids: [owed.id] });
    const twin = owedBy(douai, "F26000302", "213.40");
    expect(
      decideOneOf(clients, [owed, twin], aTransactionToMatch(label, "213.40", { evidence })),
    ).toMatchObject({
      outcome: "automatic",
      invoice_ids: [owed.id],
    });
  });

  test("the name of the office in a field of its own takes nothing from a full number", () => {
    const entry = decideOneOf(
      clients,
      [owed, owedBy(douai, "F26000302", "57.00")],
      aTransactionToMatch("VIREMENT RECU F26000301", "213.40", { evidence: { party_name: "SGC DOUAI" } }),
    );
    expect(entry).toMatchObject({ outcome: "automatic", gate: "G1", invoice_ids: [owed.id] });
  });
});

describe("a public body that is not the commune it has its name of is nobody's payment (LET-32)", () => {
  const privas = aClient("000300510", "Commune de Privas", "Cinéma Le Vivarais", "Privas");
  const group = aClient("000300511", "Communauté de communes du Gapençais", "Le Centre", "Gap");
  const clients = [BEFFROI, CAHORS, privas, group, REX];
  const owed = owedBy(privas, "F26000310", "213.40");
  const paidBy = (label: string, open = owed, euros = "213.40") =>
    decideOneOf(clients, [open], aTransactionToMatch(label, euros));

  test.each([
    ["VIR SGC PRIVAS CENTRE HOSPITALIER DE PRIVAS", "CENTRE HOSPITALIER"],
    ["VIR SGC PRIVAS CH DE PRIVAS", "CH"],
    ["VIR SGC PRIVAS EHPAD DE PRIVAS", "EHPAD"],
    ["VIR SGC PRIVAS COLLEGE DE PRIVAS", "COLLEGE"],
    ["VIR LYCEE DE PRIVAS", "LYCEE"],
    ["VIR SGC PRIVAS CCAS DE PRIVAS", "CCAS"],
    ["VIR VILLE DE PRIVAS CCAS", "CCAS"],
    ["VIR SGC PRIVAS CAISSE DES ECOLES DE PRIVAS", "CAISSE DES ECOLES"],
    ["VIR SGC PRIVAS COMMUNAUTE DE COMMUNES DE PRIVAS", "COMMUNAUTE"],
    ["VIR SGC PRIVAS COM COM DE PRIVAS", "COM COM"],
    ["VIR PRIVAS COMCOM", "COMCOM"],
    ["VIR PRIVAS AGGLOMERATION", "AGGLOMERATION"],
    ["VIR SGC PRIVAS UNIVERSITE DE PRIVAS", "UNIVERSITE"],
    ["VIR DEPARTEMENT DE L ARDECHE PRIVAS", "DEPARTEMENT"],
    ["VIR SGC PRIVAS SYNDICAT DES EAUX DE PRIVAS", "SYNDICAT"],
    ["VIR PRIVAS HABITAT", "HABITAT"],
    ["VIR OFFICE DE TOURISME DE PRIVAS", "OFFICE DE TOURISME"],
    ["VIR PREFECTURE DE PRIVAS", "PREFECTURE"],
    ["VIR SEPA RECU /DE SGC PRIVAS /MOTIF EHPAD DE PRIVAS", "EHPAD"],
  ])("« %s » is asked for the commune's invoice, and the reasons name « %s »", (label, body) => {
    const entry = paidBy(label);
    expect(entry.outcome).toBe("ask");
    expect(entry.candidates[0]?.invoice_ids).toEqual([owed.id]);
    if (entry.reason_code === "to_confirm")
      expect(reasonsOf(entry)).toContain(`le libellé nomme un autre organisme : ${body}`);
  });

  test("the end of a number does not outweigh it, a full number does", () => {
    expect(paidBy("VIR SGC PRIVAS EHPAD DE PRIVAS FACT 310").outcome).toBe("ask");
    expect(paidBy("VIR SGC PRIVAS EHPAD DE PRIVAS FACT F26000310")).toMatchObject({ gate: "G1" });
  });

  test.each([
    "VIR SGC PRIVAS",
    "VIR SGC PRIVAS COMMUNE DE PRIVAS BUDGET CINEMA MDT 39965",
    "VIR SGC PRIVAS COMMUNE DE PRIVAS COLLEGE AU CINEMA",
    "VIR SEPA RECU /DE MAIRIE DE PRIVAS /MOTIF SEANCES LYCEE",
  ])("« %s » is the commune's", (label) => {
    expect(paidBy(label)).toMatchObject({ outcome: "automatic", gate: "G3", invoice_ids: [owed.id] });
  });

  test.each([
    "VIR SGC GAP COMMUNAUTE DE COMMUNES DU GAPENCAIS",
    "VIR SEPA RECU /DE COMMUNAUTE DE COMMUNES DU GAPENCAIS /MOTIF LOCATION FILM",
    "VIR AGGLOMERATION DU GAPENCAIS LE CENTRE GAP",
  ])("« %s »: a client may be such a body itself", (label) => {
    const own = owedBy(group, "F26000311", "144.15");
    expect(paidBy(label, own, "144.15")).toMatchObject({ outcome: "automatic", invoice_ids: [own.id] });
  });

  test("behind a company's own name it says what is paid, before it who pays", () => {
    const own = owedBy(REX, "F26000312", "144.15");
    expect(paidBy("VIR SARL LE REX AURILLAC SEANCE COLLEGE", own, "144.15").outcome).toBe("automatic");
    expect(paidBy("VIR SEPA RECU /DE SARL LE REX /MOTIF LYCEE", own, "144.15").outcome).toBe("automatic");
    expect(paidBy("VIR LYCEE LE REX AURILLAC", own, "144.15").outcome).toBe("ask");
  });
});

describe("a whole name is who is meant (LET-33)", () => {
  const town = aClient("000300601", "Aurillac", "L’Aurillac", "Aurillac");

  test("also where a client is called like its town, and many owe the amount", () => {
    const fees = [DOLE, MAJESTIC, BEFFROI].map((payer, at) => owedBy(payer, `F2600040${at}`, "132.00"));
    const own = owedBy({ payer_key: "000300602" }, "F26000410", "132.00");
    const club = aClient("000300602", "SARL Ciné-club Aurillac", "Le Club", "Aurillac");
    const entry = decideOneOf(
      [town, club, DOLE, MAJESTIC, BEFFROI],
      [...fees, own],
      aTransactionToMatch("VIR SEPA SARL CINE-CLUB AURILLAC LOCATION", "132.00"),
    );
    expect(entry).toMatchObject({ outcome: "automatic", gate: "G3", invoice_ids: [own.id] });
  });

  test.each([
    ["half", "264.00"],
    ["a third", "396.00"],
    ["two thirds", "198.00"],
    ["six tenths", "220.00"],
    ["three quarters", "176.00"],
  ])(
    "%s of another of its invoices is asked: flat fees are often parts of others (LET-34)",
    (_part, whole) => {
      const fee = owedBy(REX, "F26000201", "132.00");
      const line = aTransactionToMatch("VIR SEPA SARL LE REX AURILLAC", "132.00");
      const entry = decideOne([fee, owedBy(REX, "F26000208", whole)], line);
      expect(entry.outcome).toBe("ask");
      expect(reasonsOf(entry)).toContain("peut être un acompte sur la facture F26000208");
      expect(decideOne([fee, owedBy(REX, "F26000208", "265.00")], line).outcome).toBe("automatic");
    },
  );

  test("the double of another of its invoices is asked: it may be that one, paid twice (LET-34)", () => {
    const fee = owedBy(REX, "F26000201", "198.00");
    const line = aTransactionToMatch("VIR SEPA SARL LE REX AURILLAC", "198.00");
    const entry = decideOne([fee, owedBy(REX, "F26000208", "99.00")], line);
    expect(entry.outcome).toBe("ask");
    expect(reasonsOf(entry)).toContain("peut être le double de la facture F26000208");
  });

  test("an odd rest of an invoice is asked: what is kept back waits for a credit note", () => {
    const rest = owedBy(REX, "F26000201", "44.00", { total_amount: centsFromWire("111.43") });
    const entry = decideOne([rest], aTransactionToMatch("VIR SEPA SARL LE REX AURILLAC", "44.00"));
    expect(entry.outcome).toBe("ask");
    expect(reasonsOf(entry)).toContain("reste d’une facture déjà payée en partie");
    const half = owedBy(REX, "F26000201", "112.20", { total_amount: centsFromWire("224.40") });
    expect(decideOne([half], aTransactionToMatch("VIR SEPA SARL LE REX AURILLAC", "112.20")).outcome).toBe(
      "automatic",
    );
  });
});

describe("what people chose for words that name no client is sure from two agreeing choices on (LET-7, LET-33)", () => {
  const open = [owedBy(REX, "F26000201", "486.20"), owedBy(DOLE, "F26000202", "129.80")];
  const phrase = "OPALE TRAVAUX";
  const once = (client: { readonly payer_key: string }, confirmations = 1) => ({
    phrase,
    payer_key: client.payer_key,
    confirmations,
  });
  const opale = (euros: string, ...aliases: ReturnType<typeof once>[]) =>
    decideOne(open, aTransactionToMatch("VIR SEPA OPALE TRAVAUX", euros), {}, aliases);

  test("one choice suggests its payer's invoice, and letters nothing", () => {
    const entry = opale("486.20", once(REX));
    expect(entry).toMatchObject({ outcome: "ask" });
    expect(entry.candidates[0]?.invoice_ids).toEqual(["id-F26000201"]);
    expect(reasonsOf(entry)).toContain("payeur probable : SARL Le Rex");
    expect(opale("486.20", once(REX, 2))).toMatchObject({ outcome: "automatic", gate: "G3" });
  });

  test.each([
    ["one for each", 1],
    ["three for each", 3],
  ])("choices for two payers (%s) letter nothing, whichever of them owes the amount", (_which, times) => {
    for (const [euros, id] of [
      ["486.20", "id-F26000201"],
      ["129.80", "id-F26000202"],
    ] as const) {
      const entry = opale(euros, once(REX, times), once(DOLE, times));
      expect(entry.outcome).toBe("ask");
      expect(entry.candidates[0]?.invoice_ids).toEqual([id]);
    }
  });

  test("words that leave open which of several clients is meant are settled by the amount all the same", () => {
    const twin = aClient("000300701", "SARL Le Rex Roanne", "Le Rex", "Roanne");
    const line = aTransactionToMatch("VIR SEPA REX", "486.20");
    expect(decideOneOf([BEFFROI, DOLE, REX, twin], open, line)).toMatchObject({ outcome: "automatic" });
  });
});

describe("what credits taught about who pays, for whom and how much less (LET-49)", () => {
  const paid = (more: Partial<LetteredTransaction>): LetteredTransaction => ({
    transaction_id: "earlier",
    amount: centsFromWire("300.00"),
    transaction_date: civilDate("2026-11-28"),
    payer_keys: [REX.payer_key],
    invoice_numbers: [],
    ...more,
  });
  const open = [owedBy(REX, "F26000201", "486.20"), owedBy(DOLE, "F26000202", "129.80")];

  test("who paid for several clients is offered what they owe together, and says why", () => {
    const line = aTransactionToMatch("VIR SEPA RECU /DE GESTIMMO PATRIMOINE /MOTIF LOYERS", "616.00");
    const recent_lettered = [
      paid({ payer_keys: [REX.payer_key, DOLE.payer_key], paid_by: "GESTIMMOPATRIMOINE" }),
    ];
    expect(decideOne(open, line).candidates[0]?.invoice_ids).not.toEqual(open.map(({ id }) => id));
    const [best] = decideOne(open, line, { recent_lettered }).candidates;
    expect(best?.invoice_ids).toEqual(open.map(({ id }) => id));
    expect(best?.reasons.join()).toContain(
      "ce donneur d’ordre a déjà payé pour SARL Le Rex, Ciné Royal Dole SARL",
    );
  });

  test("an account is known again under another name", () => {
    const evidence = { party_name: "M. Aubert", party_iban: "FR7630006000011234567890189" };
    const line = aTransactionToMatch("VIREMENT RECU", "120.00", { evidence });
    const twins = [...open, owedBy(MAJESTIC, "F26000209", "120.00"), owedBy(REX, "F26000208", "120.00")];
    for (const payer of [REX, MAJESTIC]) {
      const known = paid({
        payer_keys: [payer.payer_key],
        paid_by: "SCIDESALPES",
        payer_iban: evidence.party_iban,
      });
      const [best] = decideOne(twins, line, { recent_lettered: [known] }).candidates;
      expect(best?.invoice_ids).toEqual([payer === REX ? "id-F26000208" : "id-F26000209"]);
    }
  });

  test("what a payer kept back before is what is missing now", () => {
    const line = aTransactionToMatch("VIR SEPA SARL LE REX AURILLAC", "426.20");
    const more = [...open, owedBy(REX, "F26000207", "431.00")];
    const recent_lettered = [paid({ kept_back: centsFromWire("60.00") })];
    const [best] = decideOne(more, line, { recent_lettered }).candidates;
    expect(best?.invoice_ids).toEqual(["id-F26000201"]);
    expect(plainBlanks(best?.reasons ?? []).join()).toContain(
      "retient 60,00 €, comme déjà fait par ce payeur",
    );
  });

  test("a head office's list that is cut short is filled up, less what is kept back", () => {
    const many = [...open, owedBy(REX, "F26000207", "431.00"), owedBy(REX, "F26000208", "95.30")];
    const line = aTransactionToMatch("VIR SEPA SARL LE REX AURILLAC FACT F26000201 ET SUIVANTES", "566.50");
    const recent_lettered = [paid({ kept_back: centsFromWire("15.00") })];
    expect(decideOne(many, line, { recent_lettered }).candidates[0]?.invoice_ids).toEqual([
      "id-F26000201",
      "id-F26000208",
    ]);
  });

  test("a treasury's office is remembered without the commune that it pays for", () => {
    const name = (label: string): string => nameToRemember(readLabel(label, undefined));
    expect(name("VIR SEPA RECU /DE SGC DOUAI /MOTIF COMMUNE DE CAHORS MDT 12")).toBe("SGCDOUAI");
    expect(name("VIR SGC DOUAI COMMUNE DE LAON MDT 4512 BORD 87")).toBe("SGCDOUAI");
    expect(name("REMISE CHEQUE 1234567")).toBe("");
  });

  test("a range that is written backwards is the same range", () => {
    const three = ["201", "202", "203"].map((end) => owedBy(REX, `F26000${end}`, "100.10"));
    const line = aTransactionToMatch("VIR SEPA SARL LE REX FACT F26000203 A F26000201", "300.30");
    expect(decideOne(three, line)).toMatchObject({ outcome: "automatic", gate: "G2" });
  });
});
