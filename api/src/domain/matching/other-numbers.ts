import { must } from "../must.ts";
import { withoutAmounts } from "./amounts-in-text.ts";
import { isDateLike } from "./date-like.ts";
import { invoiceOf, type OpenSet, outstandingOf } from "./open-set.ts";
import type { TransactionReading } from "./reading.ts";
import { INVOICE_WORD, invoicesEndingWith, SHORTEST_SIGNED } from "./reference-index.ts";

type Zones = TransactionReading["label"]["zones"];

const MOST_WORDS = 5;
/** What may stand inside one number. */
const INSIDE = /^ ?[-/._ ]? ?$/;
const ANNOUNCES =
  /^(?:RGTS?|RGLTS?|REGLTS?|REGLEMENTS?|PAIEMENTS?|ACPTES?|SOLDE|LOC|LOCATIONS?|F|N|NO|NR|NUM|NUMERO)$/;
/** « F124 », « N13 ». */
const GLUED_END = /^(?:FACTURES?|FACT|FAC|FA|F|NO|N)(\d{2,6})$/;
const IS_YEAR = /^20\d\d$/;
const FEWEST_DIGITS = 6;
/** Fewer are the end of too many of the numbers that were paid. */
const FEWEST_OF_AN_END = 3;

/**
 * Another invoice of this payer whose number stands in the label, open or paid lately, in writings that are too doubtful to letter by:
 * one that reads as a day, is short, is cut by a blank, or whose end stands behind a week. The payment is that one's then (LET-10).
 * @param owed open invoices of the payer
 * @param paid compact numbers of those it paid
 */
export function otherNumberQuoted(
  openSet: OpenSet,
  { label, withoutWeeks, transaction }: TransactionReading,
  rank: number,
  owed: readonly number[],
  paid: readonly string[],
): string | undefined {
  const written = [...label.zones, ...label.dated];
  const whole = wholeWritten(withoutAmounts(written, transaction.amount));
  if (whole.size === 0) return undefined;
  const { compacts, digitsOf } = openSet.references;
  const own = must(compacts[rank], "number of an invoice");
  const isWritten = (compact: string, digits: string): boolean =>
    compact !== own &&
    ((compact.length >= SHORTEST_SIGNED && !IS_YEAR.test(compact) && whole.has(compact)) ||
      (digits.length >= FEWEST_DIGITS && digits !== digitsOf[rank] && whole.has(digits)));
  const open = owed.find(
    (other) =>
      other !== rank &&
      outstandingOf(openSet, other) > 0 &&
      isWritten(must(compacts[other], "number of an invoice"), must(digitsOf[other], "digits of an invoice")),
  );
  if (open !== undefined) return invoiceOf(openSet, open).invoice_number;
  const settled = paid.find((compact) => isWritten(compact, compact.replace(/\D/g, "")));
  if (settled !== undefined) return settled;
  // The parts of a day are no ends of numbers.
  const year = Number(transaction.transaction_date.slice(0, 4));
  for (const end of endsWritten(withoutAmounts(withoutWeeks, transaction.amount), year)) {
    const ending = invoicesEndingWith(openSet.references, end);
    if (ending.includes(rank)) continue;
    const other = owed.find((one) => ending.includes(one));
    if (other !== undefined) return invoiceOf(openSet, other).invoice_number;
    const before = paid.find((compact) => end.length >= FEWEST_OF_AN_END && compact.endsWith(end));
    if (before !== undefined) return before;
  }
  return undefined;
}

const isAnEnd = (digits: string): boolean =>
  /^\d{2,6}$/.test(digits) && !IS_YEAR.test(digits) && !isDateLike(digits);

/** Words and what they make together, letters and digits only. */
function wholeWritten(zones: Zones): Set<string> {
  const whole = new Set<string>();
  for (const { kind, text } of zones) {
    if (kind === "head") continue;
    const words = [...text.matchAll(/[A-Z0-9]+/g)];
    words.forEach((_, at) => {
      let joined = "";
      for (const [place, word] of words.slice(at, at + MOST_WORDS).entries()) {
        const before = words[at + place - 1];
        if (place > 0 && before && !INSIDE.test(text.slice(before.index + before[0].length, word.index)))
          break;
        joined += word[0];
        if (/\d/.test(joined)) whole.add(joined);
      }
    });
  }
  return whole;
}

/**
 * The digits behind a word for an invoice or a payment: two where nothing but such words and numbers stands between, three and more
 * also further on (« LOC MICKEY 17 » is a title).
 * @param zones without weeks, which are no numbers (LET-6)
 */
function endsWritten(zones: Zones, year: number): readonly string[] {
  const ends: string[] = [];
  for (const { kind, text } of zones) {
    if (kind === "head" || kind === "bank_reference") continue;
    const words = [...withoutMonths(text, year).matchAll(/[A-Z0-9]+|\|/g)];
    let [isAnnounced, isDirect] = [false, false];
    for (const [at, word] of words.entries()) {
      const [first] = word;
      const glued = GLUED_END.exec(first)?.[1];
      if (glued !== undefined && isAnEnd(glued)) ends.push(glued);
      if (INVOICE_WORD.test(first) || ANNOUNCES.test(first)) {
        isAnnounced = true;
        isDirect = true;
      } else if (/^\d+$/.test(first)) {
        const next = words[at + 1];
        const isBlankBehind = next && text.slice(first.length + word.index, next.index) === " ";
        // « 15000 AURILLAC »
        const isTown = first.length === 5 && isBlankBehind && /^[A-Z]/.test(next[0]);
        // « FACT 12 4 »
        const read = [first, isBlankBehind ? first + next[0] : ""].filter(isAnEnd);
        if (isDirect) ends.push(...read);
        else if (isAnnounced && !isTown) ends.push(...read.filter((end) => end.length >= FEWEST_OF_AN_END));
      } else if (glued === undefined && !/^(?:ET|AU?)$/.test(first)) isDirect = false;
    }
  }
  return ends;
}
/** « SOLDE 11/26 »: of this year or the one before. */
const withoutMonths = (text: string, year: number): string =>
  text.replace(MONTH, (month: string, digits: string) => {
    const ago = (year - Number(digits)) % 100;
    return ago === 0 || ago === 1 ? "|".padEnd(month.length) : month;
  });
const MONTH = /(?<![A-Z0-9/.-])(?:0?[1-9]|1[0-2])[/.-](?:20)?(\d\d)(?![A-Z0-9]|[/.-]\d)/g;
