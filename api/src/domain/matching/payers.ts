import { must } from "../must.ts";
import { joinedWords, onlyWordStarting } from "./cut-words.ts";
import { bestName, seenIn } from "./name-table.ts";
import { isCut, type NormalisedLabel, type Zone } from "./normalise-label.ts";
import {
  type Circuit,
  compare,
  isNumberOfName,
  type Memory,
  type Payer,
  type PayerIndex,
  payerOf,
  isOfTown,
} from "./payer-index.ts";
import {
  communeWords,
  EMPTY,
  GENERIC,
  legalFormIn,
  nameWords,
  ownsItsNumber,
  payerPhrase,
  payerWords,
  phraseWithoutNumbers,
  PUBLIC,
  namesOne,
  TREASURY,
  wordsBehindDash,
} from "./payer-words.ts";

/** Coverage of a name from which its payer is *resolved* (LET-7). */
export const RESOLVED_COVERAGE = 0.55;
/** Of whom words suggest that many have: too little to speak for the number of an invoice. */
export const FAINT_COVERAGE = 0.3;
/** Lead over the next legal payer from which a resolved payer is *identified*. */
export const IDENTIFIED_MARGIN = 0.12;
/** Share of the payer's text that must be the payer's own words: « REX ROTARY » is not the cinema Rex. */
const IDENTIFIED_EXPLAINED = 0.5;
const ONE_WORD_EXPLAINED = 0.75;
const SHORTEST_PREFIX = 3;
const MAX_POSTINGS = 4_000;

export interface PayerMatch {
  readonly payer_key: string;
  /** As the client file writes it. */
  readonly display_name: string;
  /** Share of the best name that the label holds, 0–1. */
  readonly coverage: number;
  /** Coverage, lowered by words that are not this payer's; orders payers. */
  readonly score: number;
}

export interface PayerReading {
  /** Best first, at most six. */
  readonly matches: readonly PayerMatch[];
  /** `name`, `siren` and `alias` identify; `ambiguous` and `likely` only suggest. */
  readonly how: "siren" | "alias" | "name" | "likely" | "ambiguous" | "unknown";
  /** The label names a group of several legal payers: one of them, or their head office, may pay for all. */
  readonly circuit: Circuit | null;
  /** Every payer that the words may name, also far behind the first: nobody of them may owe the same. */
  readonly possible: ReadonlySet<string>;
  /** The label has the payer's whole name, and hardly any other word of a payer; or its SIREN. */
  readonly isWhole: boolean;
  /** Of the possible ones, those whose names the label nearly has too: one of them may be meant even then. */
  readonly alike: ReadonlySet<string>;
  /** An office of the treasury pays, for any of its communes (LET-32). */
  readonly isTreasury: boolean;
  /** It pays, and does not say for whom: all that is read of a name is the town it sits in. */
  readonly isSeat: boolean;
  /**
   * Only people's choices know the payer: the label has the name of somebody else, who may pay for others too. Where `how` is unknown
   * they were made for words that many have.
   */
  readonly isRemembered: boolean;
  /** The one legal form that the payer's words have; undefined of none and of several (LET-39). */
  readonly legalForm: string | undefined;
}

type NameReading = Omit<PayerReading, "circuit" | "isTreasury" | "isSeat" | "isRemembered" | "legalForm">;

/**
 * The group whose whole name the words hold; the longest name wins.
 *
 * @param cutWord where the bank's field for the name may end in a word (« GRAND ECRAN AL »): the last one, which begins a word of the
 *   group's name; of several groups that it may begin, none
 */
export function circuitIn(index: PayerIndex, words: readonly string[], cutWord?: string): Circuit | null {
  const seen = new Set(words);
  const found: (Circuit & { readonly words: readonly string[]; readonly isCut: boolean })[] = [];
  for (const word of seen)
    for (const circuit of index.circuits.get(word) ?? []) {
      const missing = circuit.words.filter((one) => !seen.has(one));
      const isCut = missing.length === 1 && cutWord !== undefined && missing[0]?.startsWith(cutWord) === true;
      if (missing.length === 0 || isCut) found.push({ ...circuit, isCut });
    }
  const longest = Math.max(...found.map((circuit) => circuit.words.length));
  const [best, other] = found
    .filter((circuit) => circuit.words.length === longest)
    .toSorted((a, b) => Number(a.isCut) - Number(b.isCut));
  return best === undefined || (best.isCut && other !== undefined) ? null : best;
}

