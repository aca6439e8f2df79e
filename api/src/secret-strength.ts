// How hard a secret is to guess, from its text alone: an estimate on the low side, for keys that people type or copy.
// zxcvbn was tried: half a second of dictionaries at each start and six more for each random key, and it takes a sentence for words
// that were drawn. What is looked for here is the reverse: whether a machine may have drawn the characters one by one.
import { must } from "./domain/must.ts";
import { BITS_OF_A_KNOWN_STRETCH, knownIn } from "./known-secrets.ts";
import { areKeyboardNeighbours, areOftenTogether } from "./typed-text.ts";

/** English and French text holds this much for each letter; a walk over the keys holds less. */
const BITS_OF_A_TYPED_CHARACTER = 1.5;
/** Three coincidences are together this rare in about two of ten million drawn keys, which are refused. */
const RARE = 1e-9;
/** What repeats and runs may spare whoever dictates a drawn key: more in fewer than one of ten million keys of 32 hexadecimal digits. */
const SPARED_BY_CHANCE = 24;
/** What people put between words, and groups of digits. */
const MARK = /[\s.,;:_'-]/;
/** Of examples in documents: whoever reads them knows the rest too. */
const OF_AN_EXAMPLE =
  /change.?me|changez|example|exemple|password|mot.?de.?passe|secret.?key|your.?(secret|key)|256.?bit|votre.?cl/i;

/**
 * The bits of a text that somebody would have to guess. What comes again, or goes on by the same step (abcd, 9753), counts for little,
 * and so does all of a text that reads like words or runs over a keyboard; an example of a document counts for nothing.
 */
export function estimatedBits(secret: string): number {
  return Math.min(...[secret, ...decoded(secret)].map(bitsOf));
}

function bitsOf(secret: string): number {
  if (OF_AN_EXAMPLE.test(secret)) return 0;
  const { all, rest, spared } = withoutRepeats(secret);
  if (isTyped(secret)) return rest.length * BITS_OF_A_TYPED_CHARACTER;
  const counted = spared > SPARED_BY_CHANCE ? rest : all;
  return counted.length * Math.log2(alphabetOf(counted).length);
}

/** What the secret may be another spelling of: text in hexadecimal or base 64, and the bytes of base 64 in hexadecimal. */
function decoded(secret: string): string[] {
  const isHex = /^([\da-f]{2})+$/i.test(secret);
  const isBase64 = /^[\w+/-]+={0,2}$/.test(secret);
  const bytes = [
    ...(isHex ? [Buffer.from(secret, "hex")] : []),
    ...(isBase64 ? [Buffer.from(secret, "base64")] : []),
  ];
  return bytes.flatMap((all) => {
    const text = all.toString("latin1");
    return [...(/^[ -~]+$/.test(text) ? [text] : []), ...(isHex ? [] : [all.toString("hex")])];
  });
}

/**
 * Whether a draw would hardly bring so many neighbours that belong together, in words or on a keyboard, and so few letters of one case
 * (« LeCinéma »).
 */
function isTyped(secret: string): boolean {
  // Nothing that makes keys draws blanks.
  if (/\s/.test(secret)) return true;
  const all = Array.from(secret);
  const capitals = all.filter((character) => /[A-Z]/.test(character)).length;
  const letters = all.filter((character) => /[a-zA-Z]/.test(character)).length;
  const hasBothCases = capitals > 0 && capitals < letters;
  const coincidences = [
    neighboursBelong(
      all.filter((character) => !MARK.test(character)),
      areOftenTogether,
    ),
    neighboursBelong(all, areKeyboardNeighbours),
    hasBothCases ? Math.min(1, 2 * atLeast(Math.max(capitals, letters - capitals), letters, 1 / 2)) : 1,
  ];
  return coincidences.reduce((product, one) => product * one, 1) < RARE;
}

/** How probable it is for drawn characters to have so many neighbours that belong together. */
function neighboursBelong(all: readonly string[], belong: Belonging): number {
  let [hits, tries] = [0, 0];
  for (let at = 1; at < all.length; at += 1) {
    const verdict = belong(must(all[at - 1], "character"), must(all[at], "character"));
    if (verdict !== undefined) tries += 1;
    if (verdict) hits += 1;
  }
  return atLeast(hits, tries, shareOf(alphabetOf(all), belong));
}

type Belonging = (first: string, second: string) => boolean | undefined;

/** Of all pairs of an alphabet, how many belong together. There are few alphabets. */
function shareOf(alphabet: readonly string[], belong: Belonging): number {
  const shares = SHARES.get(belong) ?? new Map<string, number>();
  SHARES.set(belong, shares);
  const key = alphabet.join("");
  const known = shares.get(key);
  if (known !== undefined) return known;
  const verdicts = alphabet.flatMap((first) => alphabet.map((second) => belong(first, second)));
  const possible = verdicts.filter((one) => one !== undefined);
  const share = possible.filter(Boolean).length / possible.length;
  shares.set(key, share);
  return share;
}
const SHARES = new Map<Belonging, Map<string, number>>();

/** How probable so many hits or more are, among so many tries of which each hits with this probability. */
function atLeast(hits: number, tries: number, probability: number): number {
  let exactly = (1 - probability) ** tries;
  let fewer = 0;
  for (let count = 0; count < hits; count += 1) {
    fewer += exactly;
    exactly *= ((tries - count) / (count + 1)) * (probability / (1 - probability));
  }
  return Math.min(1, Math.max(0, 1 - fewer));
}

/**
 * Each character that could not be told from those before it, nor is a stretch of something known, and the bits that the others spare to
 * whoever says instead what they repeat or go on with. Marks between words tell nothing.
 */
function withoutRepeats(text: string) {
  const all = Array.from(text).filter((character) => !MARK.test(character));
  const codes = all.map(codeOf);
  const folded = all.map((character) => codeOf(character.toLowerCase()));
  const rest: string[] = [];
  const character = Math.log2(alphabetOf(all).length);
  const place = Math.log2(all.length);
  const knownAt = knownIn(all);
  let spared = 0;
  for (let at = 0; at < all.length; ) {
    const repeat = repeatAt(folded, at);
    const run = runAt(codes, at);
    const length = Math.max(repeat, run, twoRunsAt(folded, at), knownAt(at));
    // What it takes to say it: where or how it begins, by which steps, and its length.
    if (length > 1) {
      const cost =
        length === repeat
          ? place
          : length === run
            ? 2 * character
            : Math.min(4 * character, BITS_OF_A_KNOWN_STRETCH);
      spared += Math.max(0, length * character - cost - place);
    }
    rest.push(must(all[at], "character"));
    at += length;
  }
  return { all, rest, spared };
}

const BEYOND = Number.NaN;
const codeOf = (character: string): number => character.codePointAt(0) ?? BEYOND;

/** Length of what begins here and stood before already, in either case, from three characters on; else 1. */
function repeatAt(codes: readonly number[], at: number): number {
  let longest = 1;
  for (let before = 0; before < at; before += 1) {
    let length = 0;
    while (at + length < codes.length && codes[before + length] === codes[at + length]) length += 1;
    if (length >= 3) longest = Math.max(longest, length);
  }
  return longest;
}

/** From the code so many places before to this one; beyond the end, nothing that equals anything. */
const stepTo = (codes: readonly number[], at: number, back: number): number =>
  (codes[at] ?? BEYOND) - (codes[at - back] ?? BEYOND);

/** Length of the run of like steps that begins here: aaaa, 12345, zyx, acegi, from four characters on; else 1. */
function runAt(codes: readonly number[], at: number): number {
  const step = stepTo(codes, at + 1, 1);
  let length = 2;
  while (stepTo(codes, at + length, 1) === step) length += 1;
  return length >= 4 ? length : 1;
}

/** Length of two runs that take turns, in either case: a1b2c3d4, aAbBcC, from eight characters on; else 1. */
function twoRunsAt(codes: readonly number[], at: number): number {
  let length = 4;
  while (stepTo(codes, at + length, 2) === stepTo(codes, at + length - 2, 2)) length += 1;
  return length >= 8 ? length : 1;
}

const HEX = "0123456789abcdef";
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/[a-z]/, "abcdefghijklmnopqrstuvwxyz"],
  [/[A-Z]/, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"],
  [/\d/, "0123456789"],
  [/[^a-zA-Z\d]/, "+/-_=."],
];

/** What the characters may have been drawn from: the kinds that are there. */
function alphabetOf(characters: readonly string[]): readonly string[] {
  const text = characters.join("");
  const isHex = /^[^g-zA-Z]*$/.test(text) || /^[^a-zG-Z]*$/.test(text);
  const kinds = KINDS.filter(([kind]) => kind.test(text)).map(([, all]) => all);
  return Array.from(isHex ? HEX : kinds.join(""));
}
