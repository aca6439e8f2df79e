import { knownNames } from "../known-names.ts";

/**
 * Takes a tag of OFX with what stands behind it.
 * @param value what it says; empty at an end, and where other elements follow
 * @param line 1-based
 */
export type TakeOfxTag = (name: string, isEnd: boolean, value: string, line: number) => void;

const nameOf = knownNames(/^[A-Za-z][\w.]{0,60}$/, 12, (written) => written.toUpperCase());
/** With the slash of an end and the mark behind it. */
const LONGEST_TAG = 63;
const CDATA = "<![CDATA[";
const LONGEST_BLANKS = 100;
const MAX_VALUE = 2_000;
const [BLANK, MARK, SLASH, CLOSE, LAST_PLAIN] = [0x20, 0x21, 0x2f, 0x3e, 0x7e];

/** Gives the tags of a file from the first to the last, with or without those that close a value. What is no tag is text. */
export function readOfxTags(text: string, take: TakeOfxTag): void {
  let line = 1;
  let lineEnd = text.indexOf("\n");
  let next = text.indexOf("<");
  while (next !== -1) {
    const start = next;
    next = text.indexOf("<", start + 1);
    const isEnd = text.charCodeAt(start + 1) === SLASH;
    const close = closeOf(text, start + 1);
    const name = close === -1 ? undefined : nameOf(text.slice(isEnd ? start + 2 : start + 1, close));
    if (name === undefined) continue;
    for (; lineEnd !== -1 && lineEnd < start; lineEnd = text.indexOf("\n", lineEnd + 1)) line += 1;
    const from = close + 1;
    const until = next === -1 ? text.length : next;
    const cdata =
      next !== -1 && text.charCodeAt(next + 1) === MARK
        ? cdataAt(text, next, text.slice(from, until))
        : undefined;
    if (cdata !== undefined) next = text.indexOf("<", next + CDATA.length + cdata.length);
    take(name, isEnd, isEnd ? "" : (cdata?.trim() ?? plainValue(text, from, until)), line);
  }
}

/** Where a tag ends that begins here. */
function closeOf(text: string, from: number): number {
  const most = Math.min(text.length, from + LONGEST_TAG);
  for (let at = from; at < most; at += 1) if (text.charCodeAt(at) === CLOSE) return at;
  return -1;
}

/** What stands in a place, without the blanks around it. */
function plainValue(text: string, from: number, until: number): string {
  let end = Math.min(until, from + MAX_VALUE);
  while (end > from && isLineEnd(text.charCodeAt(end - 1))) end -= 1;
  if (end === from) return "";
  const value = text.slice(from, end);
  if (value.includes("&")) return unescaped(value).trim();
  return isPlain(text.charCodeAt(from)) && isPlain(text.charCodeAt(end - 1)) ? value : value.trim();
}

const isLineEnd = (code: number): boolean => code === BLANK || code === 0x0d || code === 0x0a;
/** No blank of any kind. */
const isPlain = (code: number): boolean => code > BLANK && code <= LAST_PLAIN;

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
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (all, decimal, hex, name: string) => {
    if (name) return NAMED[name.toLowerCase()] ?? all;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : " ";
  });
