import type { Cents } from "@bobine/contract/money";
import type { LineEvidence } from "../line-evidence.ts";
import { plainText } from "../matching/normalise-label.ts";
import { isNamed, isQuoted, quotingTexts, sayQuoted, wordsOf } from "./label-words.ts";

/** A credit of a client that a debit may give back. */
export interface RefundableCredit {
  readonly remaining: Cents;
  /** Of a credit note. */
  readonly number: string | undefined;
  readonly payer_names: readonly string[];
}

const WORDING = /\b(?:REMBT?|REMBOURSE(?:MENT|ES?)?|RBT|AVOIRS?|TROP[ -]?PERCU|DOUBLE REGLEMENT)\b/;

interface Debit {
  readonly label: string;
  readonly amount: Cents;
  /** What the bank tells beside the label (BANK-29). */
  readonly evidence?: LineEvidence | null;
}

interface Weighed<Credit> {
  readonly credit: Credit;
  readonly clues: number;
  readonly isCited: boolean;
  readonly isOfAmount: boolean;
  /** The name that the label has, or the bank's field of the other party. */
  readonly named: string | undefined;
}

/**
 * The credits that a debit may give back, most likely first (LET-27): by the number of a credit note, by amount and name, and by either
 * where the label says that it is a refund.
 */
export const likelyRefunds = <Credit extends RefundableCredit>(
  debit: Debit,
  credits: readonly Credit[],
): Credit[] => weighed(debit, credits).map(({ credit }) => credit);

/**
 * The one credit that a debit proposes to give back whole (LET-44): of its amount, and quoted, or the label names its client and says that it is
 * a refund. Undefined when none is, or several are as likely.
 */
export function surestRefund<Credit extends RefundableCredit>(
  debit: Debit,
  credits: readonly Credit[],
): { readonly credit: Credit; readonly reasons: readonly string[] } | undefined {
  const [first, second] = weighed(debit, credits);
  if (!first?.isOfAmount || first.clues === second?.clues) return undefined;
  const { credit, isCited, named } = first;
  if (!isCited && (named === undefined || !isRefundWording(debit.label))) return undefined;
  return {
    credit,
    reasons: [
      ...(isCited && credit.number !== undefined ? [sayQuoted(credit.number, debit)] : []),
      "montant exact du crédit",
      ...(named === undefined ? [] : [`client reconnu\u00a0: ${named}`]),
    ],
  };
}

const isRefundWording = (label: string): boolean => WORDING.test(plainText(label));

function weighed<Credit extends RefundableCredit>(
  debit: Debit,
  credits: readonly Credit[],
): Weighed<Credit>[] {
  const text = plainText(debit.label);
  const { party_name = "" } = debit.evidence ?? {};
  const words = new Set([...wordsOf(text), ...wordsOf(plainText(party_name))]);
  const quoted = quotingTexts(debit);
  const isRefund = isRefundWording(debit.label);
  return credits
    .map((credit) => {
      const { number } = credit;
      const isCited = number !== undefined && quoted.some((one) => isQuoted(number, one));
      const isOfAmount = credit.remaining === 0 - debit.amount;
      const named = credit.payer_names.find((name) => isNamed(name, words));
      const clues = (isCited ? 4 : 0) + (isOfAmount ? 2 : 0) + (named === undefined ? 0 : 2);
      const counts = isCited || (isOfAmount && named !== undefined) || isRefund;
      return { credit, clues: counts ? clues : 0, isCited, isOfAmount, named };
    })
    .filter(({ clues }) => clues > 0)
    .sort((a, b) => b.clues - a.clues);
}
