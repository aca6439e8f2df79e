import { describe, expect, test } from "vitest";
import {
  aClient,
  aTransactionToMatch,
  anOpenInvoice,
  CLIENTS,
  decideOne,
  decideOneOf,
  plainBlanks,
  REX,
} from "./matching.testing.ts";

const rex = (number: string, euros: string, more: Parameters<typeof anOpenInvoice>[2] = {}) =>
  anOpenInvoice(number, euros, { payer_key: REX.payer_key, ...more });
const OPEN = [rex("F26000201", "486.20")];
const paid = (text: string, more = {}) =>
  decideOne(OPEN, aTransactionToMatch(`VIR SEPA RECU /DE SARL LE REX /MOTIF ${text}`, "486.20"), more);

describe("what the text says against it (LET-37)", () => {
  test("a known payer with the exact amount is lettered", () => {
    expect(paid("LOCATION FILM")).toMatchObject({ outcome: "automatic", gate: "G3" });
  });

  test.each([
    ["TRANSPORT COPIE", "transport de copie"],
    ["Frais de port copie", "transport de copie"],
    ["ADHESION 2026", "adhésion, cotisation ou inscription"],
    ["DEPOT DE GARANTIE COPIE", "dépôt ou caution"],
    ["CAUTION", "dépôt ou caution"],
    ["AFFICHES 120X160", "affiches, publicité ou commande"],
    ["REMB FRAIS INTERVENANT", "remboursement ou frais"],
    ["AVANCE SUR RECETTES", "avance ou acompte"],
    ["ACOMPTE", "avance ou acompte"],
    ["COPRODUCTION", "droits ou coproduction"],
    ["SUBVENTION FESTIVAL", "subvention, don ou participation"],
    ["LOCATION DE SALLE", "loyer ou location de salle"],
    ["LOYER DECEMBRE", "loyer ou location de salle"],
    ["DON", "subvention, don ou participation"],
    ["INSCRIPTION RENCONTRES", "adhésion, cotisation ou inscription"],
    ["POUR SATURNE FILMS", "distributeur SATURNE FILMS"],
    ["FACTURE FILMS DU NORD MARS", "distributeur FILMS DU NORD"],
    ["FACTURE DES FILMS DU NORD MARS", "distributeur FILMS DU NORD"],
    ["POUR LES FILMS DU NORD", "distributeur FILMS DU NORD"],
    ["FILM PYRAMIDE", "distributeur PYRAMIDE"],
    ["POUR NEPTUNE DISTRIBUTION", "distributeur NEPTUNE"],
    ["A NOUS RETOURNER", "virement à retourner, en double ou annulé"],
    ["ERREUR DE VIREMENT A NOUS RETOURNER", "virement à retourner, en double ou annulé"],
    ["VIREMENT FAIT PAR ERREUR", "virement à retourner, en double ou annulé"],
    ["DOUBLE PAIEMENT", "virement à retourner, en double ou annulé"],
    ["VIR EN DOUBLE", "virement à retourner, en double ou annulé"],
    ["VIREMENT ANNULE", "virement à retourner, en double ou annulé"],
    ["RETOUR VIREMENT", "virement à retourner, en double ou annulé"],
    ["VIREMENT RETOURNE", "virement à retourner, en double ou annulé"],
    ["ANNULATION", "virement à retourner, en double ou annulé"],
    ["REJET", "virement à retourner, en double ou annulé"],
    ["IMPAYE", "virement à retourner, en double ou annulé"],
    ["RESTITUTION", "remboursement ou frais"],
    ["TROP VERSÉ", "remboursement ou frais"],
    ["RISTOURNE", "remboursement ou frais"],
    ["INTERETS", "litige ou intérêts"],
    ["LITIGE", "litige ou intérêts"],
    ["ADH 2026", "adhésion, cotisation ou inscription"],
    ["COT 2026", "adhésion, cotisation ou inscription"],
    ["CAUT", "dépôt ou caution"],
    ["RBST", "remboursement ou frais"],
    ["RBSMT", "remboursement ou frais"],
    ["RMBT", "remboursement ou frais"],
    ["REMBOURST", "remboursement ou frais"],
    ["PAIEMENT EN TROP", "remboursement ou frais"],
    ["EXTOURNE", "virement à retourner, en double ou annulé"],
    ["ANNUL VIR", "virement à retourner, en double ou annulé"],
    ["DOUBLON", "virement à retourner, en double ou annulé"],
    ["INT RETARD", "litige ou intérêts"],
    ["INT DE RETARD", "litige ou intérêts"],
    ["ACPTE", "avance ou acompte"],
    ["ACPT FILM", "avance ou acompte"],
    ["AVCE", "avance ou acompte"],
    ["DROITS AUTEUR", "droits ou coproduction"],
    ["DROITS D AUTEUR", "droits ou coproduction"],
    ["SUBVENT", "subvention, don ou participation"],
    ["MINIMUM GARANTI FILM A VENIR", "avance ou acompte"],
    ["MG FILM A VENIR 12/2026", "avance ou acompte"],
    ["PREACHAT", "droits ou coproduction"],
    ["COFINANCEMENT", "droits ou coproduction"],
    ["CHARGES LOCATIVES", "loyer ou location de salle"],
    ["HOTEL INVITE", "intervention ou déplacement"],
    ["RACHAT MATERIEL", "affiches, publicité ou commande"],
    ["VENTE PROJECTEUR", "affiches, publicité ou commande"],
    ["CONFISERIE NOVEMBRE", "affiches, publicité ou commande"],
    ["REPRISE STOCK", "affiches, publicité ou commande"],
    ["CESSION FAUTEUILS", "affiches, publicité ou commande"],
    ["PRET", "prêt"],
    ["TSA SEPTEMBRE", "taxe ou impôt"],
    ["TAXE", "taxe ou impôt"],
    ["LOCATION MATERIEL", "loyer ou location de salle"],
    ["CHEQUES CINE", "billetterie"],
    ["PASS CULTURE", "billetterie"],
    ["CLE", "clés ou frais techniques"],
    ["DISQUE DUR", "clés ou frais techniques"],
    ["LICENCE", "clés ou frais techniques"],
    ["SERVEUR", "clés ou frais techniques"],
    ["PARTENARIAT FESTIVAL", "subvention, don ou participation"],
    ["TELETHON", "subvention, don ou participation"],
    ["HONORAIRES", "honoraires, apport ou dividendes"],
    ["APPORT COMPTE COURANT", "honoraires, apport ou dividendes"],
    ["DIVIDENDES", "honoraires, apport ou dividendes"],
    ["DEVIS", "devis ou facture proforma"],
    ["PRO FORMA 12", "devis ou facture proforma"],
    ["SND", "distributeur SND"],
    ["SONY S40", "distributeur SONY"],
    ["ARP", "distributeur ARP"],
    ["UNIVERSAL S40", "distributeur UNIVERSAL"],
    ["UGC FILM", "distributeur UGC FILM"],
  ])("« %s » is asked, and the reasons say « %s »", (text, what) => {
    const entry = paid(text);
    expect(entry.outcome).toBe("ask");
    expect(plainBlanks(entry.explanation)).toContain(`le libellé parle d’autre chose : ${what}`);
    expect(entry.candidates[0]?.invoice_ids).toEqual(["id-F26000201"]);
  });

  test.each([
    ["GRANDE COMETE FILMS 90447", "distributeur GRANDE COMETE FILMS"],
    ["GRANDE COMETE FILMS REF 90447", "distributeur GRANDE COMETE FILMS"],
    ["FILMS DU RIVAGE REF 03278", "distributeur FILMS DU RIVAGE"],
    ["FILMS DU RIVAGE 77105", "distributeur FILMS DU RIVAGE"],
  ])("« %s »: a distributor's name before a number that no open invoice has", (text, what) => {
    const entry = paid(text);
    expect(entry.outcome).toBe("ask");
    expect(plainBlanks(entry.explanation)).toContain(`le libellé parle d’autre chose : ${what}`);
  });

  test.each(["VIREMENT RECU FACTURE N XFA -856-4177", "VIREMENT RECU FACTURE N GO- 967-6588"])(
    "« %s »: another distributor's number that the end of a line cuts beside its sign (LET-38)",
    (label) => {
      const line = aTransactionToMatch(label, "486.20", { evidence: { party_name: "SARL LE REX" } });
      expect(decideOne(OPEN, line).outcome).toBe("ask");
    },
  );

  test.each(["LOCATION FILMS 2026", "REGLEMENT FILMS 12345", "VOS FILMS 12345", "FILMS DU MOIS 12345"])(
    "« %s » names no distributor",
    (text) => {
      expect(paid(text).explanation.join()).not.toContain("parle d’autre chose");
    },
  );

  test.each([
    // Lines of 32 characters: the second one ends in FIL|MS, the first in DI|STRIBUTION.
    ["VIR RECU SARL LE REX SALLES NUMERO DEUX FACTURE GRANDE COMETE FIL MS AVRIL", "GRANDE COMETE FILMS"],
    ["VIR SARL LE REX POUR HORS CHA DI STRIBUTION AVRIL", "CHA"],
  ])("« %s »: a name that the end of a bank's line cuts", (label, name) => {
    const entry = decideOne(OPEN, aTransactionToMatch(label, "486.20"));
    expect(entry.outcome).toBe("ask");
    expect(plainBlanks(entry.explanation).join()).toContain(`distributeur ${name}`);
  });

  test.each([
    // In each a blank stands where a line may end: LOCATION|DE, MOIS|DE, LA|SEMAINE, DE|NOS, MAI|REX, DE|VIREMENT, DE|VILLE.
    "VIR SEPA RECU SARL BEFFROI CINES VOTRE FACTURE LOCATION DE FILM",
    "VIR SEPA RECU N12 SARL BEFFROI CINES LOCATION DE FILMS DU MOIS DE NOVEMBRE",
    "VIREMENT SEPA RECU DE SARL BEFFROI CINES LOCATION DE FILMS DE LA SEMAINE 47",
    "VIR SARL BEFFROI CINES REGLEMENT DE NOS FILMS 12345",
    "VIREMENT SEPA RECU DE SARL BEFFROI CINES LOCATION DE FILMS DE MAI REX",
    "VIR SARL BEFFROI CINES FRAIS DE VIREMENT",
    "VIR SARL BEFFROI CINES HOTEL DE VILLE",
  ])("« %s »: ordinary words stay what they are, wherever the bank's line may end", (label) => {
    const entry = decideOne([anOpenInvoice("F26000123", "486.20")], aTransactionToMatch(label, "486.20"));
    expect(plainBlanks(entry.explanation).join()).not.toContain("parle d’autre chose");
  });

  test("such a sentence letters the only invoice of its amount", () => {
    const label = "VIR SEPA RECU SARL BEFFROI CINES VOTRE FACTURE LOCATION DE FILM";
    const entry = decideOne([anOpenInvoice("F26000123", "486.20")], aTransactionToMatch(label, "486.20"));
    expect(entry).toMatchObject({ outcome: "automatic", gate: "G3" });
  });

  test.each(["/REM I/", "/ REMI/", "/REMI/"])(
    "« %s »: a marker that the end of a bank's line cuts is one, and behind it the payer speaks",
    (marker) => {
      const entry = decideOne(
        OPEN,
        aTransactionToMatch(`/EREF/NOTPROVIDED/ORDP//NAME/SARL LE REX${marker}PARTICIPATION`, "486.20", {
          evidence: { party_name: "SARL LE REX", payment_type: "NTRF" },
        }),
      );
      expect(entry.outcome).toBe("ask");
      expect(plainBlanks(entry.explanation).join()).toContain("participation");
    },
  );

  test("the beginning of such a word at the end of a label that the bank cut speaks too", () => {
    const entry = decideOne(OPEN, aTransactionToMatch("VIR SARL LE REX PARTICIPATIO", "486.20"));
    expect(entry.outcome).toBe("ask");
    expect(plainBlanks(entry.explanation)).toContain("le libellé parle d’autre chose : participation");
  });

  test.each([
    "FRAIS BANCAIRES PARTAGES",
    "SANS FRAIS",
    "LOCATION FILM SALLE 2",
    "MINIMUM GARANTI",
    "FILM PATHE",
    "LOCATION SONNY",
    "HOTEL DE VILLE",
    "L AVENIR",
    "CLE RIB",
    "EN PAIEMENT DE VOS FILMS",
    "POUR VOS FILMS",
    "POUR LE FILM",
    "POUR VOS FILMS DU MOIS",
    "LOCATION DE VOS FILMS DU TRIMESTRE",
    "LOCATION DE VOS FILMS DE PATRIMOINE",
    "FILMS DE NOEL",
    "FACTURE DE LOCATION DE FILM",
    "FACTURE POUR LOCATION DES FILMS",
    "HORS TAXES",
    "CESSION DE CREANCE",
  ])("« %s » says nothing else", (text) => {
    expect(paid(text).outcome).toBe("automatic");
  });

  test("the end of a number does not outweigh it, a full number with the exact amount does", () => {
    expect(paid("FACT 201 TRANSPORT COPIE").outcome).toBe("ask");
    expect(paid("F26000201 TRANSPORT INCLUS").outcome).toBe("automatic");
  });

  test("the distributor’s own name is no other distributor’s", () => {
    expect(paid("LOCATION NEPTUNE DISTRIBUTION", { own_names: ["Neptune Distribution SARL"] }).outcome).toBe(
      "automatic",
    );
  });

  test("another’s is, also where both are called « Films »", () => {
    expect(paid("APOLLO FILMS", { own_names: ["Lumen Films"] }).outcome).toBe("ask");
    expect(paid("UGC FILM", { own_names: ["Lumen Film"] }).outcome).toBe("ask");
    expect(paid("UNIVERSAL", { own_names: ["Universal Pictures France"] }).outcome).toBe("automatic");
  });

  test.each([
    ["SARL Cinéma La Clé", "La Clé", "VIR SEPA SARL CINEMA LA CLE"],
    ["SARL Universal Cinéma", "L’Universal", "VIR SEPA SARL UNIVERSAL CINEMA LOCATION"],
    ["UGC Ciné Cité SAS", "UGC Ciné Cité", "VIR UGC CINE CITE SAS UGC FILMS"],
    ["Hôtel des Arts SARL", "Hôtel des Arts", "VIR SEPA HOTEL DES ARTS SARL"],
  ])("the cinema « %s » is called so", (legal, name, label) => {
    const client = aClient("000300042", legal, name, "Gap");
    const open = [rex("F26000701", "486.20", { payer_key: client.payer_key })];
    expect(decideOneOf([...CLIENTS, client], open, aTransactionToMatch(label, "486.20"))).toMatchObject({
      outcome: "automatic",
      gate: "G3",
    });
  });

  test("the title of a film of the invoice has them", () => {
    const open = [rex("F26000201", "486.20", { film_titles: ["La Clé du bonheur"] })];
    const line = aTransactionToMatch("VIR SEPA RECU /DE SARL LE REX /MOTIF LA CLE DU BONHEUR", "486.20");
    expect(decideOne(open, line).outcome).toBe("automatic");
    expect(decideOne(OPEN, line).outcome).toBe("ask");
    const behindEnd = aTransactionToMatch("VIR SARL LE REX FACT 201 LA CLE DU BONHEUR", "486.20");
    expect(decideOne(open, behindEnd)).toMatchObject({ outcome: "automatic", gate: "G4" });
    expect(decideOne(OPEN, behindEnd).outcome).toBe("ask");
    const digits = aTransactionToMatch("VIR SARL LE REX 26000201 LA CLE DU BONHEUR", "486.20");
    expect(decideOne(open, digits)).toMatchObject({ outcome: "automatic", gate: "G1" });
    expect(decideOne(OPEN, digits).outcome).toBe("ask");
  });

  test("a transfer that begins with « RETOUR » came back, unless a film or a payer is called so", () => {
    const of = (label: string, films: readonly string[] = []) =>
      decideOne([rex("F26000201", "486.20", { film_titles: films })], aTransactionToMatch(label, "486.20"));
    expect(of("VIR RETOUR SARL LE REX AURILLAC")).toMatchObject({
      outcome: "ask",
      reason_code: "returned_payment",
    });
    const film = "VIR RETOUR A SEOUL SARL LE REX AURILLAC";
    expect(of(film).outcome).toBe("ask");
    expect(of(film, ["Retour à Séoul"])).toMatchObject({ outcome: "automatic", gate: "G3" });
    const image = aClient("000300043", "Association Retour d’Image", "Retour d’Image", "Gap");
    const open = [rex("F26000701", "486.20", { payer_key: image.payer_key })];
    const line = aTransactionToMatch("VIR SEPA RETOUR D'IMAGE GAP LOCATION", "486.20");
    expect(decideOneOf([...CLIENTS, image], open, line)).toMatchObject({ outcome: "automatic", gate: "G3" });
  });

  test("a distributor adds its own words", () => {
    const entry = paid("MALLETTE PEDAGOGIQUE", { contrary_words: ["Mallette pédagogique"] });
    expect(entry.outcome).toBe("ask");
    expect(plainBlanks(entry.explanation)).toContain("le libellé parle d’autre chose : Mallette pédagogique");
  });

  test("a payer whose name has such a word may say another of them", () => {
    const minois = aClient("000300041", "Association Frais Minois", "Cinéma Le Foyer", "Gap");
    const invoices = [anOpenInvoice("F26000701", "486.20", { payer_key: minois.payer_key })];
    const said = (text: string) =>
      decideOneOf(
        [...CLIENTS, minois],
        invoices,
        aTransactionToMatch(`VIR SEPA ASSOCIATION FRAIS MINOIS ${text}`, "486.20"),
      );
    expect(said("LOCATION").outcome).toBe("automatic");
    expect(said("REMB NOTE DE FRAIS").outcome).toBe("ask");
  });

  test("a payer whose name has such a word is called so", () => {
    const affiches = aClient("000300021", "Association Les Affiches", "Les Affiches", "Brest");
    const open = [rex("F26000301", "431.17", { payer_key: affiches.payer_key })];
    expect(
      decideOneOf([...CLIENTS, affiches], open, aTransactionToMatch("VIR SEPA LES AFFICHES BREST", "431.17")),
    ).toMatchObject({ outcome: "automatic", gate: "G3" });
  });
});

