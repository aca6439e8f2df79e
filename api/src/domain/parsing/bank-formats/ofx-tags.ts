import { standsAt } from "../known-names.ts";

/**
 * Takes a tag of OFX with what stands behind it.
 * @param value what it says; empty at an end, and where other elements follow
 * @param line 1-based
 * @param place of its name, where it has one
 */
export type TakeOfxTag = (
  name: string,
  isEnd: boolean,
  value: string,
  line: number,
  place: number | undefined,
) => void;

const NAME = /^[A-Za-z][\w.]{0,60}$/;
/** With the slash of an end and the mark behind it. */
const LONGEST_TAG = 63;
const CDATA = "<![CDATA[";
const LONGEST_BLANKS = 100;
const MAX_VALUE = 2_000;
const [BLANK, MARK, SLASH, CLOSE, LAST_PLAIN] = [0x20, 0x21, 0x2f, 0x3e, 0x7e];

/** A tag as it stood, `/STMTTRN>`, and what it is. */
interface KnownTag {
  readonly text: string;
  readonly name: string;
  readonly isEnd: boolean;
  readonly place: number | undefined;
  /** What stood behind it last: operations have their tags in one order. */
  next: KnownTag | undefined;
  /** Its value that was read last: many lines have the day, the kind or the currency of the one before. */
  value: string;
}

/** A file has some dozen tags in hundreds of thousands of places; a hostile one has a new one in each. */
const MOST_TAGS = 500;
const LONGEST_KNOWN = 14;

/** Gives the tags of a file from the first to the last, with or without those that close a value. What is no tag is text. */
export function readOfxTags(text: string, places: ReadonlyMap<string, number>, take: TakeOfxTag): void {
  let line = 1;
  let lineEnd = text.indexOf("\n");
  let next = text.indexOf("<");
  const known = new Map<string, KnownTag>();
  let before: KnownTag | undefined;
  while (next !== -1) {
    const start = next;
    next = text.indexOf("<", start + 1);
    const expected = before?.next;
    const tag =
      expected && text.startsWith(expected.text, start + 1)
        ? expected
        : tagAt(text, start + 1, places, known);
    if (tag === undefined) continue;
    if (before && tag !== expected) before.next = known.has(tag.text) ? tag : undefined;
    before = tag;
    const { name, isEnd, place } = tag;
    for (; lineEnd !== -1 && lineEnd < start; lineEnd = text.indexOf("\n", lineEnd + 1)) line += 1;
    const from = start + 1 + tag.text.length;
    const until = next === -1 ? text.length : next;
    const cdata =
      next !== -1 && text.charCodeAt(next + 1) === MARK
        ? cdataAt(text, next, text.slice(from, until))
        : undefined;
    if (cdata !== undefined) next = text.indexOf("<", next + CDATA.length + cdata.length);
    take(name, isEnd, isEnd ? "" : (cdata?.trim() ?? valueOf(tag, text, from, until)), line, place);
  }
}

/** The tag whose inside begins here; undefined where none does. */
function tagAt(
  text: string,
  from: number,
  places: ReadonlyMap<string, number>,
  known: Map<string, KnownTag>,
): KnownTag | undefined {
  const most = Math.min(text.length, from + LONGEST_TAG);
  let close = from;
  while (close < most && text.charCodeAt(close) !== CLOSE) close += 1;
  if (close === most) return undefined;
  const written = text.slice(from, close + 1);
  const before = known.get(written);
  if (before) return before;
  const isEnd = text.charCodeAt(from) === SLASH;
  const inside = text.slice(isEnd ? from + 1 : from, close);
  if (!NAME.test(inside)) return undefined;
  const name = inside.toUpperCase();
  const tag: KnownTag = { text: written, name, isEnd, place: places.get(name), next: undefined, value: "" };
  if (known.size < MOST_TAGS && written.length <= LONGEST_KNOWN) known.set(written, tag);
  return tag;
}

/** What stands in a place, without the blanks around it. */
function valueOf(tag: KnownTag, text: string, from: number, until: number): string {
  let end = Math.min(until, from + MAX_VALUE);
  while (end > from && isLineEnd(text.charCodeAt(end - 1))) end -= 1;
  if (end === from) return "";
  if (isAgain(tag.value, text, from, end)) return tag.value;
  const value = text.slice(from, end);
  if (value.includes("&")) return unescaped(value).trim();
  if (!isPlain(text.charCodeAt(from)) || !isPlain(text.charCodeAt(end - 1))) return value.trim();
  tag.value = value;
  return value;
}

/** Numbers that are counted up differ at their end. */
const isAgain = (value: string, text: string, from: number, end: number): boolean =>
  value.length === end - from &&
  value.charCodeAt(value.length - 1) === text.charCodeAt(end - 1) &&
  standsAt(value, text, from);

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
