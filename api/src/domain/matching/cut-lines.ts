import type { OpenInvoice } from "./lettering-types.ts";
import type { LabelWithEvidence } from "./label-with-evidence.ts";
import { type PayerIndex, payerOf } from "./payer-index.ts";
import { EMPTY, GENERIC } from "./payer-words.ts";
import type { TransactionReading } from "./reading.ts";
import { compactNumber } from "./reference-index.ts";

/** CFONB carries 31 characters; blanks at the end, and of two the second, are not kept. */
const CFONB_LENGTH = 31;
const SHORTEST_CUT = 29;
/** Of the rental of a film, whatever follows. */
const OF_THE_RENTAL = /^(?:LOCATIONS?|LOC|FILMS?|REDEVANCES?|SEM|SEMAINES?|S?\d{1,2})$/;
/** The same where the line ends inside it; « LOCATION DE » may go on with a hall. */
const OF_FILMS = /^(?:LOCATIONS?|LOC) (?:DE |DES )?F(?:I|IL|ILM|ILMS)?$/;
/** The number that the payer's program gives its order: nobody types more. */
const OWN_ORDER = /^(?:REG|VIRT?|OV|PIECE|BAP|DOSSIER) ?\d[\d ]{2,}$/;
/** A number, or whoever the money is for, is to follow. */
const ANNOUNCES = /^(?:FACT|FAC|FA|FACTURES?|NO?|NR|NUM|NUMERO|REF|REGLT|RGLT|POUR|VOS|VOTRE|CDE|BC)$/;

/**
 * The bank's line may have ended before the payer's words did: what else the money may be for is not there to be read (LET-37).
 * Words for the rental of a film behind the payer's name say enough.
 */
export function mayGoOn(index: PayerIndex, { label }: TransactionReading, payerKey: string): boolean {
  const { text, zones } = label;
  if (text.length > CFONB_LENGTH || text.length < (label.isTypeGiven ? CFONB_LENGTH : SHORTEST_CUT))
    return false;
  if (zones.some(({ kind }) => kind !== "free" && kind !== "bank_reference")) return false;
  const payer = payerOf(index, payerKey);
  const ofPayer = new Set([...(payer?.tokens ?? []), ...(payer?.towns ?? [])]);
  const words = zones.flatMap((zone) => zone.text.match(/[A-Z0-9]+/g) ?? []);
  const behind = words.slice(words.findLastIndex((word) => ofPayer.has(word)) + 1);
  if (behind.length > 0 && behind.every((word) => OF_THE_RENTAL.test(word))) return false;
  const said = behind.join(" ");
  if (isStockPhrase(behind) || OF_FILMS.test(said) || OWN_ORDER.test(said)) return false;
  const isWhole = behind.every((word) => EMPTY.has(word) || GENERIC.has(word) || OF_THE_RENTAL.test(word));
  return text.length === CFONB_LENGTH || !isWhole || ANNOUNCES.test(behind.at(-1) ?? "");
}

/** What programs of payers write where nobody typed anything, which the bank's line cuts: « PAIEMENT FOU » (LET-54). */
function isStockPhrase(behind: readonly string[]): boolean {
  const [verb = "", last = ""] = behind.slice(-2);
  const isOfName = (word: string): boolean => word.length <= 2 || EMPTY.has(word) || GENERIC.has(word);
  return (
    /^(?:VIREMENT|PAIEMENT|REGLEMENT)$/.test(verb) &&
    last.length >= FEWEST_CHARACTERS &&
    "FOURNISSEURS".startsWith(last) &&
    behind.slice(0, -2).every(isOfName)
  );
}

const MOST_PARTS = 4;
const FEWEST_CHARACTERS = 3;

/** The beginning of this invoice's number, where the bank's line ends in it: « REGLT FACT F2600 » (LET-54). */
export function cutNumberOf(
  { text, truncated }: LabelWithEvidence,
  { invoice_number: number }: OpenInvoice,
): string | undefined {
  if (!truncated) return undefined;
  const whole = compactNumber(number);
  const parts = text.split(" ").slice(-MOST_PARTS);
  for (let at = 0; at < parts.length; at++) {
    const begun = compactNumber(parts.slice(at).join(""));
    const isTelling = begun.length >= FEWEST_CHARACTERS && /[A-Z]\d\d|\d{4}/.test(begun);
    if (isTelling && begun.length < whole.length && whole.startsWith(begun)) return begun;
  }
  return undefined;
}
