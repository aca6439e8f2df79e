import { isDateLike, isSeason } from "./date-like.ts";
import { groupedNumber, isCutGroup } from "./grouped-numbers.ts";
import type { Atom, LabelReference } from "./label-reference.ts";
import type { OperationType, Zone } from "./normalise-label.ts";
import { ranksOf } from "./rank-index.ts";
import {
  compactNumber,
  compactOf,
  INVOICE_WORD,
  invoicesEndingWith,
  patternOf,
  type ReferenceIndex,
  SHORTEST_COMPACT,
} from "./reference-index.ts";
import { must } from "../must.ts";

const KEYWORD =
  /^(?:FAC|FACS|FACT|FACTS|FACTURE|FACTURES|FA|FCT|FTURE|INV|INVOICE|F|N|NO|NR|NUM|NUMERO|NUMEROS|REGLT|RGLT|RGT|REGL|REGLEMENT|REGLEMENTS|PAIEMENT|PMT|PAYT|SOLDE|ACOMPTE)$/;
/** Their number is theirs: « MDT 4512 BORD 87 » is a mandate of a treasury, « CLIENT 4512 » a customer code. */
const OWNS_ITS_NUMBER =
  /^(?:MDT|MANDAT|MANDATS|BORD|BORDEREAU|BDX|BRD|TITRE|CHEQUE|CHEQUES|CHQ|CLIENT|CLI|COMPTE|CPT|CPTE|CONTRAT|TEL|SIRET|SIREN|RUM|ICS|REMISE|DOSSIER|SALLE|ECRAN|VISA|CNC|LOT|ENGAGEMENT|COMMANDE|CDE|BC|ORDRE|BP|CS|CEDEX|TVA)$/;
const GLUED = /^(FACTURES?|FACT|FAC|FA|NO|N|REGLT)([A-Z]{0,4}\d{3,}[A-Z0-9]*)$/;
/** « FACTF26-00124 »: the digits behind the sign say that it is a number. */
const GLUED_BEFORE_SIGN = /^(FACTURES?|FACT(?!URE)|FAC(?!T)|FA(?!C))([A-Z]{0,4}\d{2})$/;
const LISTS = /[/+,&;]/;
const MAX_ATOMS = 80;
const MAX_PARTS = 5;
const MAX_RANGE = 200;
const MAX_RANKS = 5_000;
/** Somebody's counter may be so long where ours is shorter. */
const LONGEST_COUNTER = 8;

/**
 * The invoice numbers that a label quotes (LET-6): numbers in any punctuation, lists, ranges, tails after a keyword.
 * @param zones without weeks (`readWeeks`) and without dates (`normaliseLabel`)
 * @param type a keyword is read in transfers only: in card labels `FACT 140126` is a date
 */
export function readReferences(
  index: ReferenceIndex,
  zones: readonly Zone[],
  type: OperationType,
  truncated: boolean,
): LabelReference[] {
  const atoms = atomsOf(zones, index);
  const reader: Reader = { index, atoms, found: [], anchor: undefined, keyword: false, range: false };
  const keywordsCount = type === "incoming_transfer" || type === "other";
  for (let at = 0; at < atoms.length; ) at += readAt(reader, at, keywordsCount);
  const cut = atoms.at(-1);
  const isCut = cut !== undefined && (startsAMask(index, cut.text) || isCutGroup(index.families, atoms));
  if (truncated && isCut && reader.found.at(-1)?.written !== cut.text)
    reader.found.push({ written: cut.text, form: "F1", ranks: [], strong: true, tentative: false });
  return withoutRepeats(reader.found);
}

interface Anchor {
  /** Compact number, or the digits of a tail. */
  readonly compact: string;
  readonly weak: boolean;
  readonly end: number;
}

interface Reader {
  readonly index: ReferenceIndex;
  readonly atoms: readonly Atom[];
  readonly found: LabelReference[];
  anchor: Anchor | undefined;
  keyword: boolean;
  /** « A » or « AU » was just read after a number. */
  range: boolean;
}

function atomsOf(zones: readonly Zone[], index: ReferenceIndex): Atom[] {
  const atoms: Atom[] = [];
  for (const zone of zones) {
    let end: number | undefined;
    for (const match of zone.text.matchAll(/[A-Z0-9]+/g)) {
      const gap = end === undefined ? undefined : zone.text.slice(end, match.index);
      end = match.index + match[0].length;
      const glued = gluedNumber(index, match[0], zone.text.slice(end));
      if (glued) {
        atoms.push({ text: glued.word, zone: zone.kind, gap });
        atoms.push({ text: glued.number, zone: zone.kind, gap: "" });
      } else atoms.push({ text: match[0], zone: zone.kind, gap });
      if (atoms.length >= MAX_ATOMS) return atoms;
    }
  }
  return atoms;
}

