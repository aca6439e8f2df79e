import { normaliseText } from "../normalise-name.ts";

/**
 * What a row of a table says that is no operation but a balance or a total of some: `whole`, nothing else is in its text; `begun`, it begins
 * as one, as « Solde disponible de vos comptes » and « SOLDE SEMAINE 45 CINEMA REX », of which the second one is a receipt (BANK-5).
 */
export function sumIn(text: string): "whole" | "begun" | undefined {
  if (beginsOtherwise(text) || !MAY_BE_SUM.test(text)) return undefined;
  const words = normaliseText(text);
  if (WHOLE.some((form) => form.test(words))) return "whole";
  return (BALANCE.test(words) && !OF_AN_INVOICE.test(words)) || TOTAL.test(words) ? "begun" : undefined;
}

const MONTHS =
  "janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre|janv|fevr?|avr|juil|sept?|oct|nov|dec";
const DAY = `(\\d{4} \\d{1,2} \\d{1,2}|\\d{1,2}(er)? (\\d{1,2}|${MONTHS})( \\d{2,4})?)`;
const OF_WHICH =
  "crediteur|debiteur|precedent|anterieur|initial|final|intermediaire|comptable|reel|actuel|disponible|provisoire|progressif|reporte|a reporter|en valeur|en compte|en euros?|en eur|eur|euros?|(de |d )?(debut|fin|ouverture|cloture|depart|arrivee)|(en )?(debut|fin) (de |du )?(mois|periode|journee|releve)|(du |de )?(la )?(mois|veille|journee|periode)( precedente?)?";
/** What is repeated of it is bounded: its forms overlap. */
const QUALIFIED = `( (${OF_WHICH})){0,3}`;
/** An amount behind the day. */
const SUM = "( \\d+)*( eur| euros?)?";
const KINDS =
  "general|generaux|mouvements?|operations?|debits?|credits?|debiteurs?|crediteurs?|ecritures?|depenses|recettes|encaissements|decaissements|periode|releve|page|jour|journee|mois|eur|euros?";
const LINKS = "des?|du|d|la|le|les|l|en|au|a|et|sur";
const WHOLE: readonly RegExp[] = [
  new RegExp(
    `^(ancien |nouveau )?solde${QUALIFIED}( (du )?compte( (courant|cheques?|bancaire|professionnel|epargne))?( n)?( \\d+)*)?( (au|du|en date du|le) ${DAY}${SUM})?$`,
  ),
  new RegExp(
    `^(sous )?(total|totaux|cumuls?)( (${LINKS}|${KINDS}))*( (au|du) ${DAY}( (au|a) ${DAY})?)?${SUM}$`,
  ),
  new RegExp(
    `^(sous )?(total|totaux|cumuls?)( (${LINKS}))? (mouvements?|operations?|ecritures?|debits?|credits?)( (de|d|du mois de?))? (${MONTHS})( \\d{4})?${SUM}$`,
  ),
  new RegExp(
    `^((opening|closing|beginning|starting|ending) )?balance( (brought|carried) forward)?( ((as )?(on|at|of|as of) )?${DAY}${SUM})?$`,
  ),
  new RegExp(
    `^reports?( a nouveau| (du |de )?(l )?(ancien )?solde| (de )?(la )?page){0,2}${QUALIFIED}( (au|du) ${DAY}${SUM})?$`,
  ),
  /^(solde |total )?a reporter$/,
];

const BALANCE = /^(ancien |nouveau )?solde\b/;
/** « SOLDE FACTURE F26000123 », « SOLDE FA26-0418 » are payments, the last ones. */
const OF_AN_INVOICE = /\b(fac|fact|factures?|films?|loc|location|[fs] ?\d+|(fa|fc|av) ?\d{2,})\b/;
const TOTAL = /^(sous )?(total|totaux)( (des?|du|au|general|operations?|mouvements?|debits?|credits?)\b.*)?$/;

/** How one of them may begin, before anything is made of the text: the letters, and what may lose an accent. */
const MAY_BE_SUM =
  /^[^a-z0-9\u0080-\uffff]*(?:[\u0080-\uffff]|a[n \u0080-\uffff]|rep|[nst][o\u0080-\uffff]|bal|beg|start|end|open|clos|cumul)/i;

/** Begins with a digit, or a letter of no such word: nearly all do. */
function beginsOtherwise(text: string): boolean {
  const code = text.charCodeAt(0);
  if (code >= DIGIT_0 && code <= DIGIT_9) return true;
  const letter = code | SMALL;
  return letter >= FIRST_LETTER && letter <= LAST_LETTER && !FIRST_OF_SUMS.includes(letter);
}
const [DIGIT_0, DIGIT_9] = [0x30, 0x39];
const [SMALL, FIRST_LETTER, LAST_LETTER] = [0x20, 0x61, 0x7a];
const FIRST_OF_SUMS = Array.from("abcenorst", (letter) => letter.charCodeAt(0));
