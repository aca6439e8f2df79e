import { isIban } from "@bobine/contract/business-numbers";
import type { LineEvidence } from "../line-evidence.ts";
import { cutText, isTidy, oneCopy, ownText } from "./cut-text.ts";
import { tidyText } from "./bank-formats/format-values.ts";
import { remembered } from "./remembered.ts";

const MAX_NAME = 140;
const MAX_REFERENCE = 100;
const MAX_TYPE = 60;
/** A transfer may quote an invoice in each of its structured motives. */
const MAX_REFERENCES = 20;
/** What banks write where they have nothing to say. */
const NOTHING_BEGINS = "Nn0-";
const NOTHING = /^(?:NOT ?PROVIDED|NON ?REF|NONE|N\/?A|0+|-+)$/i;

/** Whether a field of a bank tells nothing, in one of the ways in which banks say so. */
export const saysNothing = (text: string): boolean =>
  text === "" || (NOTHING_BEGINS.includes(text.charAt(0)) && NOTHING.test(text));

/** Texts of a file, each maybe empty; of several the first that tells something counts. */
export interface EvidenceTexts {
  readonly names?: readonly string[];
  readonly ibans?: readonly string[];
  readonly endToEndIds?: readonly string[];
  /** All of them count, each once. */
  readonly references?: readonly string[];
  readonly paymentTypes?: readonly string[];
  /** What goes on with the label: kept with the references, which are read as its numbers are (LET-40). */
  readonly more?: readonly string[] | undefined;
  /** No name has anything to tidy. */
  readonly areTidy?: boolean;
}

/** The evidence of a line, within its limits (BANK-29); undefined when nothing is told beside the label. */
export function lineEvidence(told: EvidenceTexts): LineEvidence | undefined {
  const name = firstOf(told.names, MAX_NAME, told.areTidy);
  const iban = told.ibans && ibanIn(told.ibans);
  const endToEnd = firstOf(told.endToEndIds, MAX_REFERENCE);
  const references = referencesOf(
    told.more ? [...(told.references ?? NOT_TOLD), ...told.more.flatMap(inPieces)] : told.references,
  );
  const type = firstOf(told.paymentTypes, MAX_TYPE);
  if (!endToEnd && references.length === 0)
    return name || iban || type ? commonEvidence(name ?? "", iban ?? "", type ?? "") : undefined;
  // What nearly all tables tell; an object that grows field by field is half as large again.
  if (name && references.length > 0 && !iban && !type && !endToEnd)
    return { party_name: oneCopy(name), references };
  const evidence = evidenceOf(name, iban, type);
  if (endToEnd) evidence.end_to_end_id = ownText(endToEnd);
  if (references.length > 0) evidence.references = references;
  return evidence;
}

/** The same of a line that tells a payer and a way to pay alone, as most of a long statement do. */
export function payerEvidence(tidyName: string, paymentType: string): LineEvidence | undefined {
  const name = tidyName.length <= MAX_NAME ? tidyName : bounded(tidyName, MAX_NAME);
  const told = saysNothing(name) ? "" : name;
  const type = typeOf(paymentType) ?? "";
  return told !== "" || type !== "" ? commonEvidence(told, "", type) : undefined;
}

/** Few ways to pay stand in all lines. */
const typeOf = remembered((text): string | undefined => {
  const type = bounded(text, MAX_TYPE);
  return saysNothing(type) ? undefined : type;
});

function evidenceOf(
  name: string | undefined,
  iban: string | undefined,
  type: string | undefined,
): { -readonly [Field in keyof LineEvidence]: LineEvidence[Field] } {
  const evidence: ReturnType<typeof evidenceOf> = {};
  if (name) evidence.party_name = oneCopy(name);
  if (iban) evidence.party_iban = oneCopy(iban);
  if (type) evidence.payment_type = oneCopy(type);
  return evidence;
}

/** Of a payer, its account and its way to pay, which stand in many lines: one does for all that tell nothing else. */
function commonEvidence(name: string, iban: string, type: string): LineEvidence {
  const known = common.get(type)?.get(iban)?.get(name);
  if (known) return known;
  if (commonCount >= MOST_COMMON) {
    common.clear();
    commonCount = 0;
  }
  commonCount += 1;
  const evidence = Object.freeze(evidenceOf(name, iban, type));
  const ofType = madeIn(common, oneCopy(type), () => new Map<string, Map<string, LineEvidence>>());
  madeIn(ofType, oneCopy(iban), () => new Map<string, LineEvidence>()).set(oneCopy(name), evidence);
  return evidence;
}
/** By the way to pay, the account and the name: each is looked up as it stands. */
const common = new Map<string, Map<string, Map<string, LineEvidence>>>();
let commonCount = 0;
const MOST_COMMON = 500;

function madeIn<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

function ibanIn(texts: readonly string[]): string | undefined {
  for (const text of texts) {
    if (text === "") continue;
    const iban = text.replace(/[\s-]/g, "").toUpperCase();
    if (isIban(iban)) return iban;
  }
  return undefined;
}

/** PostgreSQL takes no half of a character in JSON, and cutting makes some. */
const bounded = (text: string, length: number): string =>
  text === "" || (text.length <= length && isTidy(text))
    ? text
    : cutText(tidyText(text), length).toWellFormed().trim();

function firstOf(texts: readonly string[] | undefined, length: number, areTidy = false): string | undefined {
  for (const text of texts ?? []) {
    const found = areTidy && text.length <= length ? text : bounded(text, length);
    if (!saysNothing(found)) return found;
  }
  return undefined;
}

/** A text that is longer than a reference, cut between its words: a number that is cut is another one. */
export function inPieces(text: string): readonly string[] {
  const tidy = text.length <= MAX_REFERENCE ? text : tidyText(cutText(text, MAX_REFERENCES * MAX_REFERENCE));
  if (tidy.length <= MAX_REFERENCE) return [tidy];
  const blank = tidy.lastIndexOf(" ", MAX_REFERENCE);
  const end = blank <= 0 ? MAX_REFERENCE : blank;
  return [tidy.slice(0, end), ...inPieces(tidy.slice(end).trimStart())];
}

/** The same evidence with one more text that goes on with the label. */
export function withMore(evidence: LineEvidence | undefined, text: string): LineEvidence {
  const references = referencesOf([...(evidence?.references ?? NOT_TOLD), ...inPieces(text)]);
  return references.length === 0 ? (evidence ?? {}) : { ...evidence, references };
}

function referencesOf(texts: readonly string[] | undefined): readonly string[] {
  const [first, second] = texts ?? NOT_TOLD;
  if (first === undefined) return NOT_TOLD;
  if (second === undefined) {
    const only = bounded(first, MAX_REFERENCE);
    return saysNothing(only) ? NOT_TOLD : [ownText(only)];
  }
  const found: string[] = [];
  for (const text of texts ?? NOT_TOLD) {
    if (found.length >= MAX_REFERENCES) break;
    const one = bounded(text, MAX_REFERENCE);
    if (!saysNothing(one) && !found.includes(one)) found.push(ownText(one));
  }
  return found;
}
const NOT_TOLD: readonly string[] = [];