/** Who pays, by SIREN, by memory of people's choices, by name (LET-7). */
export function readPayer(index: PayerIndex, label: NormalisedLabel, zones: readonly Zone[]): PayerReading {
  const isTreasury =
    TREASURY.test(label.text) || zones.some(({ kind, text }) => kind === "payer" && TREASURY.test(text));
  const commune = isTreasury ? communeWords(zones) : undefined;
  const isCutAnywhere = label.truncated || isNameCut(zones);
  const nameIn = (of: readonly string[]): NameReading =>
    byName(index, nameWords(of), isCutAnywhere, isTreasury);
  const first = commune ?? payerWords(zones, (all, at) => goesOn(index, all, at, isTreasury));
  const firstName = nameIn(first);
  // « 26-1144 CHAMBRE 12 - LES AMIS DU CINÉMA »: a film whose title has a number stands in front of the name.
  const behind = firstName.matches.length === 0 && !isTreasury ? wordsBehindDash(zones) : [];
  const words = behind.length > 0 ? behind : first;
  const circuit = circuitIn(index, words, isCutAnywhere ? cutWordOf(words) : undefined);
  const named = {
    ...(behind.length > 0 ? nameIn(behind) : firstName),
    circuit,
    isTreasury,
    isSeat: isTreasury && commune === undefined,
    isRemembered: false,
    legalForm: legalFormIn(words),
  };
  const certain = (rank: number, how: "siren" | "alias"): PayerReading => {
    const payer = index.payers[rank];
    const matches = payer
      ? [{ payer_key: payer.key, display_name: payer.display, coverage: 1, score: 1 }]
      : [];
    const byWords = named.matches.find((match) => match.payer_key === payer?.key);
    const isFirst = byWords !== undefined && byWords === named.matches[0];
    return {
      ...named,
      how: payer ? how : "unknown",
      matches,
      // Memory says who, not which of the invoices that many owe; the whole name beside it does (LET-33).
      isWhole: how === "siren" || (named.isWhole && isFirst),
      alike: named.isWhole && isFirst ? named.alike : new Set(),
      isSeat: named.isSeat && how !== "siren",
      isRemembered: how === "alias" && byWords === undefined,
      possible: new Set(matches.map((match) => match.payer_key)),
    };
  };
  const siren = sirenIn(index, label.text);
  if (siren !== undefined) return certain(siren, "siren");
  // Who names the commune is believed, whatever people chose for another commune of that office.
  const phrase = payerPhrase(label);
  const memory = commune ? undefined : index.byAlias.get(phrase);
  // « MELIES 2000 » is a client's name: who was chosen for « MELIES » is another.
  const chosen = index.payers[memory?.chosen ?? -1];
  const isOther = words.some(
    (word, at) =>
      isNumberOfName(index, words, at) && !hasWord(phrase, word) && chosen?.tokens.has(word) !== true,
  );
  if (memory?.chosen !== undefined && !isOther) return certain(memory.chosen, "alias");
  if (commune !== undefined || named.how !== "unknown") return named;
  const weak = memory ?? index.byAlias.get(phraseWithoutNumbers(label));
  if (memory?.tells === true && !isOther) return remembered(index, memory, named);
  return weak ? faintlyRemembered(index, weak, named) : named;
}

const hasWord = (phrase: string, word: string): boolean => phrase.split(" ").includes(word);

/**
 * A number does not end the name: a client is called so, or a treasury's office has it before its town (« SGC 002010 LAON »). What stands
 * behind the number of a mandate, or has other words than a town's, is what is paid: « TRESORERIE 5512 PALACE » may be a film.
 */
function goesOn(index: PayerIndex, words: readonly string[], at: number, isTreasury: boolean): boolean {
  if (isNumberOfName(index, words, at)) return true;
  if (!isTreasury || !/^\d+$/.test(words[at] ?? "") || namesOne(words.slice(0, at))) return false;
  if (ownsItsNumber(words[at - 1])) return false;
  const behind = words.slice(at + 1);
  const end = behind.findIndex((word) => /\d/.test(word));
  const said = behind.slice(0, end < 0 ? behind.length : end);
  // « SGC 002010 LAON TITRE LE PALACE »: behind the words of its books stands what is paid, too.
  return (
    isOfTown(index, said[0] ?? "") &&
    said.every((word) => isOfTown(index, word) || ownsItsNumber(word) || !namesOne([word]))
  );
}

/** The last word of a name, where it is long enough to begin another. */
function cutWordOf(words: readonly string[]): string | undefined {
  const last = nameWords(words).at(-1);
  return last !== undefined && last.length > 1 ? last : undefined;
}

/** A field for the name has as many characters as the bank gives it: « ASSOCIATION CINE-CLUB DE CARPENT ». */
const isNameCut = (zones: readonly Zone[]): boolean =>
  zones.some(({ kind, text }) => kind === "payer" && isCut(text.length));

