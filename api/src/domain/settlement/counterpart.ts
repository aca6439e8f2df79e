import { plainText } from "../matching/normalise-label.ts";

const NBSP = "\u00a0";

/** What a line that is no client's is entered on. */
export interface Counterpart {
  readonly kind: "fees" | "account";
  /** Empty for fees. */
  readonly account: string;
}

interface CounterpartProposal extends Counterpart {
  readonly reason: string;
}

const MONTHS =
  /^(?:JANVIER|FEVRIER|MARS|AVRIL|MAI|JUIN|JUILLET|AOUT|SEPTEMBRE|OCTOBRE|NOVEMBRE|DECEMBRE|JANV|FEV|AVR|JUIL|SEPT|OCT|NOV|DEC)$/;
const MOST_WORDS = 8;

/**
 * The words of a line that are the same from one month to the next: whom the bank names as its other party, else who is named in its label,
 * else what that says, without numbers and months. Empty when nothing is left. A label that says what the line is speaks for itself: a bank is the
 * other party of its fees and of its interest.
 * @param party what the bank tells beside the label; empty when it tells nothing
 */
export function counterpartPhrase(label: string, party = ""): string {
  const text = plainText(label);
  const other = plainText(party);
  const named = other !== "" && !WORDINGS.some(([wording]) => wording.test(text)) ? other : namedIn(text);
  return named
    .split(/[^A-Z0-9&'-]+/)
    .filter((word) => word.length > 1 && !/\d/.test(word) && !MONTHS.test(word))
    .slice(0, MOST_WORDS)
    .join(" ");
}

const namedIn = (text: string): string =>
  /\/(?:BEN|DE|FRM)[ :]\s*([^/]+)/.exec(text)?.[1] ?? /\(([A-Z][^()]*)\)$/.exec(text)?.[1] ?? text;

/** Words of a transfer between two accounts of one company. */
export const TRANSFER_WORDS = /\b(?:VIR|VIREMENT)(?: SEPA)?(?: (?:RECU|EMIS))? INTERNE\b|\bCOMPTE A COMPTE\b/;

/** Words that say by themselves what a line is, surest first; an account is proposed only when the list has it. */
const WORDINGS: readonly (readonly [RegExp, "fees" | { readonly account: string }])[] = [
  [TRANSFER_WORDS, { account: "580000" }],
  [/\bURSSAF\b/, { account: "431000" }],
  [/\bSALAIRES?\b/, { account: "421000" }],
  [/\bDGFIP\b.*\bTVA\b|\b3310CA3\b|\bIMPOT TVA\b/, { account: "445510" }],
  [/\bLOYERS?\b/, { account: "613200" }],
  [/\bINTERETS? CREDITEURS?\b/, { account: "768000" }],
  [/\bCNC\b.*\b(?:SOUTIEN|AIDE|SUBVENTION)|\bSUBVENTIONS?\b/, { account: "740000" }],
  [/^(?:FRAIS|COM|COMMISSIONS?|AGIOS|COTIS|COTISATIONS?)\b|\bTENUE DE COMPTE\b/, "fees"],
];

/**
 * What a line that is no client's most likely is: what a person decided last about who is named in it, else what its words say.
 * @param remembered what was decided last about its phrase, or the phrase that it was found by
 * @param accounts labels of the accounts that may be chosen, by number
 */
export function proposeCounterpart(
  label: string,
  remembered: (Counterpart & { readonly phrase?: string }) | undefined,
  accounts: ReadonlyMap<string, string>,
): CounterpartProposal | null {
  if (remembered && (remembered.kind === "fees" || accounts.has(remembered.account)))
    return {
      kind: remembered.kind,
      account: remembered.account,
      reason: `comme la dernière fois${NBSP}: ${remembered.phrase ?? counterpartPhrase(label)}`,
    };
  const text = plainText(label);
  const found = WORDINGS.find(([wording]) => wording.test(text))?.[1];
  if (found === undefined) return null;
  if (found === "fees") return { kind: "fees", account: "", reason: "libellé de frais bancaires" };
  const name = accounts.get(found.account);
  return name === undefined
    ? null
    : { kind: "account", account: found.account, reason: `libellé de l’opération${NBSP}: ${name}` };
}
