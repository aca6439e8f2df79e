// How hard a secret is to guess, from its text alone: an estimate on the low side, for keys that people type or copy.
// zxcvbn was tried: half a second of dictionaries at each start and six more for each random key, and it takes a sentence for words
// that were drawn. What is looked for here is the reverse: whether a machine may have drawn the characters one by one.
import { must } from "./domain/must.ts";
import { knownAt } from "./known-secrets.ts";
import { areKeyboardNeighbours, areOftenTogether } from "./typed-text.ts";

/** English and French text holds this much for each letter; a walk over the keys holds less. */
const BITS_OF_A_TYPED_CHARACTER = 1.5;
/** Three coincidences are together this rare in about two of a million drawn keys, which are refused. */
const RARE = 1e-8;
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
  const rest = withoutRepeats(secret);
  return rest.length * (isTyped(secret) ? BITS_OF_A_TYPED_CHARACTER : Math.log2(alphabetOf(rest).length));
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
function neighboursBelong(
  all: readonly string[],
  belong: (first: string, second: string) => boolean | undefined,
): number {
  const told = (verdicts: readonly (boolean | undefined)[]) => verdicts.filter((one) => one !== undefined);
  const alphabet = alphabetOf(all);
  const found = told(all.slice(1).map((character, at) => belong(must(all[at], "character"), character)));
  const possible = told(alphabet.flatMap((first) => alphabet.map((second) => belong(first, second))));
  const share = possible.filter(Boolean).length / possible.length;
  return atLeast(found.filter(Boolean).length, found.length, share);
}

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

/** Each character that could not be told from those before it, nor is a stretch of something known. Marks between words tell nothing. */
function withoutRepeats(text: string): readonly string[] {
  const all = Array.from(text).filter((character) => !MARK.test(character));
  const kept: string[] = [];
  for (let at = 0; at < all.length; ) {
    const length = Math.max(repeatAt(all, at), runAt(all, at), twoRunsAt(all, at), knownAt(all, at));
    kept.push(must(all[at], "character"));
    at += length;
  }
  return kept;
}

/** Length of what begins here and stood before already, in either case, from three characters on; else 1. */
function repeatAt(all: readonly string[], at: number): number {
  const folded = (index: number): string | undefined => all[index]?.toLowerCase();
  let longest = 1;
  for (let before = 0; before < at; before += 1) {
    let length = 0;
    while (at + length < all.length && folded(before + length) === folded(at + length)) length += 1;
    if (length >= 3) longest = Math.max(longest, length);
  }
  return longest;
}

/** Length of the run of like steps that begins here: aaaa, 12345, zyx, acegi, from four characters on; else 1. */
function runAt(all: readonly string[], at: number): number {
  const beyond = Number.NaN;
  const code = (index: number): number => all[index]?.codePointAt(0) ?? beyond;
  const step = code(at + 1) - code(at);
  let length = 2;
  while (code(at + length) - code(at + length - 1) === step) length += 1;
  return length >= 4 ? length : 1;
}

/** Length of two runs that take turns, in either case: a1b2c3d4, aAbBcC, from eight characters on; else 1. */
function twoRunsAt(all: readonly string[], at: number): number {
  const beyond = Number.NaN;
  const code = (index: number): number => all[index]?.toLowerCase().codePointAt(0) ?? beyond;
  let length = 4;
  while (code(at + length) - code(at + length - 2) === code(at + length - 2) - code(at + length - 4))
    length += 1;
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
