import type { Cents } from "@bobine/contract/money";
import { plainText } from "../matching/normalise-label.ts";
import { isNamed, numberIn, wordsOf } from "./label-words.ts";

/** A credit of a client that a debit may give back. */
export interface RefundableCredit {
  readonly remaining: Cents;
  /** Of a credit note. */
  readonly number: string | undefined;
  readonly payer_names: readonly string[];
}

const WORDING = /\b(?:REMBT?|REMBOURSE(?:MENT|ES?)?|RBT|AVOIRS?|TROP[ -]?PERCU|DOUBLE REGLEMENT)\b/;

/**
 * The credits that a debit may give back, most likely first (LET-27): by the number of a credit note, by amount and name, and by either
 * where the label says that it is a refund.
 */
export function likelyRefunds<Credit extends RefundableCredit>(
  debit: { readonly label: string; readonly amount: Cents },
  credits: readonly Credit[],
): Credit[] {
  const text = plainText(debit.label);
  const words = new Set(wordsOf(text));
  const isRefund = WORDING.test(text);
  return credits
    .map((credit) => {
      const isCited = credit.number !== undefined && numberIn(credit.number).test(text);
      const isOfAmount = credit.remaining === 0 - debit.amount;
      const named = credit.payer_names.some((name) => isNamed(name, words));
      const clues = (isCited ? 4 : 0) + (isOfAmount ? 2 : 0) + (named ? 2 : 0);
      return { credit, clues: isCited || (isOfAmount && named) || isRefund ? clues : 0 };
    })
    .filter(({ clues }) => clues > 0)
    .sort((a, b) => b.clues - a.clues)
    .map(({ credit }) => credit);
}
