import type { NormalisedLabel, Zone } from "./normalise-label.ts";
import { must } from "../must.ts";
import { plainText } from "./normalise-label.ts";

/** Said of any cinema: a quarter of their weight. */
export const GENERIC: ReadonlySet<string> = new Set(
  "CINEMA CINEMAS CINE CINES CINOCHE LE LA LES DE DU DES D L ET AU AUX EN SARL SAS SASU SA EURL SCI SNC SCIC SCOP SEM SPL GIE ASSOCIATION ASSO ASS COMMUNE MAIRIE VILLE REGIE MUNICIPAL MUNICIPALE TRESORERIE TRESOR PUBLIC SGC DGFIP SPECTACLE SPECTACLES EXPLOITATION EXPLOITATIONS SOCIETE STE GROUPE HOLDING CULTUREL CULTURELLE CULTURE CENTRE ESPACE THEATRE SALLE SALLES FILM FILMS COMMUNAUTE AGGLOMERATION".split(
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
/** « COMMUNE DE LA MURE BUDGET CINEMA MDT 39965 »: whom a treasury pays for, up to the numbers of its own books. */
const OF_A_COMMUNE =
  /\b(?:COMMUNE|VILLE|MAIRIE|REGIE|COMMUNAUTE(?: DE COMMUNES)?|SYNDICAT|CCAS) (?:D(?:E|U|ES|E LA|E L')[ ']?)?(?=[A-Z]{2})/;
const OF_ITS_BOOKS = /^(?:MDT|MANDAT|BORD|BORDEREAU|BUDGET|BUD)$/;
/** What a treasury pays for. */
export const PUBLIC: ReadonlySet<string> = new Set(
  "COMMUNE COMMUNES MAIRIE VILLE REGIE MUNICIPAL MUNICIPALE COMMUNAUTE AGGLOMERATION AGGLO METROPOLE SYNDICAT SIVOM SIVU DEPARTEMENT INTERCOMMUNAL INTERCOMMUNALE CCAS EPCC EPIC EPL OFFICE".split(
    " ",
  ),
);

const isOfName = (word: string): boolean => word.length > 1 && !/\d/.test(word) && !EMPTY.has(word);

/**
 * The words of the payer's zone; without markers, the text up to the first number or keyword of a remittance.
 *
 * @param isInName the number at this place belongs to the name: « STUDIO 43 DUNKERQUE »
 */
export function payerWords(
  zones: readonly Zone[],
  isInName: (words: readonly string[], at: number) => boolean = () => false,
): string[] {
  const { words, begin, end } = placeOfPayer(zones, isInName);
  return words.slice(begin, end);
}

/** Where the payer's words stand among those of the zones, and whether a field of the bank's ends with them. */
function placeOfPayer(
  zones: readonly Zone[],
  isInName: (words: readonly string[], at: number) => boolean,
): { words: readonly string[]; begin: number; end: number; isField: boolean } {
  const marked = zones.filter((zone) => zone.kind === "payer");
  const text = (
    marked.length > 0 ? marked : zones.filter((zone) => zone.kind === "free" || zone.kind === "remittance")
  )
    .map((zone) => zone.text)
    .join(" ");
  const whole = zones.map((zone) => zone.text).join(" ");
  const behalf = ON_BEHALF.exec(whole);
  const words = (behalf ? whole.slice(behalf.index + behalf[0].length) : text).match(/[A-Z0-9]+/g) ?? [];
  if (marked.length > 0 && !behalf) return { words, begin: 0, end: words.length, isField: true };
  const first = words.findIndex(isOfName);
  if (first < 0) return { words, begin: 0, end: 0, isField: false };
  // « 400 COUPS ANGERS »
  const begin = first > 0 && isInName(words, first - 1) ? first - 1 : first;
  const end = words.findIndex(
    (word, at) =>
      at > first &&
      ((/\d{2,}/.test(word) && !isInName(words, at)) ||
        /^(?:FACT|FAC|FACTURES?|LOCATIONS?|REGLT|REGLEMENT)$/.test(word)),
  );
  return { words, begin, end: end < 0 ? words.length : end, isField: false };
}

/** The words behind the last dash that stands free, where no zone is marked as the payer's: banks put it between two fields. */
export function wordsBehindDash(zones: readonly Zone[]): string[] {
  if (zones.some(({ kind }) => kind === "payer")) return [];
  const free = zones.filter(({ kind }) => kind === "free" || kind === "remittance");
  const behind = free.flatMap(({ text }) => text.split(" - ").slice(1)).at(-1);
  return behind === undefined ? [] : payerWords([{ kind: "free", text: behind }]);
}

/** The commune that a treasury's line names as the one it pays for (LET-32); undefined when only its own seat is read. */
export function communeWords(zones: readonly Zone[]): string[] | undefined {
  const whole = zones
    .filter(({ kind }) => kind !== "bank_reference" && kind !== "head")
    .map(({ text }) => text)
    .join(" ");
  const found = ON_BEHALF.exec(whole);
  const named = found ? whole.slice(found.index + found[0].length) : whole;
  const commune = OF_A_COMMUNE.exec(named);
  if (!commune) return undefined;
  const words = named.slice(commune.index).match(/[A-Z0-9]+/g) ?? [];
  const end = words.findIndex((word) => /\d/.test(word) || OF_ITS_BOOKS.test(word));
  return nameWords(words.slice(0, end < 0 ? words.length : end));
}

/** Words that begin what is paid, where a bank has no sign between the payer's name and them. */
const OF_THE_PAYMENT =
  /^(?:REGLEMENTS?|REGLT|RGLT|PAIEMENTS?|VIREMENTS?|VIRT|RELEVES?|SOLDE|SEM|SEMAINES?|REDEVANCES?|LOC|LOCATIONS?|FACTURES?|FACT|FAC|FILMS?|BAP|CLT|OV|PIECE|DOSSIER)$/;

/** The words of a name, without those of the payment behind them: « SAS LE LUX FILMS » is Le Lux. */
export function nameWords(words: readonly string[]): string[] {
  const end = words.findIndex(
    (word, at) => at > 1 && OF_THE_PAYMENT.test(word) && !OF_A_NAME.test(must(words[at - 1], "word before")),
  );
  return words.slice(0, end < 0 ? words.length : end);
}
const OF_A_NAME = /^(?:DE|DU|DES|ET|LE|LA|LES|D|L|CINE|CINEMA|SARL|SAS|SA)$/;

/** Words that a number stands behind which is no part of a name: « TITRE 812 », « BUDGET 26 ». */
const BEFORE_A_NUMBER: ReadonlySet<string> = new Set(
  "SEM SEMS WEEK TITRE TITRES BUDGET BUD EXERCICE EXER AVIS PERIODE TRIMESTRE MOIS LOT CONTRAT COPIE COPIES NOTE LIGNE PIECES COMPTE CPT CODE TIERS CLIENT BON ENGAGEMENT MARCHE JANV FEV FEVR AVR JUIL SEPT OCT NOV DEC SEANCE SEANCES BORDEREAUX MANDATS CHEQUE CHQ ET AU AUX".split(
    " ",
  ),
);
/** The number behind it is of a treasury's books, or else no part of a name: « MDT 5512 ». */
export const ownsItsNumber = (word: string | undefined): boolean =>
  word !== undefined && (OF_ITS_BOOKS.test(word) || BEFORE_A_NUMBER.has(word));
const isNearNumber = (word: string | undefined): boolean =>
  word !== undefined && isOfName(word) && !OF_THE_PAYMENT.test(word) && !BEFORE_A_NUMBER.has(word);

/**
 * A number that tells one payer from another, as far as the words themselves show it: a short one behind a word of a name (« CINE 32 »),
 * a postcode before one, any before one where nothing said so far tells who it is (« SGC 046012 CAHORS »). Behind words that tell who it
 * is, only what goes on shows that a short one is no month, week, invoice or amount: « DUPONT 66 PERPIGNAN », not « DUPONT 12 2026 ».
 *
 * @param isField the words are all that the bank's field for the name has: a number at its end is of the name
 */
function isNumberOfPayer(words: readonly string[], at: number, isField = false): boolean {
  const word = must(words[at], "word");
  if (!/^\d+$/.test(word)) return false;
  const [before, behind] = [words[at - 1], words[at + 1]];
  const isNamed = namesOne(words.slice(0, at));
  // « CAP ECRAN SCOP 137 »: a legal form behind a name closes it.
  const isClosed = isNamed && LEGAL_FORMS.has(before ?? "");
  const isNear = isNearNumber(behind) && !(isNamed && SAYS_WHAT.test(behind ?? ""));
  const goesOn = !isNamed || isNear || (behind === undefined ? isField : IS_PAID.test(behind));
  if (word.length <= DIGITS_OF_NAME && isNearNumber(before) && !isClosed && goesOn) return true;
  if (at === 0 || !isNear) return false;
  return word.length === DIGITS_OF_POSTCODE || !isNamed;
}
/** Not what is counted: « 2 FILMS », « 3 FACTURES ». */
const IS_PAID = /^(?:LOCATION|LOC|REGLEMENT|REGLT|RGLT|PAIEMENT)$/;
/** Behind a number that follows a name they say what is paid: « HOLDING MARTIN 47 DU 12/11 », « … 47 ENTREES ». */
const SAYS_WHAT = /^(?:D[UE]S?|POUR|PAR|SUR|L[EA]S?|HT|TTC|ENTREES?|SPECTATEURS?)$/;
const DIGITS_OF_NAME = 3;
const DIGITS_OF_POSTCODE = 5;

/** « FINANCES PUBLIQUES » and how else an office of the treasury is called, without its town. */
const OF_AN_OFFICE =
  /^(?:DIRECTION|DIR|GENERALE|REGIONALE|DEPARTEMENTALE|FINANCES?|PUBLI(?:C|QUE)S?|COMPTABLE|SERVICE|GESTION)$/;
const ALL_OFFICES = new RegExp(TREASURY, "g");

/** Some word is of one payer alone: no legal form, no article, no office that pays for many, nothing that any cinema is called. */
export function namesOne(words: readonly string[]): boolean {
  const said = words.join(" ");
  const others = said.replace(ALL_OFFICES, " ").split(" ");
  const isOffice = TREASURY.test(said) || /\bFINANCES? PUBLIQUES?\b/.test(said);
  return others.some(
    (word) =>
      isOfName(word) &&
      // « ASSOCIATION LOI 1901 »
      word !== "LOI" &&
      !GENERIC.has(word) &&
      !PUBLIC.has(word) &&
      !(isOffice && OF_AN_OFFICE.test(word)),
  );
}

/**
 * The phrase under which a person's choice is remembered: the payer's words without those of the operation, and without numbers but
 * those that tell one payer from another. Empty when the label names nobody.
 */
export function payerPhrase(label: NormalisedLabel): string {
  if (!saysWho(label)) return "";
  const { words, begin, end, isField } = placeOfPayer(label.zones, isNumberOfPayer);
  return words
    .filter(
      (word, at) =>
        at >= begin && at < end && (isOfName(word) || (at > begin && isNumberOfPayer(words, at, isField))),
    )
    .join(" ");
}

/** The same without any number, as choices were remembered before these were kept: « CINE » of « CINE 32 AUCH ». */
export const phraseWithoutNumbers = (label: NormalisedLabel): string =>
  saysWho(label) ? payerWords(label.zones).filter(isOfName).join(" ") : "";

/** « REMISE CHEQUE » names nobody: whoever was chosen for one deposit is not the payer of the next. */
const saysWho = ({ type }: NormalisedLabel): boolean => type === "incoming_transfer" || type === "other";

/** The words of the name that a label has, without those of the operation and of the payment. */
export const saidOfPayer = ({ zones }: NormalisedLabel): string[] =>
  nameWords(payerWords(zones)).filter(isOfName);

/** Whom a label names, in one word: a treasury's office without the commune that it pays for, a name as a bank cuts it. */
export function nameToRemember(label: NormalisedLabel): string {
  const before: NormalisedLabel = {
    ...label,
    zones: label.zones.map((zone) => ({ ...zone, text: zone.text.replace(BEHIND_AN_OFFICE, "") })),
  };
  const words = phraseWithoutNumbers(before).split(" ");
  // « CINEMA 32 AUCH » is not whoever else is called « CINEMA »; of what tells who by itself a number would hide it.
  const named = nameWords(namesOne(words) ? words : payerPhrase(before).split(" "));
  const end = named.findLastIndex((word) => word.length > 2);
  const name = named.slice(0, end + 1).join("");
  return name.length < SHORTEST_NAME ? "" : name;
}
const BEHIND_AN_OFFICE =
  /(?<=\b(?:SGC|TRESORERIE|TRES\.?|DGFIP|DRFIP|DDFIP|PAIERIE)\b.*?) (?:COMMUNE|VILLE|MAIRIE|BUDGET|MDT|POUR LE|PR LE|\/?P\/C|MUNIC).*$/;
const SHORTEST_NAME = 6;

export const LEGAL_FORMS: ReadonlySet<string> = new Set(
  "SARL EURL SAS SASU SA SCI SNC SCIC SCOP SEM SPL GIE ASSOCIATION".split(" "),
);

/** The one legal form among the words; undefined of none and of several. */
export function legalFormIn(words: readonly string[]): string | undefined {
  const forms = new Set(words.filter((word) => LEGAL_FORMS.has(word)));
  return forms.size === 1 ? [...forms][0] : undefined;
}
