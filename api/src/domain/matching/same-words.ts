import { plainText } from "./normalise-label.ts";

/** How money comes, and tags of what follows: no payer, and no reason. */
const OF_BANKS: ReadonlySet<string> = new Set(
  "VIR VIRT VRT VIREMENT VIREMENTS SEPA SCT INST INSTANTANE RECU RECUS EMIS EN VOTRE FAVEUR DE DU DES D PAR MOTIF REF REFERENCE LIB LIBELLE NOTPROVIDED".split(
    " ",
  ),
);
/** Those of the structure with slashes: without these they may be names, as that of somebody called Rémi. */
const SLASHED = /\/(?:NAME|REMI|EREF)\//g;
/** Those of CFONB 120. */
const [PAYER, ...OTHER_TAGS] = ["NPY", "LCC", "LCS", "RCN"] as const;
const TAGS: ReadonlySet<string> = new Set([PAYER, ...OTHER_TAGS]);
/** What one bank writes out and another one does not. */
const ABBREVIATED: ReadonlyMap<string, string> = new Map([
  ["CHQ", "CHEQUE"],
  ["CHQS", "CHEQUE"],
  ["CHEQUES", "CHEQUE"],
  ["PRLV", "PRELEVEMENT"],
  ["PRLVT", "PRELEVEMENT"],
  ["PREL", "PRELEVEMENT"],
  ["REM", "REMISE"],
]);
/** What a bank takes for an operation is another one. */
const FEES: ReadonlySet<string> = new Set(["FRAIS", "COMMISSION", "COMMISSIONS"]);
/** CFONB and OFX cut a name here, maybe in a word, before they tell more. */
const [CUT_FROM, CUT_UNTIL] = [28, 32];

/** The words of a label of a bank. */
export interface BankWords {
  /** All of them, in their order. */
  readonly all: readonly string[];
  /** Those that tell who, what for and under which reference. */
  readonly telling: readonly string[];
  /** Where the word stands in all at which the label may have been cut, with more behind it. */
  readonly cut: number | undefined;
}

export function bankWords(label: string): BankWords {
  const text = plainText(label).replace(SLASHED, " ").replace(/\s+/g, " ").trim();
  const all: string[] = [];
  /** The places of those that may have been cut: of numbers nobody knows. */
  const cuts: number[] = [];
  for (const { 0: word, index } of text.matchAll(/[A-Z0-9]+/g)) {
    const end = index + word.length;
    if (end >= CUT_FROM && end <= CUT_UNTIL && end < text.length && /^[A-Z]+$/.test(word))
      cuts.push(all.length);
    all.push(ABBREVIATED.get(word) ?? word);
  }
  const cut = cuts.at(-1);
  const payer = all.indexOf(PAYER);
  const behind = all.slice(payer + 1);
  // What CFONB says in its own 31 characters stands whole behind its tags: the last word as far as it went.
  const isToldBehind = (word: string, place: number): boolean =>
    place < payer &&
    (behind.includes(word) ||
      (place === payer - 1 && cuts.includes(place) && behind.some((other) => other.startsWith(word))));
  const telling = all.filter(
    (word, place) => !OF_BANKS.has(word) && !TAGS.has(word) && !isToldBehind(word, place),
  );
  return { all, telling, cut };
}

/** Whether all that one label tells stands in the other one: each word once for each time that it is told. */
export function isPartOf(part: BankWords, whole: BankWords): boolean {
  if (!part.telling.some((word) => word.length > 2)) return false;
  const isOfFees = ({ all }: BankWords): boolean => all.some((word) => FEES.has(word));
  if (isOfFees(part) !== isOfFees(whole)) return false;
  const left = [...whole.all];
  const missing = part.telling.filter((word) => {
    const place = left.indexOf(word);
    if (place >= 0) left.splice(place, 1);
    return place < 0;
  });
  const [only, second] = missing;
  if (only === undefined) return true;
  return second === undefined && isCutIn(part, only, whole.all);
}

/** The one word that is missing is the beginning of one that stands there behind the same word. */
function isCutIn({ all, cut }: BankWords, word: string, whole: readonly string[]): boolean {
  if (cut === undefined || all[cut] !== word) return false;
  const before = all[cut - 1];
  return whole.some((other, place) => place > 0 && whole[place - 1] === before && other.startsWith(word));
}
