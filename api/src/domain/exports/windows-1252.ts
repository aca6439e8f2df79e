import iconv from "iconv-lite";

const ENCODING = "win1252";
const KNOWN = new Set(iconv.decode(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)), ENCODING));

/** What stands for the signs that have no decomposition into letters that windows-1252 knows. */
const REPLACEMENTS = new Map([
  ["\u202f", "\u00a0"],
  ["\u2009", "\u00a0"],
  ["\u2011", "-"],
  ["\u2212", "-"],
  ["→", ">"],
  ["Ł", "L"],
  ["ł", "l"],
  ["Đ", "D"],
  ["đ", "d"],
]);

/** Bytes of windows-1252 as they are: nearly all text. */
// oxlint-disable-next-line no-control-regex -- they are bytes too
const LATIN = /^[\u0000-\u007f\u00a0-\u00ff]*$/;

/** The same text in the letters of windows-1252: one that it lacks loses its accent, else becomes `?`. */
export function inWindows1252(text: string): string {
  if (LATIN.test(text)) return text;
  return text.normalize("NFC").replace(/[^\u0020-\u007e]/gu, (character) => {
    if (KNOWN.has(character)) return character;
    const replacement = REPLACEMENTS.get(character);
    if (replacement !== undefined) return replacement;
    const letters = character.normalize("NFKD").replace(/\p{M}/gu, "");
    return letters.replace(/./gsu, (letter) => (KNOWN.has(letter) ? letter : "?"));
  });
}

/** Bytes for accounting software that only reads windows-1252. */
export const toWindows1252 = (text: string): Buffer =>
  LATIN.test(text) ? Buffer.from(text, "latin1") : iconv.encode(inWindows1252(text), ENCODING);
