import { invoiceOf, type OpenSet } from "./open-set.ts";
import { isPublic, nameOfPayer } from "./payer-index.ts";
import { isIdentified, isNamedSurely, type TransactionReading } from "./reading.ts";
import { say } from "./reasons.ts";

/** What one kind of evidence weighs, in French. */
export interface Evidence {
  readonly weight: number;
  readonly words: readonly string[];
}
export const SILENT: Evidence = { weight: 0, words: [] };

/** What speaks for a payer beside its name; each reads earlier decisions or loose words, so no gate uses it. */
export interface Clues {
  /** 0–1. */
  readonly likeness: (payerKey: string) => number;
  /** Days after the due date; undefined when too little is known. */
  readonly usualDelay: (payerKeys: readonly string[]) => number | undefined;
  /** The line is a cheque: 1 of who has paid so, under zero of who pays otherwise; 0 of all others and of all other lines. */
  readonly byCheque: (payerKey: string) => number;
  /** Whom this name or account has paid for before, each with its share, 0–1 (LET-49). */
  readonly paidBefore: ReadonlyMap<string, number>;
}

/** What the name in the label, or who paid before, says for a set. */
export function payerEvidenceOf(
  openSet: OpenSet,
  reading: TransactionReading,
  ranks: readonly number[],
  { likeness, paidBefore }: Clues,
): Evidence {
  const keys = new Set(ranks.map((rank) => invoiceOf(openSet, rank).payer_key));
  const match = reading.payer.matches.find((candidate) => keys.has(candidate.payer_key));
  const before = paidForBefore(openSet, keys, paidBefore);
  if (before && !(match && isNamedSurely(reading.payer))) return before;
  if (keys.size !== 1 || !match) {
    if (isNamedSurely(reading.payer)) return { weight: -2, words: [] };
    if (namesAnother(reading.payer)) return { weight: -1.5, words: [] };
    const [key] = keys;
    const like = keys.size === 1 && key !== undefined ? LIKENESS * likeness(key) : 0;
    return { weight: like + treasuryWeight(openSet, reading, keys), words: [] };
  }
  if (match === reading.payer.matches[0] && isIdentified(reading.payer)) {
    const word = { siren: say.siren, alias: say.alias, name: say.payer }[
      reading.payer.how as "siren" | "alias" | "name"
    ];
    return { weight: 4, words: [word(match.display_name)] };
  }
  return {
    weight: 3 * match.score + treasuryWeight(openSet, reading, keys),
    words: match.score >= 0.4 ? [say.likelyPayer(match.display_name)] : [],
  };
}

/** A resemblance is worth less than a name that is read. */
const LIKENESS = 2;

/** A treasury's office that names nobody pays for communes, seldom for a private company (LET-32). */
function treasuryWeight(
  { payers }: OpenSet,
  { payer: { isSeat } }: TransactionReading,
  keys: ReadonlySet<string>,
): number {
  if (!isSeat) return 0;
  return [...keys].every((key) => isPublic(payers, key)) ? FOR_A_COMMUNE : -FOR_A_COMMUNE;
}
const FOR_A_COMMUNE = 0.8;

/** Some client's name is read, if not surely, and it is none of those that owe the set. */
const namesAnother = ({ matches, isSeat, isRemembered, how }: TransactionReading["payer"]): boolean =>
  how !== "unknown" && !isSeat && !isRemembered && (matches[0]?.coverage ?? 0) >= WHOLE_NAME;
const WHOLE_NAME = 0.9;

/** All of them were paid by this name or this account before. */
function paidForBefore(
  openSet: OpenSet,
  keys: ReadonlySet<string>,
  paidBefore: ReadonlyMap<string, number>,
): Evidence | undefined {
  let share = 0;
  for (const key of keys) {
    const one = paidBefore.get(key);
    if (one === undefined) return undefined;
    share += one / keys.size;
  }
  const names = [...keys].map((key) => nameOfPayer(openSet.payers, key)).slice(0, MOST_NAMED);
  return { weight: PAID_BEFORE + share, words: [say.paidBefore(names)] };
}
const PAID_BEFORE = 2.5;
const MOST_NAMED = 3;
