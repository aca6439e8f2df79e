import { isIban } from "@bobine/contract/business-numbers";
import type { LineEvidence } from "../line-evidence.ts";
import { cutText } from "./cut-text.ts";
import { tidyText } from "./bank-formats/format-values.ts";

const MAX_NAME = 140;
const MAX_REFERENCE = 100;
const MAX_TYPE = 60;
/** A transfer may quote an invoice in each of its structured motives. */
const MAX_REFERENCES = 20;
/** What banks write where they have nothing to say. */
const NOTHING = /^(?:NOT ?PROVIDED|NON ?REF|NONE|N\/?A|0+|-+)$/i;

/** Whether a field of a bank tells nothing, in one of the ways in which banks say so. */
export const saysNothing = (text: string): boolean => text === "" || NOTHING.test(text);

/** Texts of a file, each maybe empty; of several the first that tells something counts. */
export interface EvidenceTexts {
  readonly names?: readonly string[];
  readonly ibans?: readonly string[];
  readonly endToEndIds?: readonly string[];
  /** All of them count, each once. */
  readonly references?: readonly string[];
  readonly paymentTypes?: readonly string[];
}

/** The evidence of a line, within its limits (BANK-29); undefined when nothing is told beside the label. */
export function lineEvidence(told: EvidenceTexts): LineEvidence | undefined {
  const name = firstOf(told.names, MAX_NAME);
  const iban = told.ibans?.map(compactIban).find(isIban);
  const endToEnd = firstOf(told.endToEndIds, MAX_REFERENCE);
  const references = referencesOf(told.references);
  const type = firstOf(told.paymentTypes, MAX_TYPE);
  if (!name && !iban && !endToEnd && references.length === 0 && !type) return undefined;
  return {
    ...(name ? { party_name: name } : {}),
    ...(iban ? { party_iban: iban } : {}),
    ...(endToEnd ? { end_to_end_id: endToEnd } : {}),
    ...(references.length > 0 ? { references } : {}),
    ...(type ? { payment_type: type } : {}),
  };
}

const compactIban = (text: string): string => text.replace(/[\s-]/g, "").toUpperCase();

/** PostgreSQL takes no half of a character in JSON, and cutting makes some. */
const bounded = (text: string, length: number): string =>
  cutText(tidyText(text), length).toWellFormed().trim();

function firstOf(texts: readonly string[] | undefined, length: number): string | undefined {
  for (const text of texts ?? []) {
    const found = bounded(text, length);
    if (!saysNothing(found)) return found;
  }
  return undefined;
}

function referencesOf(texts: readonly string[] | undefined): string[] {
  const found = new Set<string>();
  for (const text of texts ?? []) {
    if (found.size >= MAX_REFERENCES) break;
    const one = bounded(text, MAX_REFERENCE);
    if (!saysNothing(one)) found.add(one);
  }
  return [...found];
}
