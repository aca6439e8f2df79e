import { describe, expect, test } from "vitest";
import { normaliseLabel } from "./normalise-label.ts";
import { buildPayerIndex } from "./payer-index.ts";
import { payerPhrase } from "./payer-words.ts";
import { readPayer } from "./payers.ts";
import {
  aClient,
  BEFFROI,
  CAHORS,
  CLIENTS,
  DOLE,
  MAJESTIC,
  MEGASCOPE,
  REX,
  STUDIO,
} from "./matching.testing.ts";
import { readWeeks } from "./weeks.ts";

function read(label: string, clients = CLIENTS, aliases: Parameters<typeof buildPayerIndex>[1] = []) {
  const normalised = normaliseLabel(label);
  const found = readPayer(buildPayerIndex(clients, aliases), normalised, readWeeks(normalised, 2026).zones);
  return [found.how, found.matches[0]?.payer_key];
}

describe("a payer is identified", () => {
  test.each([
    ["by its legal name", "VIR SEPA RECU /DE SARL BEFFROI CINES /MOTIF F26000123 S47", "name", BEFFROI],
    ["by its trade name", "VIR CINEMA LE BEFFROI S47", "name", BEFFROI],
    ["by its short code", "VIR BEFDOU S47", "name", BEFFROI],
    ["by its circuit, one legal payer", "VIR RECU DE: MEGASCOPE MOTIF: F26000124", "name", MEGASCOPE],
    ["by name and town", "VIR INST CINE ROYAL DOLE LOCATION FILMS S46 S47", "name", DOLE],
    ["by a treasury's town", "VIREMENT TRESORERIE CAHORS CINEMA MUNICIPAL MDT 4512 BORD 87", "name", CAHORS],
    ["by its SIREN", "VIR SEPA DUPONT JEAN 000200295 S47", "siren", REX],
    ["by its SIRET, with blanks", "VIR SEPA DUPONT JEAN 000 200 295 00017", "siren", REX],
    [
      "by a name behind a film's title that has a number, and a dash",
      "26-1144 CHAMBRE 12 - ASSOCIATION LE STUDIO MELIES 670283",
      "name",
      STUDIO,
    ],
    ["by a name cut by the bank", "VIR SEPA MEGASCOPE EXPLOITA", "name", MEGASCOPE],
  ])("%s", (_name, label, how, client) => expect(read(label)).toEqual([how, client.payer_key]));
});

describe("a payer is not identified", () => {
  test.each([
    ["by another company that shares a word", "VIR REX ROTARY SERVICES"],
    ["by the cinema of the same name in another town", "VIR CINEMA LE REX BRIOUDE"],
    ["by words that any cinema has", "VIR SARL CINEMA LE ESPACE FILMS"],
    ["by a town alone when it is one word of many", "VIR GARAGE DE LA GARE ANNECY"],
  ])("%s", (_name, label) => expect(["unknown", "likely"]).toContain(read(label)[0]));

  test("when two legal payers have the same name", () => {
    const twins = [...CLIENTS, aClient("000200999", "SARL Le Rex", "Cinéma Le Rex", "Rodez")];
    expect(read("VIR SARL LE REX", twins)[0]).toBe("ambiguous");
    expect(read("VIR CINEMA LE REX AURILLAC", twins)).toEqual(["name", REX.payer_key]);
  });

  test("two cinemas of one legal payer are one payer", () => {
    expect(read("VIR MEGASCOPE NANTES ESTUAIRE")).toEqual(["name", MEGASCOPE.payer_key]);
  });
});

describe("a number may be of a client's name (LET-7)", () => {
  const studio = aClient("000200403", "SARL Studio 43", "Studio 43", "Dunkerque");
  const rural = aClient("000200405", "Association Ciné Rural 60", "Ciné Rural 60", "Beauvais");
  const coups = aClient("000200404", "SCIC Les 400 Coups", "Les 400 Coups", "Angers");
  const espace = aClient("000200406", "SARL Espace 1789", "Espace 1789", "Saint-Ouen");
  const clients = [...CLIENTS, studio, rural, coups, espace];

  test.each([
    ["VIR SARL STUDIO 43 S47", studio],
    ["VIR SEPA RECU /DE STUDIO 43 /MOTIF LOCATION", studio],
    ["VIR ASSOCIATION CINE RURAL 60 LOCATION S46", rural],
    ["VIR SCIC LES 400 COUPS", coups],
    ["VIR LES 400 COUPS ANGERS", coups],
    ["VIR 400 COUPS ANGERS", coups],
    ["VIR SARL ESPACE 1789", espace],
  ])("« %s » is its whole name", (label, client) => {
    expect(read(label, clients)).toEqual(["name", client.payer_key]);
  });

  test.each(["VIR LES 400 ANS", "VIR SARL DUPONT 43 DUNKERQUE", "VIR STUDIO 66 PERPIGNAN"])(
    "« %s » names nobody: beside other words it is another number",
    (label) => expect(read(label, clients)[0]).toBe("unknown"),
  );

  test.each([
    "VIR ASSOCIATION LOI 1901 LE PALACE",
    "VIR ASSO LOI 1901 LES TOILES S47",
    "VIR FOOTBALL CLUB ASSOCIATION LOI 1901",
    "VIR ASSOCIATION LOI 1901 CLUB DE JUDO",
    "VIR ASSOCIATION 1901 LE PALACE",
    "VIR ASSOCIATION LOI DU 1ER JUILLET 1901 LE PALACE",
  ])("the year of a law is no name: « %s » is any association", (label) => {
    for (const name of [
      "Association loi 1901 Ciné Sel",
      "Association loi du 1er juillet 1901 Ciné Sel",
      "Association 1901 Ciné Sel",
      "Cinémas du Sel (association loi 1901)",
    ]) {
      const association = aClient("000200409", name, "Ciné Sel", "Salins");
      expect(["unknown", "likely"]).toContain(read(label, [...CLIENTS, association])[0]);
    }
  });

  test("a town's number is no name", () => {
    const paris = aClient("000200407", "SARL Zénith", "Le Zénith", "Paris 13");
    expect(read("VIR GARAGE PARIS 13", [...clients, paris])[0]).toBe("unknown");
  });
});