/** The word before a number that is written right behind it; « FACT26-00208 » is F26-00208 where numbers begin so. */
function gluedNumber(
  index: ReferenceIndex,
  text: string,
  behind: string,
): { readonly word: string; readonly number: string } | undefined {
  if (index.compact.has(text) || index.masks.has(patternOf(text))) return undefined;
  const signed = /^(?:[-/]\d+)+/.exec(behind)?.[0];
  const found = GLUED.exec(text) ?? (signed === undefined ? null : GLUED_BEFORE_SIGN.exec(text));
  if (!found) return undefined;
  const word = must(found[1], "word of a glued number");
  const number = must(found[2], "glued number");
  if (signed === undefined || !/^\d+$/.test(number)) return { word, number };
  const whole = compactNumber(text + signed);
  // « FA2601-0123 » is a number as it is written, beside others that begin with F.
  if (index.compact.has(whole) || index.masks.has(patternOf(whole))) return { word, number };
  const compact = compactNumber(number + signed);
  // « FACT2026-0345 » is 2026-0345, where that is open, beside others that begin with F.
  if (index.compact.has(compact)) return { word, number };
  const fitting = ["F", "FA", "FAC", "FACT"].filter((prefix) => index.masks.has(prefix + patternOf(compact)));
  const open = fitting.filter((prefix) => index.compact.has(prefix + compact));
  if (open.length === 0 && isPrintedBare(index, number + signed)) return { word, number };
  const [prefix = "", another] = open.length > 0 ? open : fitting;
  return { word, number: `${another === undefined ? prefix : ""}${number}` };
}

/** Open invoices have such groups of digits and no letters. */
function isPrintedBare({ families }: ReferenceIndex, written: string): boolean {
  const head = written.split(/[-/]/).slice(0, -1);
  return families.some(
    (family) => family.isBare && family.head.join() === head.map((group) => group.length).join(),
  );
}

/** Reads what begins at `at` and returns how many words it took. */
function readAt(reader: Reader, at: number, keywordsCount: boolean): number {
  const { atoms, index } = reader;
  const atom = atoms[at];
  if (!atom) return 1;
  // A new zone, or the bar that `readWeeks` left in place of a week.
  if (atom.gap === undefined || atom.gap.includes("|")) forget(reader);

  const grouped = ownedByAnother(atoms, at) ? undefined : groupedNumber(index, atoms, at);
  if (grouped) {
    accept(reader, at, grouped.parts, grouped.compact, grouped.reference);
    return grouped.parts;
  }
  const whole = joinedNumber(reader, at);
  if (whole) {
    accept(reader, at, whole.parts, whole.compact, {
      written: whole.written,
      form: whole.form,
      ranks: ranksOf(index.compact, whole.compact),
      strong: true,
      tentative: false,
    });
    return whole.parts;
  }
  const foreign = foreignNumber(reader, at);
  if (foreign) {
    accept(reader, at, foreign.parts, compactNumber(foreign.written), {
      written: foreign.written,
      form: "F1",
      ranks: [],
      strong: true,
      tentative: false,
    });
    return foreign.parts;
  }
  if (/^\d+$/.test(atom.text)) {
    readDigits(reader, at, keywordsCount);
    return 1;
  }
  if (reader.anchor && (atom.text === "A" || atom.text === "AU" || atom.text === "JUSQU")) {
    reader.range = true;
    return 1;
  }
  if (atom.text === "ET") return 1;
  if (KEYWORD.test(atom.text)) {
    reader.keyword = keywordsCount;
    return 1;
  }
  forget(reader);
  return 1;
}

/** Right behind a word for an invoice: what somebody else's number looks like, with letters and at least three digits (LET-38). */
function foreignNumber({ atoms }: Reader, at: number): { parts: number; written: string } | undefined {
  const words = atoms.slice(Math.max(0, at - 2), at).map((atom) => atom.text);
  const isAnnounced =
    INVOICE_WORD.test(words.at(-1) ?? "") ||
    (/^(?:N|NO|NR|NUM|NUMERO)$/.test(words.at(-1) ?? "") && !OWNS_ITS_NUMBER.test(words.at(-2) ?? ""));
  if (!isAnnounced) return undefined;
  let written = "";
  let parts = 0;
  let counted = "";
  for (const atom of atoms.slice(at, at + MAX_PARTS)) {
    if (parts > 0 && (atom.gap === undefined || !/^[-/._]$/.test(atom.gap))) break;
    written += (parts > 0 ? (atom.gap ?? "") : "") + atom.text;
    const digits = atom.text.replace(/\D/g, "");
    if (!/^20\d\d$/.test(digits)) counted += digits;
    parts++;
  }
  return /[A-Z]/.test(written) && counted.length >= 3 && !PAYERS_OWN.test(written)
    ? { parts, written }
    : undefined;
}
/** References that payers' banks and programs give their orders. */
const PAYERS_OWN = /^(?:REG|REGL|VIR|E|E2E|PAI|PMT|REF|OP|PIECE|DOC)-?\d+$/;

