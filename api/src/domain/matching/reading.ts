import { readableZones } from "./creditor-reference.ts";
import { dayNumber } from "./day-number.ts";
import type { LabelReference } from "./label-reference.ts";
import type { TransactionToMatch } from "./lettering-types.ts";
import { lineBreaks, withoutBlankAt } from "./line-breaks.ts";
import { type NormalisedLabel, plainText } from "./normalise-label.ts";
import { readLabel, type LabelWithEvidence } from "./label-with-evidence.ts";
import type { OpenSet } from "./open-set.ts";
import type { PayerIndex } from "./payer-index.ts";
import { outstandingOf, sumOutstanding } from "./open-set.ts";
import { type Contrary, type ContraryWords, contraryWords, cutWord, isOfCutWord } from "./contrary-words.ts";
import { type PayerReading, readPayer, wordsOfPayer } from "./payers.ts";
import { withoutAmounts } from "./amounts-in-text.ts";
import { readReferences } from "./references.ts";
import { type LabelWeek, readWeeks } from "./weeks.ts";
import { must } from "../must.ts";

/** All that one bank line says, read once and used by every pass. */
export interface TransactionReading {
  readonly transaction: TransactionToMatch;
  /** Its date, as `dayNumber`. */
  readonly day: number;
  readonly label: LabelWithEvidence;
  readonly weeks: readonly LabelWeek[];
  /** The label's zones without them. */
  readonly withoutWeeks: NormalisedLabel["zones"];
  readonly references: readonly LabelReference[];
  readonly payer: PayerReading;
  readonly isFactor: boolean;
  /** What else the label says that the money is for (LET-37). */
  readonly contrary: Contrary | undefined;
}

