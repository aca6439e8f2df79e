import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type Font } from "fontkit";
import { must } from "../domain/must.ts";

const require = createRequire(import.meta.url);

const PRIVATE_USE = [0xe000, 0xf8ff] as const;
/** Characters that readers should find when they copy a text, before others that look the same. */
const COMMON = [
  [0x20, 0x24f],
  [0x2000, 0x22ff],
] as const;

/**
 * A face of Inter, embedded so that every reader shows the same page and PDF/A stays possible.
 * It is parsed once per process: for each document anew it would cost more than the rest of the invoice.
 */
function load(file: string): Font {
  const font = create(readFileSync(require.resolve(`@expo-google-fonts/inter/${file}`)));
  if (!("layout" in font)) throw new Error(`${file} holds several fonts`);
  rememberCharacters(font);
  // Contextual alternates turn « -> » into an arrow and the x between figures into ×; a name is printed as it is written.
  const layout = font.layout.bind(font);
  font.layout = remembered((text, features) => layout(text, { calt: false, ...switchedOn(features) }));
  return font;
}

type Layout = Font["layout"];
type Run = ReturnType<Layout>;
type Features = Parameters<Layout>[1];

/** Words and figures that are kept for each face, some megabytes. */
const MOST_RUNS = 10_000;

/**
 * Invoices are made of the same words: laying them out anew for each document is half of its cost. pdfkit scales the positions
 * that it is given in place, so it is given copies.
 */
function remembered(layout: Layout): Layout {
  const runs = new Map<string, Run>();
  return (text, features) => {
    const key = `${Object.keys(switchedOn(features)).join()} ${text}`;
    let run = runs.get(key);
    if (!run) {
      run = layout(text, features);
      if (runs.size >= MOST_RUNS) runs.clear();
      runs.set(key, run);
    }
    const positions = run.positions.map((position) => ({ ...position }));
    return Object.assign(Object.create(Object.getPrototypeOf(run) as object) as Run, run, { positions });
  };
}

const switchedOn = (features: Features): Record<string, boolean> =>
  Array.isArray(features) ? Object.fromEntries(features.map((tag) => [tag, true])) : { ...features };

const faces = new Map<string, Font>();

function face(file: string): Font {
  const known = faces.get(file);
  if (known) return known;
  const font = load(file);
  faces.set(file, font);
  return font;
}

/** Parsed when a document first asks for them: most processes that load this draw none. */
export const FONTS = {
  get regular() {
    return face("400Regular/Inter_400Regular.ttf");
  },
  get medium() {
    return face("500Medium/Inter_500Medium.ttf");
  },
  get strong() {
    return face("600SemiBold/Inter_600SemiBold.ttf");
  },
} as const;

/**
 * A glyph remembers the first characters that it was asked for, and gives them back to who copies or searches the text.
 * Asking for all once, in one order, keeps a document the same whatever was drawn before it in this process.
 */
function rememberCharacters(font: Font): void {
  const isIn = (codePoint: number, [first, last]: readonly [number, number]): boolean =>
    codePoint >= first && codePoint <= last;
  const isCommon = (codePoint: number): boolean => COMMON.some((range) => isIn(codePoint, range));
  const characters = font.characterSet.filter((codePoint) => !isIn(codePoint, PRIVATE_USE));
  for (const codePoint of characters.filter(isCommon)) font.glyphForCodePoint(codePoint);
  for (const codePoint of characters) font.glyphForCodePoint(codePoint);
  // Inter also gives its tabular figures private characters: they must read as the figures that they are.
  font.layout("0123456789+-., \u00a0\u202f%€", ["tnum"]);
}

/** What Inter has no glyph for, besides the line ends that break a text. All its faces have the same characters. */
let characters: ReadonlySet<number> | undefined;
function isDrawn(character: string): boolean {
  characters ??= new Set(FONTS.regular.characterSet);
  return character === "\n" || characters.has(must(character.codePointAt(0), "code point"));
}
/** Texts of invoices are nearly all made of these. */
const PLAIN = /^[\n\u0020-\u007e\u00a0-\u017f\u2013\u2019\u202f\u20ac]*$/;

/**
 * The text with a question mark for each character that the face does not have: PDF/A forbids to show the glyph of what is
 * missing, and its data tell the name in full.
 */
export const readable = (text: string): string =>
  PLAIN.test(text)
    ? text
    : Array.from(text.normalize("NFC"), (character) => (isDrawn(character) ? character : "?")).join("");

/** Whether a page shows the text as it is written. */
export const isPrintable = (text: string): boolean =>
  PLAIN.test(text) || Array.from(text.normalize("NFC")).every(isDrawn);
