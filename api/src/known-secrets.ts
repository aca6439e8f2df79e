// What people take for a random key and others know by heart or find on the net: digits of constants, hashes of words, UUIDs of
// documents, pangrams in disguise, sequences.
import { createHash } from "node:crypto";
import { must } from "./domain/must.ts";

/** So long a stretch of something known is hardly a coincidence: two of a million keys of 32 hexadecimal digits have one of digits. */
const GRAMS = { digits: 10, letters: 8 };
const DIGITS = 1000;

const PANGRAMS = [
  "the quick brown fox jumps over the lazy dog",
  "the quick brown fox jumped over the lazy dogs",
  "the quick onyx goblin jumps over the lazy dwarf",
  "pack my box with five dozen liquor jugs",
  "sphinx of black quartz judge my vow",
  "jackdaws love my big sphinx of quartz",
  "how vexingly quick daft zebras jump",
  "the five boxing wizards jump quickly",
  "waltz bad nymph for quick jigs vex",
  "waltz nymph for quick jigs vex bud",
  "bright vixens jump dozy fowl quack",
  "quick zephyrs blow vexing daft jim",
  "two driven jocks help fax my big quiz",
  "glib jocks quiz nymph to vex dwarf",
  "cozy lummox gives smart squid who asks for job pen",
  "amazingly few discotheques provide jukeboxes",
  "grumpy wizards make toxic brew for the evil queen and jack",
  "we promptly judged antique ivory buckles for the next prize",
  "a quick movement of the enemy will jeopardize six gunboats",
  "portez ce vieux whisky au juge blond qui fume",
  "portez ce vieux whisky aux juges blonds qui fument",
  "voix ambigue d un coeur qui au zephyr prefere les jattes de kiwis",
  "buvez de ce whisky que le patron juge fameux",
  "vif juge trempez ce blond whisky aqueux",
  "monsieur jack vous dactylographiez bien mieux que votre ami wolf",
  "bachez la queue du wagon taxi avec les pyjamas du fakir",
  "whisky vert jugez cinq fox d aplomb",
  "prouvez beau juge que le fameux sandwich au yak tue",
  "le vif zephyr jubile sur les kumquats du clown gracieux",
  "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt",
];
const UUIDS = [
  // RFC 9562: name spaces and examples; those that documents show.
  "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
  "c232ab00-9414-11ec-b3c8-9f6bdeced846",
  "5df41881-3aed-3515-88a7-2f4a814cf09e",
  "919108f7-52d1-4320-9bac-f847db4148a8",
  "2ed6657d-e927-568b-95e1-2665a8aea6a2",
  "1ec9414c-232a-6b00-b3c8-9f6bdeced846",
  "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
  "5c146b14-3c52-8afd-938a-375d0df1fbf6",
  "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
  "123e4567-e89b-12d3-a456-426614174000",
  "550e8400-e29b-41d4-a716-446655440000",
  "f47ac10b-58cc-4372-a567-0e02b2c3d479",
  "110ec58a-a0f2-4ac4-8393-c866d813b8d1",
];
const HEX_WORDS =
  "deadbeef cafebabe feedface baadf00d defec8ed facefeed badc0ffe c0ffee00 deadc0de cafed00d cafef00d";
const HASHED =
  " 0 1 a abc test foo bar hello hello-world null root admin administrator user password passwort motdepasse pass secret secretkey " +
  "secret_key key token changeme letmein qwerty azerty iloveyou welcome 123 1234 12345 123456 12345678 123456789 1234567890 bobine " +
  "example demo default dev development production prod localhost postgres";
const HASHES = ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"];

/** @returns how many characters from a place on are a stretch of something known, case, disguise and marks apart; 0 when none */
export function knownIn(characters: readonly string[]): (at: number) => number {
  const { digits, letters } = (known ??= makeKnown());
  const digitsAt = stretchesIn(characters, digits);
  const lettersAt = stretchesIn(characters, letters);
  return (at) => Math.max(digitsAt(at), lettersAt(at));
}

/** What it takes to say which known stretch it is. */
export const BITS_OF_A_KNOWN_STRETCH = 17;

/** Stretches of some texts, and how characters are compared with them. */
interface Stretches {
  readonly length: number;
  readonly fold: (character: string) => string;
  readonly all: ReadonlySet<string>;
}

function stretchesIn(
  characters: readonly string[],
  { length, fold, all }: Stretches,
): (at: number) => number {
  const folded = characters.map((character) => fold(character).charAt(0)).join("");
  return (at) => {
    let end = at;
    for (let from = at; from + length <= folded.length; from += 1) {
      if (!all.has(folded.slice(from, from + length))) break;
      end = from + length;
    }
    return end - at;
  };
}