describe("numbers in another distributor’s shape (LET-38)", () => {
  test.each([
    "/EREF/1031534090/ORDP//NAME/SARL LE REX/REMI/RGLT HC4650 45349",
    "/EREF/1031534090/ORDP//NAME/SARL LE REX/REMI/REF GO585267042",
    "VIR RECU SARL LE REX V/FACT PDI849577485",
  ])("« %s »: behind a bar too, which closes the bank's own marker", (label) => {
    const entry = decideOne(
      OPEN,
      aTransactionToMatch(label, "486.20", { evidence: { payment_type: "NTRF" } }),
    );
    expect(entry.outcome).toBe("ask");
  });

  test.each([
    "FACT PYR-2026-0457",
    "FACTURE 2026-PYR-0457",
    "FACT. N° AB/26/0457",
    "LOCATION FV2026-0457",
    "FACT D0457",
    "FC2600457",
    "FACTURE 26-98",
    "FACT N° 12-98",
  ])("« %s » names an invoice that is not ours", (text) => {
    const entry = paid(text);
    expect(entry.outcome).toBe("ask");
    expect(plainBlanks(entry.explanation).join()).toContain("aucune facture ouverte ne le porte");
  });

  test.each([
    "VIR RECU 2251047559S DE: SARL LE REX MOTIF: REF XY-398-7521 REF: NOTPROVIDED",
    "VIR SEPA RECU /DE SARL LE REX /MOTIF REF XYZ-213-6394 /REF E2E11201503",
    "VIR SEPA SARL LE REX REF XY207125311",
    "VIR SEPA RECU /DE SARL LE REX /MOTIF RGLT XYZ-038-0198 /REF NOTPROVIDED",
  ])("« %s » does so too: people write « REF », banks « /REF » or « REF: »", (label) => {
    const entry = decideOne(OPEN, aTransactionToMatch(label, "486.20"));
    expect(entry.outcome).toBe("ask");
    expect(plainBlanks(entry.explanation).join()).toContain("aucune facture ouverte ne le porte");
  });

  test("a payment's own number behind « REF » names none", () => {
    expect(decideOne(OPEN, aTransactionToMatch("VIR SARL LE REX REF VIR207125311", "486.20")).outcome).toBe(
      "automatic",
    );
  });

  test.each([
    "FACT MAI 2026",
    "FACTURE MAI2026",
    "FACT NOV-26",
    "FACT S47-2026",
    "FACTURE 12-10-2026",
    "FACTURE 2026/11",
    "FACT 11-26",
    "FACT DU 25/11/2026",
    "REGLEMENT 2026-11",
    "FACT 2025-2026",
    "FACTURE 2026/2027",
  ])("« %s » names none", (text) => {
    expect(paid(text).outcome).toBe("automatic");
  });

  test.each(["FACTURE 12-10-2026", "FACTURE 2026/11", "FACT DU 25/11/2026"])(
    "« %s » is no number with the rest of its word, wherever the bank's line may end",
    (text) => {
      const label = `VIR SEPA DE SARL LE REX ${text}`;
      expect(decideOne(OPEN, aTransactionToMatch(label, "486.20")).outcome).toBe("automatic");
    },
  );

  test("the number in what is written behind its word is F26000201, with the letter that both have", () => {
    const entry = paid("FACT26-000201");
    expect(entry).toMatchObject({ outcome: "automatic", gate: "G1" });
    expect(plainBlanks(paid("FACTURE26-000208").explanation).join()).toContain("n° F26-000208 cité");
  });

  test("a long row of digits that ends in a letter is read within the time of a test", () => {
    expect(paid(`FACT A${"1".repeat(80)}X`).outcome).toBe("ask");
  });
});

