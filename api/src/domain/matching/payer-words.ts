import type { NormalisedLabel, Zone } from "./normalise-label.ts";
import { plainText } from "./normalise-label.ts";

/** Said of any cinema: a quarter of their weight. */
export const GENERIC: ReadonlySet<string> = new Set(
  "CINEMA CINEMAS CINE CINES CINOCHE LE LA LES DE DU DES D L ET AU AUX EN SARL SAS SASU SA EURL SCI SNC SCIC SEM SPL GIE ASSOCIATION ASSO ASS COMMUNE MAIRIE VILLE REGIE MUNICIPAL MUNICIPALE TRESORERIE TRESOR PUBLIC SGC DGFIP SPECTACLE SPECTACLES EXPLOITATION EXPLOITATIONS SOCIETE STE GROUPE HOLDING CULTUREL CULTURELLE CULTURE CENTRE ESPACE THEATRE SALLE SALLES FILM FILMS COMMUNAUTE AGGLOMERATION".split(
    " ",
  ),
);
/** Words of the operation or of the remittance: no weight at all. */
export const EMPTY: ReadonlySet<string> = new Set(
  "REG RELEVE DOSSIER PIECE BAP OV CLT CLI CDE BC OP FOURNISSEUR FOURNISSEURS PAIEMENTS LOCATIONS REDEVANCES VOS VOTRE VIR VR VIREMENT VIREMENTS SEPA INST INSTANTANE RECU RECUE EUR EUROS MOTIF REF REFERENCE FACT FAC FACTURE FACTURES FA REGLT RGLT REGLEMENT REGLEMENTS PAIEMENT PMT SOLDE ACOMPTE LOCATION LOCATIONS LOC REDEVANCE SEMAINE SEMAINES JANVIER FEVRIER MARS AVRIL MAI JUIN JUILLET AOUT SEPTEMBRE OCTOBRE NOVEMBRE DECEMBRE NO NR NUM MDT MANDAT BORD BORDEREAU NET M MR MME".split(
    " ",
  ),
);

/** The distinct words of a name that say something. */
export const tokensOf = (name: string): string[] => [
  ...new Set(
    (plainText(name).match(/[A-Z0-9]+/g) ?? []).filter((token) => token.length > 1 && !EMPTY.has(token)),
  ),
];

/** Offices that pay for communes, and banks' ways to shorten them (LET-32). */
export const TREASURY =
  /\b(?:SGC|TRESORERIE|TRES|TRESOR PUBLIC|DGFIP|DRFIP|DDFIP|DSFIP|PAIERIE|TRESORIER|CENTRE DES FINANCES PUBLIQUES|CFP|SERVICE DE GESTION COMPTABLE|SCE GESTION COMPTABLE|SERV GEST COMPT)\b/;
const ON_BEHALF =
  /\b(?:POUR LE COMPTE DE|PR LE COMPTE DE|POUR CPTE DE|PR CPTE|P\/C(?: DE)?|PCO|D'ORDRE DE)(?: LA| L')? /;
/** What a treasury pays for. */
export const PUBLIC: ReadonlySet<string> = new Set(
  "COMMUNE COMMUNES MAIRIE VILLE REGIE MUNICIPAL MUNICIPALE COMMUNAUTE AGGLOMERATION AGGLO METROPOLE SYNDICAT SIVOM SIVU DEPARTEMENT INTERCOMMUNAL INTERCOMMUNALE CCAS EPCC EPIC EPL OFFICE".split(
    " ",
  ),
);

/** The words of the payer's zone; without markers, the text up to the first number or keyword of a remittance. */
export function payerWords(zones: readonly Zone[]): string[] {
  const marked = zones.filter((zone) => zone.kind === "payer");
  const text = (
    marked.length > 0 ? marked : zones.filter((zone) => zone.kind === "free" || zone.kind === "remittance")
  )
    .map((zone) => zone.text)
    .join(" ");
  const whole = zones.map((zone) => zone.text).join(" ");
  const behalf = ON_BEHALF.exec(whole);
  const words = (behalf ? whole.slice(behalf.index + behalf[0].length) : text).match(/[A-Z0-9]+/g) ?? [];
  if (marked.length > 0 && !behalf) return words;
  const meaningful = (word: string): boolean => !/\d/.test(word) && word.length > 1 && !EMPTY.has(word);
  const begin = words.findIndex(meaningful);
  if (begin < 0) return [];
  const end = words.findIndex(
    (word, at) =>
      at > begin && (/\d{2,}/.test(word) || /^(?:FACT|FAC|FACTURES?|LOCATIONS?|REGLT|REGLEMENT)$/.test(word)),
  );
  return words.slice(begin, end < 0 ? words.length : end);
}

/**
 * The phrase under which a person's choice is remembered: the payer's words without numbers and words of the operation.
 * Empty when the label names nobody.
 */
export function payerPhrase(label: NormalisedLabel): string {
  // « REMISE CHEQUE » names nobody: whoever was chosen for one deposit is not the payer of the next.
  if (label.type !== "incoming_transfer" && label.type !== "other") return "";
  return payerWords(label.zones)
    .filter((word) => word.length > 1 && !/\d/.test(word) && !EMPTY.has(word))
    .join(" ");
}

export const LEGAL_FORMS: ReadonlySet<string> = new Set(
  "SARL EURL SAS SASU SA SCI SNC SCIC SCOP SEM SPL GIE ASSOCIATION".split(" "),
);

/** The one legal form among the words; undefined of none and of several. */
export function legalFormIn(words: readonly string[]): string | undefined {
  const forms = new Set(words.filter((word) => LEGAL_FORMS.has(word)));
  return forms.size === 1 ? [...forms][0] : undefined;
}