const asSpelt = (character: string): string => character.toLowerCase();

const LOOKS_LIKE: Readonly<Record<string, string>> = Object.fromEntries(
  ["o0", "iil1!|", "zz2", "ee3€", "aa4@", "ss5$", "gg69", "tt7+", "bb8"].flatMap((all) =>
    Array.from(all).map((character) => [character, all.charAt(0)]),
  ),
);
/** « l » and « i » have one disguise, « g » has two. */
function asLetter(character: string): string {
  const letter = character.normalize("NFD").charAt(0).toLowerCase();
  return LOOKS_LIKE[letter] ?? letter;
}

let known: { readonly digits: Stretches; readonly letters: Stretches } | undefined;

function makeKnown() {
  const digits = [
    ...[10n, 16n].flatMap(constantsIn),
    ...sequences(),
    ...UUIDS.map((uuid) => uuid.replaceAll("-", "")),
    ...HASHED.split(" ").flatMap((word) =>
      HASHES.map((algorithm) => createHash(algorithm).update(word).digest("hex")),
    ),
  ];
  const letters = [...PANGRAMS.map((text) => text.replaceAll(" ", "")), ...HEX_WORDS.split(" ")];
  return {
    digits: stretchesOf(digits, GRAMS.digits, asSpelt),
    letters: stretchesOf(letters, GRAMS.letters, asLetter),
  };
}

/** Of the texts and of their reverse. */
function stretchesOf(
  texts: readonly string[],
  length: number,
  fold: (character: string) => string,
): Stretches {
  const all = new Set<string>();
  for (const text of texts) {
    const folded = Array.from(text, fold);
    for (const way of [folded.join(""), folded.toReversed().join("")])
      for (let from = 0; from + length <= way.length; from += 1) all.add(way.slice(from, from + length));
  }
  return { length, fold, all };
}

/** π, e, √2, √3, √5, φ and ln 2, as they are written in that base. */
function constantsIn(base: bigint): string[] {
  // The last digits are off by what was rounded.
  const one = base ** BigInt(DIGITS + 20);
  const root = (of: bigint): bigint => integerRoot(of * one * one);
  const pi = 4n * (4n * arctanOf(5n, one) - arctanOf(239n, one));
  const values = [pi, eulerOf(one), root(2n), root(3n), root(5n), (one + root(5n)) / 2n, lnTwo(one)];
  return values.map((value) => value.toString(Number(base)).slice(0, DIGITS));
}

function integerRoot(of: bigint): bigint {
  let root = 1n << BigInt(Math.ceil(of.toString(2).length / 2));
  for (;;) {
    const next = (root + of / root) / 2n;
    if (next >= root) return root;
    root = next;
  }
}

/** arctan(1/x) */
function arctanOf(x: bigint, one: bigint): bigint {
  let [sum, power, sign] = [0n, one / x, 1n];
  for (let divisor = 1n; power > 0n; divisor += 2n) {
    sum += (sign * power) / divisor;
    power /= x * x;
    sign = -sign;
  }
  return sum;
}

function eulerOf(one: bigint): bigint {
  let [sum, term] = [one, one];
  for (let place = 1n; term > 0n; place += 1n) {
    term /= place;
    sum += term;
  }
  return sum;
}

function lnTwo(one: bigint): bigint {
  // 2 × artanh(1/3)
  let [sum, power] = [0n, one / 3n];
  for (let divisor = 1n; power > 0n; divisor += 2n) {
    sum += power / divisor;
    power /= 9n;
  }
  return 2n * sum;
}

/** Numbers one after the other: all, even, odd, squares, powers of two, primes, Fibonacci's. */
function sequences(): string[] {
  const numbers = Array.from({ length: 200 }, (_, place) => place + 1);
  const fibonacci = [1n, 1n];
  while (fibonacci.length < 100) fibonacci.push(must(fibonacci.at(-1), "") + must(fibonacci.at(-2), ""));
  const isPrime = (number: number): boolean =>
    number > 1 && numbers.every((one) => one === 1 || one >= number || number % one !== 0);
  return [
    numbers,
    numbers.filter((number) => number % 2 === 0),
    numbers.filter((number) => number % 2 === 1),
    numbers.map((number) => number * number),
    numbers.slice(0, 100).map((number) => 2n ** BigInt(number - 1)),
    numbers.filter(isPrime),
    fibonacci,
  ].map((all) => all.join(""));
}
