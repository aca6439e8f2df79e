import { isDateLike } from "./date-like.ts";
import type { Atom, LabelReference } from "./label-reference.ts";
import type { NumberFamily } from "./number-families.ts";
import { ranksOf } from "./rank-index.ts";
import {
  compactOf,
  INVOICE_WORD,
  type ReferenceIndex,
  SHORTEST_COMPACT,
  SHORTEST_SIGNED,
} from "./reference-index.ts";
import { must } from "../must.ts";

const MAX_GROUPS = 5;
const LONGEST = 20;
/** What may stand inside one number. */
const INSIDE = /^ ?[-/._ ]? ?$/;

interface Written {
  readonly parts: number;
  readonly digits: string;
  readonly text: string;
  /** Places where the label cuts the digits. */
  readonly cuts: readonly number[];
  /** Those of them where one blank stands and nothing else. */
  readonly blanks: readonly number[];
  /** Nothing but separators stands there: people cut with blanks what is not one number. */
  readonly isTied: boolean;
}

/**
 * « 2605/0123 » is one number when the distributor's invoices are numbered so, not two. Other separators and blanks do as well,
 * and fewer or more of them before the counter. What is written like an open invoice's number and is none names a paid one.
 * @returns how many words it takes, its number without separators, and what to record; undefined when these words are no such number
 */
export function groupedNumber(
  index: ReferenceIndex,
  atoms: readonly Atom[],
  at: number,
): { readonly parts: number; readonly compact: string; readonly reference: LabelReference } | undefined {
  if (index.families.length === 0) return undefined;
  const zone = atoms[at]?.zone;
  const isBanks = zone === "bank_reference" || zone === "head";
  const ways = waysToJoin(atoms, at);
  for (const written of ways.toReversed())
    for (const family of index.families) {
      if (!family.heads.has(headOf(family, written.digits))) continue;
      const isAsPrinted = cutsOf(family).join() === written.cuts.join();
      const isOnTwoLines = isBroken(family, written);
      if (!isAsPrinted && !isOnTwoLines && !isCutBeforeCounter(family, written.cuts)) continue;
      // A day is written with blanks, or run together and cut anywhere; never with a bar where the number has one.
      if (isDateLike(written.digits) && !isOnTwoLines && !(isAsPrinted && written.isTied)) continue;
      const isSigned = written.isTied || INVOICE_WORD.test(atoms[at - 1]?.text ?? "");
      const shortest = isAsPrinted && isSigned ? SHORTEST_SIGNED : SHORTEST_COMPACT;
      const isBare = written.digits.length >= shortest && index.compact.has(written.digits);
      const ranks = ranksOf(isBare ? index.compact : index.digits, written.digits);
      if (ranks.length === 0) continue;
      return {
        parts: written.parts,
        compact: isBare ? written.digits : (compactOf(index, written.digits) ?? written.digits),
        reference: {
          written: written.text,
          form: isBare && (isAsPrinted || isOnTwoLines) ? "F1" : "F2",
          ranks,
          strong: isBare || ranks.length === 1,
          tentative: isBanks,
        },
      };
    }
  const missing = isBanks
    ? undefined
    : ways.find((written) => index.families.some((one) => isOf(one, written)));
  return (
    missing && {
      parts: missing.parts,
      compact: missing.digits,
      reference: { written: missing.text, form: "F1", ranks: [], strong: true, tentative: false },
    }
  );
}

/** The bank cut the text inside a grouped number: « 2605/01 » may be the beginning of one more invoice. */
export function isCutGroup(families: readonly NumberFamily[], atoms: readonly Atom[]): boolean {
  return families.some((family) => {
    const tail = atoms.slice(-family.head.length - 1);
    const last = tail.pop();
    return (
      family.isBare &&
      last !== undefined &&
      /^\d+$/.test(last.text) &&
      last.text.length < family.shortest &&
      family.heads.has(tail.map((atom) => atom.text).join("")) &&
      [...tail.slice(1), last].every((atom) => atom.gap !== undefined && INSIDE.test(atom.gap))
    );
  });
}

/** The words from `at` on as one number: two of them, three… */
function waysToJoin(atoms: readonly Atom[], at: number): Written[] {
  const ways: Written[] = [];
  let [digits, text, isTied] = ["", "", true];
  const cuts: number[] = [];
  const blanks: number[] = [];
  for (let parts = 1; parts <= MAX_GROUPS; parts++) {
    const atom = atoms[at + parts - 1];
    if (!atom || !/^\d+$/.test(atom.text) || digits.length + atom.text.length > LONGEST) break;
    if (parts > 1) {
      if (atom.gap === undefined || !INSIDE.test(atom.gap)) break;
      cuts.push(digits.length);
      if (atom.gap === " ") blanks.push(digits.length);
      text += atom.gap;
      isTied &&= /^[-/._]$/.test(atom.gap);
    }
    digits += atom.text;
    text += atom.text;
    if (parts > 1) ways.push({ parts, digits, text, cuts: [...cuts], blanks: [...blanks], isTied });
  }
  return ways;
}

const cutsOf = ({ head }: NumberFamily): number[] =>
  head.map((_, place) => head.slice(0, place + 1).reduce((sum, length) => sum + length, 0));

const headOf = (family: NumberFamily, digits: string): string =>
  digits.slice(0, must(cutsOf(family).at(-1), "last cut"));

/** Some of the printed separators are left out, or more are put in, but none inside the counter. */
function isCutBeforeCounter(family: NumberFamily, cuts: readonly number[]): boolean {
  const printed = cutsOf(family);
  const counter = must(printed.at(-1), "last cut");
  return (
    cuts.every((cut) => printed.includes(cut)) ||
    (cuts.at(-1) === counter && printed.every((cut) => cuts.includes(cut)))
  );
}

/** As printed, but for one blank more: the bank's line ended inside the number. */
function isBroken(family: NumberFamily, { cuts, blanks }: Written): boolean {
  const printed = cutsOf(family);
  const more = cuts.filter((cut) => !printed.includes(cut));
  return (
    more.length === 1 &&
    cuts.length === printed.length + 1 &&
    blanks.includes(must(more[0], "a cut")) &&
    printed.every((cut) => !blanks.includes(cut))
  );
}

/** Written like the numbers of this family, whether open or not. */
function isOf(family: NumberFamily, { digits, cuts, isTied }: Written): boolean {
  const counter = must(cutsOf(family).at(-1), "last cut");
  const [head, tail] = [digits.slice(0, counter), digits.slice(counter)];
  if (
    !family.isBare ||
    cuts.at(-1) !== counter ||
    tail.length < family.shortest ||
    tail.length > family.longest
  )
    return false;
  if (isDateLike(digits)) return false;
  if (family.heads.has(head)) return true;
  // « 2026-1234 » is somebody's year and counter, « 2025/2026 » a season.
  return isTied && cutsOf(family).join() === cuts.join() && counter >= 4 && !/^(?:19|20)\d\d/.test(head);
}