/** No name is read, but people have chosen payers for these words: they are suggested, never sure. */
function remembered(index: PayerIndex, { known }: Memory, named: PayerReading): PayerReading {
  const matches = known.flatMap((rank) => {
    const payer = index.payers[rank];
    return payer
      ? [
          {
            payer_key: payer.key,
            display_name: payer.display,
            coverage: RESOLVED_COVERAGE,
            score: RESOLVED_COVERAGE,
          },
        ]
      : [];
  });
  const others = named.matches.filter(
    (match) => !matches.some(({ payer_key }) => payer_key === match.payer_key),
  );
  return {
    ...named,
    isRemembered: true,
    how: matches.length > 1 ? "ambiguous" : "likely",
    matches: [...matches, ...others].slice(0, 6),
    possible: new Set([...named.possible, ...matches.map((match) => match.payer_key)]),
  };
}

/**
 * People have chosen payers for a part of these words, or for words that many have (« CINE » of « CINE 70 VESOUL »): their debts are
 * tried, and nothing is said of them.
 */
function faintlyRemembered(index: PayerIndex, { known }: Memory, named: PayerReading): PayerReading {
  const others = known.flatMap((rank) => {
    const payer = index.payers[rank];
    if (!payer || named.matches.some(({ payer_key }) => payer_key === payer.key)) return [];
    return [
      { payer_key: payer.key, display_name: payer.display, coverage: FAINT_COVERAGE, score: FAINT_COVERAGE },
    ];
  });
  return { ...named, isRemembered: true, matches: [...named.matches, ...others].slice(0, 6) };
}

/** One known SIREN, alone or at the head of a SIRET; two different ones say nothing. */
function sirenIn(index: PayerIndex, text: string): number | undefined {
  const found = new Set<number>();
  for (const [, digits] of text.matchAll(
    /(?<![A-Z0-9])(?:FR\d{2} ?)?((?:\d{3} ?){3}(?:\d{5})?)(?![A-Z0-9])/g,
  )) {
    const rank = index.bySiren.get(must(digits, "digits").replace(/ /g, "").slice(0, 9));
    if (rank !== undefined) found.add(rank);
  }
  return found.size === 1 ? [...found][0] : undefined;
}

function byName(
  index: PayerIndex,
  written: readonly string[],
  truncated: boolean,
  isTreasury: boolean,
): NameReading {
  const words = joinedWords(index, written);
  const seen = new Set(
    words.filter(
      (word, at) =>
        word.length > 1 && !EMPTY.has(word) && (!/^\d+$/.test(word) || isNumberOfName(index, words, at)),
    ),
  );
  const last = words.at(-1);
  if (truncated && last && last.length >= SHORTEST_PREFIX && !index.postings.has(last)) {
    const full = onlyWordStarting(index.words, last);
    if (full !== undefined && seen.delete(last)) seen.add(full);
  }
  let total = 0;
  const candidates: number[] = [];
  /** By payer: its place among the candidates, counted from one. */
  const placeOf = new Int32Array(index.payers.length);
  const known: { readonly word: string; readonly weight: number }[] = [];
  for (const word of seen) {
    const weight = index.weights.get(word);
    // What no name holds is nobody's own word.
    if (weight !== undefined) known.push({ word, weight });
    total += weight ?? (GENERIC.has(word) ? 0.25 : 1) * index.unknownWeight;
    const holders = index.postings.get(word);
    if (!holders || GENERIC.has(word) || holders.length > MAX_POSTINGS) continue;
    for (const rank of holders) {
      if (placeOf[rank] === 0) placeOf[rank] = candidates.push(rank);
    }
  }
  const own = new Float64Array(candidates.length);
  for (const { word, weight } of known)
    for (const holders of [index.postings.get(word), index.townsAlone.get(word)])
      for (const rank of holders ?? []) {
        const place = must(placeOf[rank], "place");
        if (place > 0) own[place - 1] = must(own[place - 1], "own words") + weight;
      }
  const seenWords = seenIn(index.names, seen);
  const form = legalFormIn(written);
  const scored: (PayerMatch & {
    readonly explained: number;
    readonly significant: number;
    readonly isOtherForm: boolean;
  })[] = [];
  for (const [place, rank] of candidates.entries()) {
    const best = bestName(index.names, rank, seenWords);
    if (best.coverage < 0.25) continue;
    const payer = must(index.payers[rank], "payer");
    if (isTreasury && isNamedByItsTown(payer, seen)) continue;
    const explained = total > 0 ? must(own[place], "own words") / total : 0;
    const isOtherForm = formDiffers(payer, form);
    scored.push({
      payer_key: payer.key,
      display_name: payer.display,
      coverage: best.coverage,
      // « SARL LE ZOOM » is nearer to the SARL of that name than to the SAS (LET-39).
      score: best.coverage * (0.5 + 0.5 * explained) * (isOtherForm ? OTHER_FORM : 1),
      explained,
      significant: best.significant,
      isOtherForm,
    });
  }
  scored.sort((a, b) => b.score - a.score || compare(a.payer_key, b.payer_key));
  const [first, second] = scored;
  const matches = scored.slice(0, 6);
  const possible = new Set(
    scored.filter((match) => match.coverage >= RESOLVED_COVERAGE).map((match) => match.payer_key),
  );
  // Whose name is a part of the first's, as a client called like the town, is not what the longer name means (LET-33).
  const rivals = scored.filter(
    (match) => !match.isOtherForm && match.significant >= (first?.significant ?? 0),
  );
  const alike = new Set(rivals.filter((match) => match.coverage >= ALIKE).map((match) => match.payer_key));
  if (!first || first.coverage < RESOLVED_COVERAGE)
    return { matches, possible, alike, isWhole: false, how: "unknown" };
  const isWhole =
    first.coverage >= WHOLE &&
    first.explained >= WHOLE_EXPLAINED &&
    first.significant >= (form === undefined && !written.some((word) => PUBLIC.has(word)) ? 2 : 1) &&
    rivals.every((match) => match === first || match.coverage < WHOLE);
  const isMaybeUnnumbered = scored.some(
    (match) => match.coverage >= ALIKE && !match.isOtherForm && isUnnumbered(index, match, first, seen),
  );
  if (isMaybeUnnumbered) return { matches, possible, alike, isWhole: false, how: "ambiguous" };
  if (isWhole) return { matches, possible, alike, isWhole, how: "name" };
  if (second && second.coverage >= RESOLVED_COVERAGE && first.score - second.score < IDENTIFIED_MARGIN)
    return { matches, possible, alike, isWhole: false, how: "ambiguous" };
  const alone =
    first.explained >= (first.significant >= 2 ? IDENTIFIED_EXPLAINED : ONE_WORD_EXPLAINED) &&
    first.score - (second?.score ?? 0) >= IDENTIFIED_MARGIN;
  return { matches, possible, alike, isWhole: false, how: alone ? "name" : "likely" };
}

