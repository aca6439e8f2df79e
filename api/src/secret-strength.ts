// How hard a secret is to guess, from its text alone: an estimate on the low side, for keys that people type or copy.
import { must } from "./domain/must.ts";

/** English and French text holds this much for each letter. */
const BITS_OF_A_WORDS_LETTER = 1.5;
const LONGEST_CLUSTER = /[bcdfghjklmnpqrstvwxz]{5}/i;
/** Of examples in documents: whoever reads them knows the rest too. */
const OF_AN_EXAMPLE =
  /change.?me|changez|example|exemple|password|mot.?de.?passe|secret.?key|your.?(secret|key)|votre.?cl/i;

/**
 * The bits of a text that somebody would have to guess. What comes again, goes on by one (abcd, 4321) or reads like words counts for
 * little; an example of a document for nothing.
 */
export function estimatedBits(secret: string): number {
  if (OF_AN_EXAMPLE.test(secret)) return 0;
  const rest = withoutRepeats(secret);
  const bitsOfACharacter = Math.log2(alphabetOf(rest));
  let bits = 0;
  for (const part of rest.match(/\p{L}+|[\s.,;:_-]|[^\p{L}\s.,;:_-]+/gu) ?? [])
    bits += part.length * (readsLikeWords(part) ? BITS_OF_A_WORDS_LETTER : bitsOfACharacter);
  return bits;
}

/** Each character that could not be told from those before it. */
function withoutRepeats(text: string): string {
  const all = Array.from(text);
  const kept: string[] = [];
  for (let at = 0; at < all.length; ) {
    const length = Math.max(repeatAt(all, at), runAt(all, at));
    kept.push(must(all[at], "character"));
    at += length;
  }
  return kept.join("");
}

/** Length of what begins here and stood before already, from three characters on; else 1. */
function repeatAt(all: readonly string[], at: number): number {
  let longest = 1;
  for (let before = 0; before < at; before += 1) {
    let length = 0;
    while (at + length < all.length && all[before + length] === all[at + length]) length += 1;
    if (length >= 3) longest = Math.max(longest, length);
  }
  return longest;
}

/** Length of the run of like steps that begins here: aaaa, 12345, zyx; else 1. */
function runAt(all: readonly string[], at: number): number {
  const beyond = Number.NaN;
  const code = (index: number): number => all[index]?.codePointAt(0) ?? beyond;
  const step = code(at + 1) - code(at);
  if (!(Math.abs(step) <= 1)) return 1;
  let length = 2;
  while (code(at + length) - code(at + length - 1) === step) length += 1;
  return length >= 3 ? length : 1;
}

function alphabetOf(text: string): number {
  if (/^[\da-f]*$/.test(text) || /^[\dA-F]*$/.test(text)) return 16;
  const kinds = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[^a-zA-Z\d]/, 6],
  ] as const;
  return kinds.reduce((sum, [kind, size]) => sum + (kind.test(text) ? size : 0), 0);
}

/** A mark between words; or letters of one case, as many vowels as in a language, and no heap of consonants. */
function readsLikeWords(letters: string): boolean {
  if (/^[\s.,;:_-]$/.test(letters)) return true;
  if (letters.length < 3 || !/^\p{L}?(\p{Ll}+|\p{Lu}+)$/u.test(letters)) return false;
  const vowels = letters.match(/[aeiouyàâéèêëîïôöûùü]/gi)?.length ?? 0;
  const share = vowels / letters.length;
  return share >= 0.2 && share <= 0.7 && !LONGEST_CLUSTER.test(letters);
}
