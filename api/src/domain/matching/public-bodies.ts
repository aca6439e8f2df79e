import type { Contrary } from "./contrary-words.ts";
import type { NormalisedLabel } from "./normalise-label.ts";
import { isPublic, type PayerIndex, payerOf } from "./payer-index.ts";
import { GENERIC, payerPhrase } from "./payer-words.ts";
import type { PayerReading } from "./payers.ts";

/**
 * Public bodies that are not the commune whose name they have (LET-32), each with the words by which a client is one itself: of « CCAS DE
 * CAHORS » the commune of Cahors is not the payer, a cinema run by a « Communauté de communes » is that of « AGGLO DE CAHORS ».
 */
const BODIES: readonly (readonly [RegExp, string])[] = [
  [
    /\b(?:CENTRES? HOSPITALIERS?|GROUPE(?:MENT)? HOSPITALIER|HOSPITALIERE?S?|HOPITA(?:L|UX)|CHU|CHRU|CH (?=[A-Z]{2}))/,
    "HOPITAL HOPITAUX HOSPITALIER CHU CHRU CH",
  ],
  [/\b(?:EHPAD|MAISON DE RETRAITE|FOYER LOGEMENT|RESIDENCE AUTONOMIE)\b/, "EHPAD RETRAITE RESIDENCE"],
  [/\b(?:LYCEES?|COLLEGES?|CITE SCOLAIRE)\b(?! (?:AU|ET) CINEMA)/, "LYCEE LYCEES COLLEGE COLLEGES SCOLAIRE"],
  [
    /\b(?:CAISSE DES ECOLES|COOP(?:ERATIVE)? SCOLAIRE|GROUPE SCOLAIRE|ECOLE (?:MATERNELLE|PRIMAIRE|ELEMENTAIRE))\b(?! (?:AU|ET) CINEMA)/,
    "ECOLE ECOLES SCOLAIRE",
  ],
  [/\bC\.?[CI]\.?A\.?S\b|\bCENTRE (?:COMMUNAL|INTERCOMMUNAL) D'? ?ACTION SOCIALE\b/, "CCAS CIAS SOCIALE"],
  [/\b(?:UNIVERSITES?|UNIV|CROUS|IUT|INSPE)\b/, "UNIVERSITE UNIVERSITES CROUS IUT"],
  [
    /\b(?:(?:CONSEIL )?DEPARTEMENT(?:AL)?|CONSEIL GENERAL|CD \d\d)\b(?! (?:COMMUNE|VILLE|MAIRIE)\b)/,
    "DEPARTEMENT DEPARTEMENTAL GENERAL",
  ],
  [/\b(?:CONSEIL REGIONAL|REGION)\b(?! (?:COMMUNE|VILLE|MAIRIE)\b)/, "REGION REGIONAL"],
  [
    /\b(?:COMMUNAUTE|COM(?:MU)?(?: DE)? ?COM(?:MU)?|AGGLO(?:MERATION)?|METROPOLE)\b(?! (?:COMMUNE|VILLE|MAIRIE)\b)/,
    "COMMUNAUTE COMMUNES AGGLO AGGLOMERATION METROPOLE INTERCOMMUNAL INTERCOMMUNALE CC COMCOM",
  ],
  [
    /\b(?:SYNDICAT|SIVOM|SIVU|SIVOS|SICTOM|SMICTOM)\b/,
    "SYNDICAT SIVOM SIVU SIVOS INTERCOMMUNAL INTERCOMMUNALE MIXTE",
  ],
  [/\b(?:SDIS|POMPIERS|SERVICE DEPARTEMENTAL D'? ?INCENDIE)\b/, "SDIS POMPIERS"],
  [/\b(?:OFFICE PUBLIC|OPH|OPHLM|OPAC|HLM|HABITAT)\b/, "HABITAT OPH OPHLM OPAC HLM"],
  [/\bOFFICE (?:\w+ )?D[EU] ?(?:LA )?TOURISME\b/, "TOURISME"],
  [/\bREGIE (?:DES|DE L'?|D'?) ?(?:EAUX?|ASSAINISSEMENT|TRANSPORTS?)\b/, "EAU EAUX TRANSPORT TRANSPORTS"],
  [/\b(?:SOUS[ -])?PREFECTURE\b/, "PREFECTURE"],
  [
    /\b(?:CCI|CHAMBRE (?:DE COMMERCE|DES? METIERS?|D'? ?AGRICULTURE|REGIONALE|DEPARTEMENTALE))\b/,
    "CCI CHAMBRE COMMERCE METIERS AGRICULTURE",
  ],
];

/**
 * The public body that a label names instead of this payer, who is only called like its town; undefined where the payer is one of its
 * kind. Behind a company's own name (« SARL LE REX SEANCE COLLEGE »), and in a motive beside the field of the payer, it says what is paid;
 * people who chose this payer for these very words are believed.
 */
export function otherBodyThan(
  index: PayerIndex,
  label: NormalisedLabel,
  reading: PayerReading,
  payerKey: string,
): Contrary | undefined {
  const payer = payerOf(index, payerKey);
  if (payer === undefined || reading.how === "siren") return undefined;
  const text = saidBy(label, reading.isTreasury);
  for (const [pattern, ownWords] of BODIES) {
    const found = pattern.exec(text);
    if (!found || ownWords.split(" ").some((word) => payer.tokens.has(word))) continue;
    const words = found[0].trim();
    if (reading.how === "alias" && payerPhrase(label).includes(words)) continue;
    const before = isPublic(index, payerKey) ? [] : (text.slice(0, found.index).match(/[A-Z0-9]+/g) ?? []);
    const isCalledSo = before.some(
      (word) => payer.tokens.has(word) && !payer.towns.has(word) && !GENERIC.has(word),
    );
    if (!isCalledSo) return { what: words, words };
  }
  return undefined;
}

/** The payer's name where a field has it, else all that is said; a treasury says for whom it pays behind its own name. */
function saidBy({ zones }: NormalisedLabel, isTreasury: boolean): string {
  const said = zones.filter(({ kind }) => kind !== "bank_reference" && kind !== "head");
  const payer = said.filter(({ kind }) => kind === "payer");
  return (isTreasury || payer.length === 0 ? said : payer).map(({ text }) => text).join(" ");
}
