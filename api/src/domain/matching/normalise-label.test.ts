import { describe, expect, test } from "vitest";
import { normaliseLabel, plainText } from "./normalise-label.ts";

describe("plainText", () => {
  test.each([
    ["Cinéma l’Étoile", "CINEMA L'ETOILE"],
    ["  Virement\u00a0reçu \n ligne 2\t", "VIREMENT RECU LIGNE 2"],
    ["F26–000123", "F26-000123"],
    ["N° 4072", "N 4072"],
    ["Cœur de ville", "COEUR DE VILLE"],
    ["Nº 12", "NO 12"],
  ])("« %s » reads %s", (raw, expected) => expect(plainText(raw)).toBe(expected));
});

describe("the kind of operation", () => {
  test.each([
    ["VIR SEPA RECU /DE SARL BEFFROI CINES", "incoming_transfer"],
    ["VIREMENT TRESORERIE CAHORS", "incoming_transfer"],
    ["VIR INST CINE ROYAL DOLE", "incoming_transfer"],
    ["EVI CINEMA LE REX", "incoming_transfer"],
    ["Payment from SARL Le Rex", "incoming_transfer"],
    ["TRF /EREF/NOTPROVIDED/ORDP//NAME/SARL LE REX", "incoming_transfer"],
    ["TRF DIVERS", "other"],
    ["VIRGINIE DUPONT", "other"],
    ["REMISE CHEQUE N° 1234567", "cheque_deposit"],
    ["REM CHQ 12", "cheque_deposit"],
    ["REMISE DE 3 CHEQUES", "cheque_deposit"],
    ["REMCHQ SARL LE REX", "cheque_deposit"],
    ["REMCHQ 0012345 SARL LE REX", "cheque_deposit"],
    ["REM.CHQ SARL LE REX", "cheque_deposit"],
    ["REM. CHEQUES SARL LE REX", "cheque_deposit"],
    ["REMISECHEQUE SARL LE REX", "cheque_deposit"],
    ["REMISE N° 1234 CHEQUES", "cheque_deposit"],
    ["REMISE N 1234 DE 3 CHEQUES", "cheque_deposit"],
    ["RCHQ SARL LE REX", "cheque_deposit"],
    ["CHQREM 12", "cheque_deposit"],
    ["VERST CHQ SARL LE REX", "cheque_deposit"],
    ["ENC CHQ SARL LE REX", "cheque_deposit"],
    ["ENCAISSEMENT CHEQUE SARL LE REX", "cheque_deposit"],
    ["BORDEREAU DE CHEQUES SARL LE REX", "cheque_deposit"],
    ["CREDIT DIVERS CHQ SARL LE REX", "cheque_deposit"],
    ["CINEMA LE REX CHEQUES-CINE", "other"],
    ["ENC SARL LE REX", "other"],
    ["REMCO SARL LE REX", "other"],
    ["VERSEMENT ESPECES", "cheque_deposit"],
    ["REMISE PRLV SEPA 12 OPERATIONS", "own_direct_debit"],
    ["REMISE CB 281226", "not_receivable"],
    ["PRLV SEPA URSSAF ILE DE FRANCE", "direct_debit"],
    ["CB SNCF INTERNET FACT 140126", "not_receivable"],
    ["FACTURE CARTE DU 140126 SNCF", "not_receivable"],
    ["COTISATION COMPTE PRO DECEMBRE", "not_receivable"],
    ["FRAIS TENUE DE COMPTE", "not_receivable"],
    ["REJET VIR SEPA", "returned_item"],
    ["RETOUR VIR CINE ROYAL", "returned_item"],
    ["IMPAYE PRLV CINEMA LE REX", "returned_item"],
    ["ANNUL VIR", "returned_item"],
    ["VIREMENT SEPA REJETE", "returned_item"],
    ["VIR RETOUR SARL LE REX", "returned_item"],
    ["VIREMENT RETOUR SARL LE REX", "returned_item"],
    ["VIR SEPA RETOUR /DE SARL LE REX", "returned_item"],
    ["VIREMENT INSTANTANE RETOURNE SARL LE REX AURILLAC", "returned_item"],
    ["VIR INST REJETE SARL LE REX", "returned_item"],
    ["VIR. SEPA EMIS RETOUR SARL LE REX", "returned_item"],
    ["VIR RETOUR A SEOUL", "incoming_transfer"],
    ["VIR SEPA RETOUR D’IMAGE", "incoming_transfer"],
  ])("%s is %s", (label, type) => expect(normaliseLabel(label).type).toBe(type));
});