function forget(reader: Reader): void {
  reader.anchor = undefined;
  reader.keyword = false;
  reader.range = false;
}

/** A number with letters, whole or cut by separators: the longest that is open, else the shortest that has the shape of one. */
function joinedNumber(
  { atoms, index }: Reader,
  at: number,
): { parts: number; compact: string; form: "F0" | "F1"; written: string } | undefined {
  let compact = "";
  let written = "";
  let best: { parts: number; compact: string; form: "F0" | "F1"; written: string } | undefined;
  for (let parts = 1; parts <= MAX_PARTS; parts++) {
    const atom = atoms[at + parts - 1];
    if (!atom || (parts > 1 && (atom.gap === undefined || !/^ ?[-/._ ]? ?$/.test(atom.gap)))) break;
    compact += atom.text;
    written += (parts > 1 ? atom.gap : "") + atom.text;
    // Digits alone are read apart, with the rules against dates; « 2025 01234 » is a year and its counter.
    const lettered = /[A-Z]/.test(compact) && /\d/.test(compact);
    const split =
      parts === 2 && /^(?:20)?\d\d$/.test(must(atoms[at], "word").text) && !lettered && /^\d+$/.test(compact);
    if (!lettered && !split) continue;
    if (compact.length >= SHORTEST_COMPACT && index.compact.has(compact) && !(split && isDateLike(compact)))
      best = { parts, compact, form: parts === 1 ? "F0" : "F1", written };
    else if (!best && lettered && index.masks.get(patternOf(compact)))
      best = { parts, compact, form: "F1", written };
  }
  return best;
}

/** Records a number; after « A » the numbers between the two become one range. */
function accept(reader: Reader, at: number, parts: number, compact: string, read: LabelReference): void {
  const { anchor, index } = reader;
  const reference = reader.atoms[at]?.zone === "structured" ? { ...read, structured: true } : read;
  const opened = reader.found.at(-1);
  if (reader.range && anchor && opened) {
    const numbered = rangeBetween(index, anchor, compact, reference.form === "F3");
    const range = numbered.length > 0 ? numbered : ranksBetween(opened.ranks, reference.ranks);
    reader.found.pop();
    reader.found.push({
      written: `${opened.written} A ${reference.written}`,
      form: "F5",
      // Both ends must be open: half a range says nothing sure.
      ranks: opened.ranks.length === 1 && reference.ranks.length === 1 ? range : [],
      strong: opened.strong && reference.strong,
      tentative: false,
    });
  } else reader.found.push(reference);
  reader.range = false;
  // « FACT F26000123 1987 »: the word announced the first.
  reader.keyword &&= reference.form === "F3";
  reader.anchor = { compact, weak: reference.form === "F3", end: at + parts };
}

/** Ends that lie far apart, or in two years: the open invoices between them by date and number. */
function ranksBetween(from: readonly number[], to: readonly number[]): number[] {
  const [one, other] = [from[0], to[0]];
  if (one === undefined || other === undefined || one === other) return [];
  const [first, last] = [Math.min(one, other), Math.max(one, other)];
  if (last - first > MAX_RANKS) return [];
  return Array.from({ length: last - first + 1 }, (_, step) => first + step);
}

function rangeBetween(index: ReferenceIndex, from: Anchor, to: string, weak: boolean): number[] {
  if (from.weak !== weak || from.compact.length !== to.length) return [];
  let common = 0;
  while (common < to.length && to[common] === from.compact[common]) common++;
  const [first, last] = [from.compact.slice(common), to.slice(common)];
  if (!/^\d+$/.test(first) || !/^\d+$/.test(last)) return [];
  const [one, other] = [Number(first), Number(last)];
  const [low, high] = [Math.min(one, other), Math.max(one, other)];
  if (high === low || high - low > MAX_RANGE) return [];
  const ranks = new Set<number>();
  for (let value = low; value <= high; value++) {
    const number = to.slice(0, common) + String(value).padStart(first.length, "0");
    for (const rank of weak ? invoicesEndingWith(index, number) : ranksOf(index.compact, number))
      ranks.add(rank);
  }
  return [...ranks].sort((a, b) => a - b);
}

