import { describe, expect, test } from "vitest";
import { nameToRemember, payerPhrase } from "./payer-words.ts";
import { planLettering } from "./engine.ts";
import type { PlanEntry } from "./lettering-types.ts";
import { readLabel } from "./label-with-evidence.ts";
import {
  aClient,
  anOpenInvoice,
  aTransactionToMatch,
  CAHORS,
  CLIENTS,
  MAJESTIC,
  plainBlanks,
  someOptions,
} from "./matching.testing.ts";
import { buildOpenSet } from "./open-set.ts";

const CINE_32 = aClient("000200401", "Association Ciné 32", "Ciné 32", "Auch");
const CINE_70 = aClient("000200402", "Association Ciné 70", "Ciné 70", "Vesoul");
const ofCahors = anOpenInvoice("F26000127", "486.20", { payer_key: CAHORS.payer_key });
const of32 = anOpenInvoice("F26000201", "151.20", { payer_key: CINE_32.payer_key });
const of70 = anOpenInvoice("F26000202", "151.20", { payer_key: CINE_70.payer_key });

function decided(
  [label, euros, more]: Parameters<typeof aTransactionToMatch>,
  phrase: string,
  payer: { readonly payer_key: string },
  invoices = [ofCahors, of32, of70],
): PlanEntry | undefined {
  const aliases = [{ phrase, payer_key: payer.payer_key, confirmations: 2 }];
  const openSet = buildOpenSet(invoices, [...CLIENTS, CINE_32, CINE_70], aliases);
  return planLettering(openSet, [aTransactionToMatch(label, euros, more)], someOptions()).entries[0];
}
const reasonsOf = (entry: PlanEntry | undefined): string => plainBlanks(entry?.explanation ?? []).join(" · ");

describe("what people chose for one payer letters no line of another (LET-7, LET-32)", () => {
  test.each([
    ["VIR SEPA SGC 046012 CAHORS", "SGC", "VIR SEPA SGC 002010 LAON MDT 5512"],
    ["VIR DDFIP 46 LOT CINEMA MDT 812", "DDFIP", "VIR DDFIP 02 AISNE MDT 33"],
    ["VIR DRFIP 46 MDT 1", "DRFIP", "VIR SEPA DRFIP 75 PARIS FOURNISSEUR"],
  ])("of an office of the treasury: « %s », kept as « %s » before, and « %s »", (chosen, before, other) => {
    for (const phrase of [payerPhrase(readLabel(chosen, undefined)), before]) {
      const entry = decided([other, "486.20"], phrase, CAHORS);
      expect(entry).toMatchObject({ outcome: "ask" });
      expect(reasonsOf(entry)).not.toContain("Commune de Cahors");
    }
    const own = payerPhrase(readLabel("VIR SEPA SGC 046012 CAHORS", undefined));
    expect(decided(["VIR SEPA SGC 046012 CAHORS MDT 7", "486.20"], own, CAHORS)).toMatchObject({
      outcome: "automatic",
      invoice_ids: [ofCahors.id],
    });
  });

  test.each([
    ["VIR CINE 70 VESOUL", {}],
    ["VIR SEPA RECU /DE CINE 70 /MOTIF LOCATION", {}],
    ["VIREMENT RECU", { evidence: { party_name: "CINE 70" } }],
  ])("of a name with a number: « %s » is that client's", (label, more) => {
    for (const phrase of ["CINE", "CINE 32", "CINE 32 AUCH"])
      expect(decided([label, "151.20", more], phrase, CINE_32)).toMatchObject({
        outcome: "automatic",
        invoice_ids: [of70.id],
      });
  });

  test("a full number of the one is believed where the other owes the same", () => {
    const entry = decided(["VIR CINE 70 VESOUL F26000202", "151.20"], "CINE", CINE_32);
    expect(entry).toMatchObject({ outcome: "automatic", gate: "G1", invoice_ids: [of70.id] });
  });

  test("whoever was chosen for words that any cinema has is suggested, and not named", () => {
    const two = ["60.00", "39.20"].map((euros, at) =>
      anOpenInvoice(`F2600030${at}`, euros, { payer_key: MAJESTIC.payer_key }),
    );
    const entry = decided(["VIR CINE 2000 FOIX S47", "99.20"], "CINE", MAJESTIC, two);
    expect(entry?.candidates[0]?.invoice_ids).toEqual(two.map(({ id }) => id));
    expect(reasonsOf(entry)).toContain("aucun client reconnu");
  });

  test("what is ours by people's choices alone is asked, also in another currency or with words for something else (LET-50)", () => {
    const foreign = decided(["VIR CINE 2000 FOIX", "99.20", { currency_code: "USD" }], "CINE", CINE_32);
    expect(foreign).toMatchObject({ outcome: "ask" });
    expect(decided(["CINE 2000 COTISATION ANNUELLE", "99.20"], "CINE", CINE_32)).toMatchObject({
      outcome: "ask",
    });
  });

  test("what an office or a generic word is remembered by has the number that tells it from others (LET-49)", () => {
    const name = (label: string): string => nameToRemember(readLabel(label, undefined));
    expect(name("VIR TRESORERIE 046012 CAHORS MDT 33")).toBe("TRESORERIE046012CAHORS");
    expect(name("VIR CINEMA 32 AUCH")).toBe("CINEMA32AUCH");
    expect(name("VIR DUPONT GESTION 47 LES AMANTS")).toBe("DUPONTGESTION");
  });
});

