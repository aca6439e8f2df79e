import { withoutLineBreaks } from "./line-breaks.ts";
import { isSeason } from "./date-like.ts";
import type { NormalisedLabel } from "./normalise-label.ts";
import type { OpenSet } from "./open-set.ts";
import { compactNumber, patternOf } from "./reference-index.ts";

// Numbers of a label that name an invoice which is not found, or not ours (LET-38).

/** A word with the letters of our numbers and other digits, or a credit note's: what it names is not what is found. */
export function unreadNumber(openSet: OpenSet, label: NormalisedLabel): string | undefined {
  const prefixes = new Set<string>();
  for (const mask of openSet.references.masks.keys()) {
    const letters = /^[A-Z]+/.exec(mask)?.[0];
    if (letters !== undefined) prefixes.add(letters);
  }
  if (prefixes.size > 0) prefixes.add("A");
  for (const prefix of USUAL_PREFIXES) prefixes.add(prefix);
  for (const zone of label.zones) {
    if (zone.kind === "bank_reference" || zone.kind === "head") continue;
    for (const word of zone.text.match(/[A-Z0-9]+/g) ?? []) {
      const letters = /^[A-Z]+?(?=\d)/.exec(word)?.[0];
      if (letters === undefined || !prefixes.has(letters)) continue;
      if (/^\d[\dOIL]{3,}$/.test(word.slice(letters.length))) return word;
    }
  }
  return undefined;
}

/** Before the numbers of most companies' invoices (LET-38). */
const USUAL_PREFIXES = ["F", "FA", "FC", "FV", "FT", "FAC", "FACT", "FCT", "INV"];

/**
 * A letter or two, a counter: behind a word for an invoice or a payment, or « REF » as people write it (banks: « /REF » after a blank,
 * « REF: »). The letters are not the rest of that word: « FACTURE12 » is no « URE12 », « FACT26 » no « T26 ».
 */
const FOREIGN_NUMBER =
  /\b(?:FACT(?:URES?)?|FAC(?!T)|FA(?!C)|NO?|(?<!(?:^| )\/)REF(?= )|RGLT|REGLT|REGLEMENT|PAIEMENT|LOCATION)[ .]*(?:NO? )?(?!(?<=FACT)URES?(?![A-Z])|(?<=FACTURE)S(?![A-Z]))([A-Z]{1,4}[-/]?\d{2,}(?:[-/]\d+)*)(?![A-Z0-9])/g;
/** « FACTURE 26-98 »: no month, week or day. */
const FOREIGN_DIGITS =
  /\bFACT(?:URES?)?[ .]*(?:NO? )?(?!\d{1,2}[-/](?:20)?[0-6]\d(?!\d)|20\d\d[-/]\d{1,2}(?!\d))(\d{2,}[-/]\d{2,})(?![-/.A-Z0-9])/g;

/** A payment's or a piece's own number, a week, a month, a day behind « DU ». */
const NO_INVOICE =
  /^(?:REG|VIR|OV|E2E|PIECE|BAP|CLT|S|D[UE]|AU|JANV?|FEVR?|MARS|AVR|MAI|JUIN|JUIL|AOUT|SEPT?|OCT|NOV|DEC)-?\d/;

/** LET-38, also as a bank's lines cut it: « F ACT HC171621927 », « FACT H C-263-9620 ». */
export function foreignNumber(openSet: OpenSet, text: string): string | undefined {
  for (const whole of [text, ...withoutLineBreaks(text)]) {
    for (const [, number = ""] of [...whole.matchAll(FOREIGN_NUMBER), ...whole.matchAll(FOREIGN_DIGITS)]) {
      const compact = compactNumber(number);
      if (openSet.references.masks.has(patternOf(compact)) || openSet.references.compact.has(compact))
        continue;
      if (compact.replace(/\D/g, "").length >= 3 && !NO_INVOICE.test(number) && !isSeason(number))
        return number;
    }
  }
  return undefined;
}
