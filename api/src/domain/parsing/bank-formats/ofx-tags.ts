/** A tag of OFX, with what stands behind it. */
export interface OfxTag {
  readonly name: string;
  readonly isEnd: boolean;
  /** What it says; empty at an end, and where other elements follow. */
  readonly value: string;
  /** 1-based */
  readonly line: number;
}

const NAME = /^[A-Za-z][\w.]{0,60}$/;
/** With the slash of an end and the mark behind it. */
const LONGEST_TAG = 64;
const CDATA = "<![CDATA[";
const LONGEST_BLANKS = 100;
const MAX_VALUE = 2_000;

/** The tags of a file from the first to the last, with or without those that close a value. What is no tag is text. */
export function* ofxTags(text: string): Generator<OfxTag> {
  let line = 1;
  let lineEnd = text.indexOf("\n");
  let next = text.indexOf("<");
  while (next !== -1) {
    const start = next;
    const tag = text.slice(start + 1, start + LONGEST_TAG);
    const close = tag.indexOf(">");
    const isEnd = tag.startsWith("/");
    const name = close === -1 ? "" : tag.slice(isEnd ? 1 : 0, close);
    const from = start + close + 2;
    next = text.indexOf("<", start + 1);
    if (!NAME.test(name)) continue;
    for (; lineEnd !== -1 && lineEnd < start; lineEnd = text.indexOf("\n", lineEnd + 1)) line += 1;
    const plain = text.slice(from, next === -1 ? text.length : next);
    const cdata = next === -1 ? undefined : cdataAt(text, next, plain);
    if (cdata !== undefined) next = text.indexOf("<", next + CDATA.length + cdata.length);
    const value = isEnd ? "" : (cdata ?? unescaped(plain.slice(0, MAX_VALUE))).trim();
    yield { name: name.toUpperCase(), isEnd, value, line };
  }
}

/** What stands in CDATA behind the blanks after a tag. */
function cdataAt(text: string, at: number, blanks: string): string | undefined {
  if (!text.startsWith(CDATA, at) || blanks.length > LONGEST_BLANKS || blanks.trim() !== "") return undefined;
  const from = at + CDATA.length;
  const inside = text.slice(from, from + MAX_VALUE + 3);
  const end = inside.indexOf("]");
  return end !== -1 && inside.startsWith("]]>", end) ? inside.slice(0, end) : undefined;
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