describe("a number behind a client's whole name may be a week, or the name of another client (LET-7, LET-33)", () => {
  const studio = aClient("000200411", "SARL Le Studio", "Le Studio", "Aubervilliers");
  const studio43 = aClient("000200412", "SARL Studio 43", "Studio 43", "Dunkerque");
  const [ofStudio, of43] = [studio, studio43].map(({ payer_key }, at) =>
    anOpenInvoice(`F2600020${at + 1}`, "105.50", { payer_key }),
  );
  const paid = (
    label: string,
    invoices: readonly (typeof ofStudio)[],
    confirmations = 0,
  ): PlanEntry | undefined => {
    const aliases = ["LE STUDIO", "SARL LE STUDIO"].map((phrase) => ({
      phrase,
      payer_key: studio.payer_key,
      confirmations,
    }));
    const open = invoices.filter((invoice) => invoice !== undefined);
    const openSet = buildOpenSet(open, [...CLIENTS, studio, studio43], confirmations > 0 ? aliases : []);
    return planLettering(openSet, [aTransactionToMatch(label, "105.50")], someOptions()).entries[0];
  };

  test.each([
    "VIR LE STUDIO 43",
    "VIR SARL STUDIO 43",
    "VIR SARL LE STUDIO 43 44",
    "VIR SARL LE STUDIO 43 2026",
    "VIR SARL LE STUDIO 43 LOCATION FILM",
  ])("« %s » is asked where both owe the amount, also when people have chosen the one", (label) => {
    for (const confirmations of [0, 4]) {
      const entry = paid(label, [ofStudio, of43], confirmations);
      expect(entry).toMatchObject({ outcome: "ask" });
      expect(reasonsOf(entry)).toMatch(/payeurs possibles : .*Le Studio/);
    }
  });

  test("where one of them alone owes it, it is that one's", () => {
    for (const invoice of [ofStudio, of43])
      expect(paid("VIR LE STUDIO 43", [invoice])).toMatchObject({
        outcome: "automatic",
        invoice_ids: [invoice?.id],
      });
  });

  test("a full number says which, and so does the town", () => {
    expect(paid("VIR LE STUDIO 43 F26000201", [ofStudio, of43])).toMatchObject({
      outcome: "automatic",
      gate: "G1",
      invoice_ids: [ofStudio?.id],
    });
    expect(paid("VIR STUDIO 43 DUNKERQUE", [ofStudio, of43])).toMatchObject({
      outcome: "automatic",
      invoice_ids: [of43?.id],
    });
  });
});