describe("behind the number of a treasury's office stands its town (LET-32)", () => {
  const palace = aClient("000200410", "SARL Le Palace", "Le Palace", "Foix");
  const foix = aClient("000200411", "Commune de Foix", "L'Estive", "Foix");

  test.each([
    "VIR SGC MDT 5512 PALACE",
    "VIR TRESORERIE 5512 PALACE",
    "VIR SGC TITRE 812 PALACE",
    "VIR SGC MDT 5512 FOIX",
    "VIR SGC 009012 FOIX PALACE",
    "VIR SGC 009012 FOIX TITRE PALACE",
  ])("« %s » names nobody: it is what is paid", (label) => {
    expect(read(label, [...CLIENTS, palace, foix])).toEqual(["unknown", undefined]);
  });

  test.each([
    "VIR SGC 009012 FOIX",
    "VIR SGC 009012 FOIX MDT 5512 PALACE",
    "VIR TRESORERIE 009012 FOIX FOURNISSEUR",
  ])("« %s » is read as « VIR SGC FOIX »", (label) => {
    const clients = [...CLIENTS, palace, foix];
    expect(read(label, clients)).toEqual(read("VIR SGC FOIX", clients));
    expect(read(label, clients)[1]).toBe(foix.payer_key);
  });
});

describe("memory of people's choices", () => {
  const label = "VIR SEPA M DUPONT GESTION SALLES S47";
  const phrase = payerPhrase(normaliseLabel(label));

  test("the phrase is the payer's words, without operation and the numbers behind", () => {
    expect(phrase).toBe("DUPONT GESTION SALLES");
    expect(payerPhrase(normaliseLabel("VIR SEPA M DUPONT GESTION SALLES S48 F26000123"))).toBe(phrase);
  });

  test.each([
    [1, "likely"],
    [2, "alias"],
  ])("%i confirmation(s) of a phrase: %s", (confirmations, how) => {
    expect(read(label, CLIENTS, [{ phrase, payer_key: REX.payer_key, confirmations }])[0]).toBe(how);
  });

  test.each([
    ["VIR SEPA SGC 046012 CAHORS", "SGC 046012 CAHORS"],
    ["VIR DDFIP 46 LOT CINEMA MDT 812", "DDFIP 46 LOT CINEMA"],
    ["VIR CINE 32 AUCH LOCATION S47", "CINE 32 AUCH"],
    ["VIR ASSOCIATION LOI 1901 LES TOILES S47", "ASSOCIATION LOI 1901 LES TOILES"],
    ["VIR FOYER RURAL 32 LOCATION", "FOYER RURAL 32"],
    ["VIR FOYER RURAL 70000 VESOUL", "FOYER RURAL 70000 VESOUL"],
    ["VIR SEPA RECU /DE CINE 70 /MOTIF 812", "CINE 70"],
    ["VIR DUPONT GESTION TITRE 812", "DUPONT GESTION TITRE"],
    ["VIR DUPONT GESTION SARL 137", "DUPONT GESTION SARL"],
    ["VIR DUPONT GESTION 4512 FACTURE", "DUPONT GESTION"],
    ["VIR DUPONT 66 PERPIGNAN", "DUPONT 66 PERPIGNAN"],
    ["VIR DUPONT GESTION 2 FILMS", "DUPONT GESTION FILMS"],
    ["VIR DUPONT GESTION 3 COPIES", "DUPONT GESTION COPIES"],
    ["VIR 4512 DUPONT GESTION", "DUPONT GESTION"],
    ["VIR SEPA RECU /DE STUDIO 43 /MOTIF 812", "STUDIO 43"],
  ])("of « %s » it is « %s »: a number inside the name tells one payer from another", (said, remembered) => {
    expect(payerPhrase(normaliseLabel(said))).toBe(remembered);
  });

  test.each([
    ["11 2026", "12 2026"],
    ["47 48", "49 50"],
    ["26 11", "26 12"],
    ["137", "152"],
    ["1 250,00", "2 310,40"],
    ["486,20", "1 486,20"],
    ["12 NOVEMBRE", "03 DEC"],
    ["47 F26000123", "48 FACT 26000124"],
    ["47 DU 12/11/2026", "48 DU 19/11/2026"],
    ["47 ENTREES", "152 ENTREES"],
  ])(
    "a number behind a name that tells who it is changes with each payment: « %s » and « %s » are choices that agree",
    (one, other) => {
      const phrases = [one, other].map((behind) =>
        payerPhrase(normaliseLabel(`VIR SEPA SAS DUPONT GESTION ${behind}`)),
      );
      expect(phrases).toEqual(["SAS DUPONT GESTION", "SAS DUPONT GESTION"]);
      const aliases = [{ phrase: "SAS DUPONT GESTION", payer_key: REX.payer_key, confirmations: 2 }];
      expect(read(`VIR SEPA SAS DUPONT GESTION ${other}`, CLIENTS, aliases)).toEqual([
        "alias",
        REX.payer_key,
      ]);
    },
  );

  test("of two clients called so with a number, people's choices know which", () => {
    const studio = aClient("000200412", "SARL Studio 43", "Studio 43", "Dunkerque");
    const other = aClient("000200413", "SARL Studio 43", "Studio 43", "Lens");
    const aliases = [{ phrase: "SARL STUDIO", payer_key: studio.payer_key, confirmations: 2 }];
    expect(read("VIR SARL STUDIO 43 S47", [...CLIENTS, studio, other], aliases)).toEqual([
      "alias",
      studio.payer_key,
    ]);
  });

  test.each([
    ["SGC", "VIR SGC S47"],
    ["DDFIP", "VIR DDFIP MDT 33"],
    ["CINE", "VIR CINE S47"],
    ["ASSOCIATION LOI", "VIR ASSOCIATION LOI 1901"],
    ["SARL CINEMA", "VIR SARL CINEMA"],
    ["DIRECTION GENERALE DES FINANCES PUBLIQUES", "VIR DIRECTION GENERALE DES FINANCES PUBLIQUES"],
    ["DUPONT", "VIR DUPONT 66 PERPIGNAN"],
    ["FOYER RURAL", "VIR FOYER RURAL 70 VESOUL"],
    ["CINE", "VIR CINE 2000 FOIX"],
  ])(
    "« %s », however often it was confirmed, is nobody's name in « %s » and suggests alone",
    (known, said) => {
      const aliases = [{ phrase: known, payer_key: MAJESTIC.payer_key, confirmations: 9 }];
      expect(read(said, CLIENTS, aliases)).toEqual(["unknown", MAJESTIC.payer_key]);
    },
  );

  test("a number that is of the payer's own name tells who it is", () => {
    const cine = aClient("000200401", "Association Ciné 32", "Ciné 32", "Auch");
    const other = aClient("000200402", "Association Ciné 32", "Ciné 32", "Lombez");
    const aliases = [{ phrase: "CINE 32", payer_key: cine.payer_key, confirmations: 2 }];
    expect(read("VIR CINE 32 S47", [...CLIENTS, cine, other], aliases)).toEqual(["alias", cine.payer_key]);
  });

  test("who was chosen for a part of a client's name is not that client", () => {
    const melies = aClient("000200408", "SARL Méliès 2000", "Méliès 2000", "Foix");
    const aliases = [{ phrase: "MELIES", payer_key: REX.payer_key, confirmations: 2 }];
    expect(read("VIR MELIES 2000 FOIX", [...CLIENTS, melies], aliases)).toEqual(["name", melies.payer_key]);
  });

  test("a phrase confirmed for two payers chooses nobody", () => {
    const aliases = [REX, DOLE].map((client) => ({ phrase, payer_key: client.payer_key, confirmations: 3 }));
    expect(read(label, CLIENTS, aliases)[0]).toBe("ambiguous");
  });

  test("one mistake does not undo what was confirmed many times", () => {
    const remembered = (wrong: number) =>
      read(label, CLIENTS, [
        { phrase, payer_key: REX.payer_key, confirmations: 8 },
        { phrase, payer_key: DOLE.payer_key, confirmations: wrong },
      ])[0];
    expect([remembered(1), remembered(3)]).toEqual(["alias", "ambiguous"]);
  });

  test("a label cut before its payer teaches nothing", () => {
    expect(payerPhrase(normaliseLabel("VIREMENT FAVEUR TIERS VR. SEPA RECU"))).toBe("");
  });

  test("a deposit of cheques teaches nothing: its words are the bank's", () => {
    expect(payerPhrase(normaliseLabel("VRST CHQ 7453091"))).toBe("");
    expect(payerPhrase(normaliseLabel("REMISE CHEQUE N° 1234567"))).toBe("");
  });
});