function readDigits(reader: Reader, at: number, keywordsCount: boolean): void {
  const { atoms, index, anchor } = reader;
  const atom = atoms[at];
  if (!atom || ownedByAnother(atoms, at)) {
    forget(reader);
    return;
  }
  const digits = atom.text;
  // More digits than any number of ours: the bank's own identifier (LET-30).
  if (digits.length > index.longest && digits.length > LONGEST_COUNTER) {
    forget(reader);
    return;
  }
  const linked = LISTS.test(atom.gap ?? "") || atoms[at - 1]?.text === "ET" || reader.range;
  if (anchor && !anchor.weak && digits.length <= 6 && readListMember(reader, at, digits, linked)) return;
  const isAnnounced =
    reader.keyword && keywordsCount && atom.zone !== "head" && digits.length >= SHORTEST_COMPACT;
  // « FACT 26354 » is 26-354, whole: behind a word for it, and no end of another.
  const whole = isAnnounced ? ranksOf(index.compact, digits) : [];
  const known = whole.length > 0 ? whole : ranksOf(index.digits, digits);
  const date = isDateLike(digits);
  if (known.length > 0 && !date) {
    const number = compactOf(index, digits) ?? digits;
    accept(reader, at, 1, number, {
      written: digits,
      form: "F2",
      ranks: known,
      strong: known.length === 1,
      tentative: atom.zone === "bank_reference" || atom.zone === "head",
    });
    return;
  }
  const announced = reader.keyword || (anchor !== undefined && (linked || (anchor.weak && atom.gap === " ")));
  // Keywords of a bank's own reference zone are not the customer's.
  if (!announced || !keywordsCount || atom.zone === "head") {
    reader.anchor = undefined;
    return;
  }
  // « FACT 281226 »: a day in most labels. With a keyword it may still be a number, never a missing one.
  if (date && known.length === 0) return;
  const isYear = /^20\d\d$/.test(digits);
  const next = atoms[at + 1];
  const isOfSeason = isYear && next !== undefined && isSeason(`${digits}${next.gap ?? ""}${next.text}`);
  if (digits.length < 3 || isOfSeason || (isYear && atoms[at - 1]?.text !== "FACT")) return;
  accept(reader, at, 1, digits, {
    written: digits,
    form: "F3",
    ranks: known.length > 0 ? known : digits.length <= 6 ? invoicesEndingWith(index, digits) : [],
    strong: false,
    tentative: false,
  });
}

/** « F26000124/25 », « F26000124 ET 125 »: the end of the number before it. */
function readListMember(reader: Reader, at: number, digits: string, linked: boolean): boolean {
  const { index, anchor } = reader;
  if (!anchor || (!linked && digits.length < 3)) return false;
  const number = anchor.compact.slice(0, -digits.length) + digits;
  const ranks = number.length === anchor.compact.length ? ranksOf(index.compact, number) : [];
  const isYear = /^20\d\d$/.test(digits);
  if (ranks.length === 0 && (!linked || digits.length < 3 || isYear || digits.length > 5)) return false;
  accept(reader, at, 1, number, { written: digits, form: "F4", ranks, strong: true, tentative: !linked });
  return true;
}

function ownedByAnother(atoms: readonly Atom[], at: number): boolean {
  const before = atoms[at - 1];
  if (!before || atoms[at]?.gap === undefined) return false;
  if (OWNS_ITS_NUMBER.test(before.text)) return true;
  const beforeIt = atoms[at - 2];
  return (
    /^(?:N|NO|NR|NUM|NUMERO)$/.test(before.text) &&
    beforeIt !== undefined &&
    OWNS_ITS_NUMBER.test(beforeIt.text)
  );
}

/** The bank cut a number: « F260001 » may be the beginning of one more invoice. */
function startsAMask(index: ReferenceIndex, text: string): boolean {
  if (!/^[A-Z]+\d{2,}$/.test(text)) return false;
  const pattern = patternOf(text);
  for (const mask of index.masks.keys())
    if (mask.length > pattern.length && mask.startsWith(pattern)) return true;
  return false;
}

/** Each once, as it was read first; a field for it tells it better than the label that repeats it (LET-40). */
function withoutRepeats(found: readonly LabelReference[]): LabelReference[] {
  const kept = new Map<string, LabelReference>();
  for (const reference of found) {
    const key = reference.ranks.length > 0 ? reference.ranks.join() : `? ${compactNumber(reference.written)}`;
    const before = kept.get(key);
    if (!before) kept.set(key, reference);
    else if (reference.structured && !before.structured) kept.set(key, { ...before, structured: true });
  }
  return [...kept.values()];
}