/** Factors on the French market; the distributor's own is added (BILL-16). */
const FACTORS =
  /\b(?:FACTOFRANCE|EUROFACTOR|BPCE FACTOR|BNP PARIBAS FACTOR|BNPP FACTOR|CREDIT MUTUEL FACTORING|CM FACTORING|LEASING (?:ET |& ?)?FACTORING|CGA FACTOR|COMPAGNIE GENERALE D'?AFFACTURAGE|AFFACTURAGE|FACTORING|LA BANQUE POSTALE LEASING FACTORING|HSBC FACTORING|NATIXIS FACTOR)\b/;

/**
 * @param factorNames the distributor's own factor, as typed
 * @param contrary words that speak of something else, the distributor's own among them
 */
export function readTransaction(
  openSet: OpenSet,
  transaction: TransactionToMatch,
  factorNames: readonly string[],
  contrary: ContraryWords = contraryWords([], []),
): TransactionReading {
  const who = readWho(openSet.payers, transaction, transaction.label);
  const { weeks, payer } = who;
  const isReadable = readableZones(openSet.references, who.label.zones);
  const label = { ...who.label, zones: who.label.zones.filter((_, at) => isReadable[at]) };
  const zones = who.zones.filter((_, at) => isReadable[at]);
  const padded = ` ${label.text.replace(/[^A-Z0-9]+/g, " ")} `;
  return {
    transaction,
    day: dayNumber(transaction.transaction_date),
    label,
    weeks,
    withoutWeeks: zones,
    references: readReferences(
      openSet.references,
      withoutAmounts(zones, transaction.amount),
      label.type,
      label.truncated,
    ),
    payer,
    contrary: readContrary(contrary, label, wordsOfPayer(openSet.payers, payer)),
    isFactor:
      FACTORS.test(label.text) ||
      factorNames.some((name) => {
        const plain = plainText(name)
          .replace(/[^A-Z0-9]+/g, " ")
          .trim();
        return plain !== "" && padded.includes(` ${plain} `);
      }),
  };
}

/** Whom the words name when a transfer says them: those of another operation may be the beginning of a name (LET-50). */
export const payerOfTransfer = (openSet: OpenSet, transaction: TransactionToMatch): PayerReading =>
  readWho(openSet.payers, transaction, `VIR ${transaction.label}`).payer;

type Line = Pick<TransactionToMatch, "label" | "transaction_date" | "evidence">;

/** Whom a line names, as lettering reads it: in its label, and in what the bank told beside it (LET-40). */
export const readPayerOfLine = (payers: PayerIndex, line: Line): PayerReading =>
  readWho(payers, line, line.label).payer;

function readWho(payers: PayerIndex, { evidence, transaction_date }: Line, words: string) {
  const label = readLabel(words, evidence);
  const { weeks, zones } = readWeeks(label, Number(transaction_date.slice(0, 4)));
  return { label, weeks, zones, payer: readPayer(payers, label, zones) };
}

const NUMBER_OF_FILMS = /\bFILMS (?:D(?:U|ES?|E LA|E L')[ ']?[A-Z'-]{4,} )?REF[ .:]*(\d{4,})\b/;

/** In what the payer says, or where the end of a bank's line cuts it: « FIL MS ». */
function readContrary(
  words: ContraryWords,
  label: NormalisedLabel,
  namesOfPayer: ReadonlySet<string>,
): Contrary | undefined {
  const found = words.find(spoken(label), namesOfPayer);
  if (found) return found;
  // « GRANDE COMETE FILMS REF 90447 »: the number is no reference of the bank's.
  const number = NUMBER_OF_FILMS.exec(label.text)?.[1];
  const distributor = number && words.find(`${spoken(label)} ${number}`, namesOfPayer);
  if (distributor) return distributor;
  for (const at of lineBreaks(label.text)) {
    const cut = words.find(withoutBlankAt(label.text, at), namesOfPayer);
    // Words that the label has without that say nothing of the cut.
    if (cut && isOfCutWord(cut, label.text, at) && words.find(label.text, namesOfPayer) === undefined)
      return cut;
  }
  return label.truncated ? cutWord(label.text, namesOfPayer) : undefined;
}

/** What a payer says: without the bank's own references and the words of the operation. */
const spoken = ({ zones }: NormalisedLabel): string =>
  zones
    .filter(({ kind }) => kind !== "bank_reference" && kind !== "head")
    .map(({ text }) => text)
    .join(" ");

/** What the numbers of a label amount to, at this point of the batch. */
export interface ReferencedSet {
  /** Distinct open invoices that a number designates alone, in rank order. */
  readonly ranks: readonly number[];
  readonly sum: number;
  /** The numbers behind them. */
  readonly used: readonly LabelReference[];
  /** Numbers that name no open invoice: paid, foreign, or unreadable. */
  readonly missing: readonly LabelReference[];
  /** Numbers that several open invoices share. */
  readonly ambiguous: readonly LabelReference[];
}

/**
 * The invoices that the strong numbers of the label designate. Tentative numbers are in only when that makes the sum exact
 * and leaving them out does not: they may be anything.
 */
export function strongSet(openSet: OpenSet, reading: TransactionReading): ReferencedSet {
  const strong = reading.references.filter((reference) => reference.strong);
  const sure = strong.filter((reference) => !reference.tentative);
  const without = gather(openSet, sure);
  if (sure.length === strong.length || without.sum === reading.transaction.amount) return without;
  const all = gather(openSet, strong);
  return all.sum === reading.transaction.amount ? all : without;
}

function gather(openSet: OpenSet, references: readonly LabelReference[]): ReferencedSet {
  const ranks = new Set<number>();
  const used: LabelReference[] = [];
  const missing: LabelReference[] = [];
  const ambiguous: LabelReference[] = [];
  for (const reference of references) {
    const open = reference.ranks.filter((rank) => outstandingOf(openSet, rank) > 0);
    if (reference.form === "F5") {
      const members = rangeMembers(openSet, reference.ranks);
      if (members.length < 2) missing.push(reference);
      else {
        used.push(reference);
        for (const rank of members) ranks.add(rank);
      }
    } else if (open.length === 0) missing.push(reference);
    else if (reference.ranks.length > 1) ambiguous.push(reference);
    else {
      used.push(reference);
      ranks.add(must(open[0], "rank"));
    }
  }
  const sorted = [...ranks].sort((a, b) => a - b);
  return { ranks: sorted, sum: sumOutstanding(openSet, sorted), used, missing, ambiguous };
}

/** Numbers are one series for all customers: a customer's range holds only its own invoices. Both ends must be its own. */
export function rangeMembers(openSet: OpenSet, ranks: readonly number[]): readonly number[] {
  const [first, last] = [ranks[0], ranks.at(-1)];
  if (first === undefined || last === undefined) return [];
  const payer = openSet.invoices[first]?.payer_key;
  if (openSet.invoices[last]?.payer_key !== payer) return [];
  const own = ranks.filter((rank) => openSet.invoices[rank]?.payer_key === payer);
  return own.every((rank) => outstandingOf(openSet, rank) > 0) ? own : [];
}

/** A payer is named, and surely: by SIREN, by memory, or by a name far ahead of the others. */
export const isIdentified = (payer: PayerReading): boolean =>
  payer.how === "siren" || payer.how === "alias" || payer.how === "name";

/** The label has the name of a client, which is not the town that a treasury sits in, nor somebody who pays for others. */
export const isNamedSurely = (payer: PayerReading): boolean =>
  isIdentified(payer) && !payer.isSeat && !payer.isRemembered;

export const identifiedKey = (payer: PayerReading): string | undefined =>
  isIdentified(payer) ? payer.matches[0]?.payer_key : undefined;
