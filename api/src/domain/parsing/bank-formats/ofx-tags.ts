/** A tag of OFX, with what stands behind it. */
export interface OfxTag {
  readonly name: string;
  readonly isEnd: boolean;
  /** What it says; empty at an end, and where other elements follow. */
  readonly value: string;
  /** 1-based */
  readonly line: number;
}

/** A tag, then text up to the next one; a value may stand in CDATA. What is no tag is text. */
const TAG = /<(\/?)([A-Za-z][\w.]{0,60})>(?:\s{0,100}<!\[CDATA\[([^\]]{0,2000})\]\]>|([^<]*))/g;
const MAX_VALUE = 2_000;
const LINE_END = 10;

/** The tags of a file from the first to the last; with or without those that close a value. */
export function* ofxTags(text: string): Generator<OfxTag> {
  let line = 1;
  let counted = 0;
  for (const match of text.matchAll(TAG)) {
    for (; counted < match.index; counted += 1) if (text.charCodeAt(counted) === LINE_END) line += 1;
    const [, slash, name = "", cdata, plain = ""] = match;
    const value = cdata ?? unescaped(plain.slice(0, MAX_VALUE));
    yield { name: name.toUpperCase(), isEnd: slash === "/", value: slash === "/" ? "" : value.trim(), line };
  }
}

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/** Nothing is known but the marks of XML and characters by their numbers: no entity of the file's own. */
const unescaped = (text: string): string =>
  text.includes("&")
    ? text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (all, decimal, hex, name: string) => {
        if (name) return NAMED[name.toLowerCase()] ?? all;
        const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
        const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
        return isCharacter ? String.fromCodePoint(code) : " ";
      })
    : text;