/** « LE STUDIO 43 » may be Le Studio, of week 43, and not Studio 43: all that is read of the one but its number is the other's too. */
function isUnnumbered(
  index: PayerIndex,
  other: PayerMatch,
  first: PayerMatch,
  seen: ReadonlySet<string>,
): boolean {
  const [named, unnumbered] = [payerOf(index, first.payer_key), payerOf(index, other.payer_key)];
  if (!named || !unnumbered) return false;
  const read = [...seen].filter((word) => named.tokens.has(word) && !GENERIC.has(word));
  const words = read.filter((word) => !/^\d+$/.test(word));
  return (
    read.some((word) => /^\d+$/.test(word) && !unnumbered.tokens.has(word)) &&
    words.some((word) => !named.towns.has(word)) &&
    words.every((word) => unnumbered.tokens.has(word))
  );
}

/** Nothing of a private company but its town is read: a treasury's office is called by the town it sits in. */
function isNamedByItsTown(payer: Payer, seen: ReadonlySet<string>): boolean {
  for (const token of payer.tokens) {
    if (PUBLIC.has(token)) return false;
    if (seen.has(token) && !GENERIC.has(token) && !payer.towns.has(token)) return false;
  }
  return true;
}

/** Share of a name, and of the label's words, from which nobody else is meant. */
const WHOLE = 0.95;
const ALIKE = 0.7;
const WHOLE_EXPLAINED = 0.85;
const OTHER_FORM = 0.75;

const formDiffers = ({ tokens, hasForm }: Payer, form: string | undefined): boolean =>
  form !== undefined && hasForm && !tokens.has(form);

/** The label has a legal form that the names of this payer do not have, and they have another (LET-39). */
export function hasOtherForm(index: PayerIndex, payerKey: string, form: string | undefined): boolean {
  const payer = payerOf(index, payerKey);
  return payer !== undefined && formDiffers(payer, form);
}

/** Every word of the names and towns of the payer that a label names first. */
export function wordsOfPayer(index: PayerIndex, { matches }: PayerReading): ReadonlySet<string> {
  const payer = payerOf(index, matches[0]?.payer_key ?? "");
  return new Set([...(payer?.tokens ?? []), ...(payer?.towns ?? [])]);
}

/** Every one of these words is of the payer's names or towns. */
export function hasWords(index: PayerIndex, payerKey: string, words: readonly string[]): boolean {
  const payer = payerOf(index, payerKey);
  return payer !== undefined && words.every((word) => payer.tokens.has(word) || payer.towns.has(word));
}