describe("names of one family with other legal forms are two companies (LET-39)", () => {
  const sarl = aClient("000300031", "Bourgeois Fils SARL", "Le Lido", "Sens");
  const sas = aClient("000300032", "Bourgeois et Fils SAS", "Le Vauban", "Saint-Malo");
  const open = [rex("F26000401", "431.17", { payer_key: sas.payer_key })];

  test("what the one owes is not lettered for the other", () => {
    const clients = [...CLIENTS, sarl, sas];
    expect(
      decideOneOf(clients, open, aTransactionToMatch("VIR SEPA BOURGEOIS FILS SARL", "431.17")).outcome,
    ).toBe("ask");
    expect(
      decideOneOf(clients, open, aTransactionToMatch("VIR SEPA BOURGEOIS ET FILS SAS", "431.17")),
    ).toMatchObject({ outcome: "automatic", invoice_ids: ["id-F26000401"] });
  });

  test("not either when only one of them is a client; the reasons say why", () => {
    const entry = decideOneOf(
      [...CLIENTS, sas],
      open,
      aTransactionToMatch("VIR SEPA BOURGEOIS FILS SARL", "431.17"),
    );
    expect(entry.outcome).toBe("ask");
    expect(plainBlanks(entry.explanation)).toContain("forme juridique différente dans le libellé : SARL");
  });

  test("a number of a third client is not lettered for either of them, also in full with its amount", () => {
    const third = aClient("000300033", "Noyer Cinémas SARL", "Le Trèfle", "Dole");
    const clients = [...CLIENTS, sarl, sas, third];
    const numbered = [rex("F26000402", "431.17", { payer_key: third.payer_key })];
    const ofBoth = decideOneOf(
      clients,
      numbered,
      aTransactionToMatch("VIR SEPA BOURGEOIS FILS FACT F26000402", "431.17"),
    );
    expect(ofBoth.outcome).toBe("ask");
    const ofNobody = decideOneOf(clients, numbered, aTransactionToMatch("VIR SEPA FACT F26000402", "431.17"));
    expect(ofNobody).toMatchObject({ outcome: "automatic", gate: "G1" });
  });

  test("until people have chosen it twice", () => {
    expect(
      decideOne(OPEN, aTransactionToMatch("VIR SEPA REX SAS", "486.20"), {}, [
        { phrase: "REX SAS", payer_key: REX.payer_key, confirmations: 2 },
      ]),
    ).toMatchObject({ outcome: "automatic", gate: "G3" });
  });
});