describe("the zones", () => {
  test.each([
    [
      "SEPA tags",
      "VIR SEPA RECU /DE SARL BEFFROI CINES /MOTIF F26000123 S47 /REF BEF-2026-1228",
      [
        ["payer", "SARL BEFFROI CINES"],
        ["remittance", "F26000123 S47"],
        ["bank_reference", "BEF-2026-1228"],
      ],
    ],
    [
      "the SG style, without its NOTPROVIDED",
      "VIR RECU 8527975563S DE: MEGASCOPE MOTIF: F26000124 REF: NOTPROVIDED",
      [
        ["head", "8527975563S"],
        ["payer", "MEGASCOPE"],
        ["remittance", "F26000124"],
      ],
    ],
    ["no marker", "VIR INST CINE ROYAL DOLE LOCATION FILMS", [["free", "CINE ROYAL DOLE LOCATION FILMS"]]],
    [
      "a reason after a bare name",
      "VIR SEPA CINEMA LE REX MOTIF: F26000123",
      [
        ["payer", "CINEMA LE REX"],
        ["remittance", "F26000123"],
      ],
    ],
    [
      "the second lines of CFONB 240",
      "VIR SEPA SARL BEFFROI CINES NPY SARL BEFFROI CINES LCC F26000123 RCN REG180738",
      [
        ["head", "SARL BEFFROI CINES"],
        ["payer", "SARL BEFFROI CINES"],
        ["remittance", "F26000123"],
        ["bank_reference", "REG180738"],
      ],
    ],
    [
      "an MT940 as it comes",
      "TRF /EREF/E2E-5007/ORDP//NAME/SARL BEFFROI CINES/REMI//USTD//F26000123",
      [
        ["bank_reference", "E2E-5007"],
        ["payer", "SARL BEFFROI CINES"],
        ["remittance", "F26000123"],
      ],
    ],
    [
      "a payer after its reason",
      "VIREMENT FAVEUR TIERS VR. SEPA RECU /MOT F26000123 /ORD SARL BEFFROI CINES /REFDO NOTPROVIDED /REFBEN",
      [
        ["head", "VR. SEPA RECU"],
        ["remittance", "F26000123"],
        ["payer", "SARL BEFFROI CINES"],
      ],
    ],
    ["« DE » as a plain word", "VIR MAIRIE DE CAHORS", [["free", "MAIRIE DE CAHORS"]]],
    ["dates and hours", "VIR CINE REX 28/12/2026 14H30", [["free", "CINE REX"]]],
    ["an IBAN", "VIR CINE REX FR76 3000 6000 0112 3456 7890 189", [["free", "CINE REX"]]],
  ])("are cut for %s", (_name, label, zones) => {
    expect(normaliseLabel(label).zones.map((zone) => [zone.kind, zone.text])).toEqual(zones);
  });

  test("a text of one bank line is taken as cut", () => {
    expect(normaliseLabel("VIR SARL BEFFROI CINES F2600012").truncated).toBe(true);
    expect(normaliseLabel("VIR SARL BEFFROI").truncated).toBe(false);
  });
});

test.each([
  ["VIR INTERNE COMPTE A", true],
  ["VIR CNC SOUTIEN SELECTIF", true],
  ["REMBT TVA DGFIP", true],
  ["VIR SEPA DGFIP TRESORERIE CAHORS CINEMA", false],
])("%s is noise: %s", (label, noise) => expect(normaliseLabel(label).noise).toBe(noise));
