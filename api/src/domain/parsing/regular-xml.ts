import { knownNames } from "./known-names.ts";

export type XmlAttributes = Readonly<Record<string, string>>;

export interface XmlHandlers {
  /** A tag begins that may turn out to be malformed; of one that is regular nothing is told but `open`. */
  begin?(): void;
  /**
   * @param line of the end of its tag, from 1
   * @param count of its attributes
   */
  open?(name: string, attributes: XmlAttributes, line: number, count: number): void;
  close?(name: string): void;
  text?(text: string): void;
  /** Throws, as `malformed` does: nothing behind it is read. */
  doctype(): never;
  malformed(line: number, column: number): never;
}

/** What is left of a file from a place on. */
export interface XmlRest {
  /** What another parser is told to stand where it begins, with the same elements open. */
  readonly before: string;
  /** As far as it has come. */
  readonly text: string;
  /** Where it begins, from 1. */
  readonly line: number;
  /** Characters of its line that stand before it. */
  readonly column: number;
}

export const NO_ATTRIBUTES: XmlAttributes = {};
const DECLARATION =
  /^<\?xml version="1\.0"(?: encoding="[A-Za-z][\w.-]*")?(?: standalone="(?:yes|no)")? ?\?>$/;
const nameOf = knownNames(/^[A-Za-z][\w.-]*(?::[A-Za-z][\w.-]*)?$/, 63);
/** What XML refuses, and characters of two units. */
const ODD_CHARACTERS = /[^\t\n\x20-\ud7ff\ue000-\ufffd]|\]\]>/;
const ODD_ENTITY = /&(?!(?:amp|lt|gt|quot|apos);)/;
const ODD_ATTRIBUTES = /[<&\t\n]/;
const BLANKS = /^[ \t\n]*$/;
/** Of one tag or text. */
const LONGEST = 256 * 1024;
const [BLANK, MARK, QUOTE, SLASH, QUESTION] = [0x20, 0x21, 0x22, 0x2f, 0x3f];

/**
 * Reads the tags of an XML file as its text comes, as long as nothing else is in it: neither comments nor CDATA, characters by their numbers or
 * anything malformed. A parser of any XML takes the rest, and tells what is wrong with it.
 */
export function regularXml(handlers: XmlHandlers): {
  /** @returns whether all of it was regular so far */
  write(text: string): boolean;
  /** @returns whether the file may end here */
  end(): boolean;
  rest(): XmlRest;
} {
  /** What waits for its end. */
  let text = "";
  /** A return at the end of a piece may be half of an end of a line. */
  let isHeld = false;
  const stack: string[] = [];
  let hasRoot = false;
  let isBegin = true;
  let from = 0;
  let line = 1;
  /** Of the line of `from`, in `text`; below zero where it has gone already. */
  let lineStart = 0;
  let lineEnd = -1;

  const goOn = (to: number): void => {
    from = to;
    for (; lineEnd !== -1 && lineEnd < to; lineEnd = text.indexOf("\n", lineEnd + 1)) {
      line += 1;
      lineStart = lineEnd + 1;
    }
  };
  /** @returns whether it is regular */
  const takeText = (until: number): boolean => {
    if (until === from) return true;
    const found = text.slice(from, until);
    if (stack.length === 0) return !isBegin && BLANKS.test(found);
    const told = found.includes("&") ? unescaped(found) : found;
    if (told === undefined) return false;
    handlers.text?.(told);
    return true;
  };
  const takeTag = (start: number, end: number): boolean => {
    const first = text.charCodeAt(start + 1);
    if (first === SLASH) {
      const name = stack.at(-1);
      if (name === undefined || end - start - 2 !== name.length || !text.startsWith(name, start + 2))
        return false;
      stack.pop();
      goOn(end + 1);
      handlers.close?.(name);
      return true;
    }
    if (first === MARK || (stack.length === 0 && hasRoot)) return false;
    if (first === QUESTION) {
      if (!isBegin || !DECLARATION.test(text.slice(start, end + 1))) return false;
      goOn(end + 1);
      return true;
    }
    const isEmpty = text.charCodeAt(end - 1) === SLASH;
    const inside = text.slice(start + 1, isEmpty ? end - 1 : end);
    const blank = inside.indexOf(" ");
    const name = nameOf(blank === -1 ? inside : inside.slice(0, blank));
    const read = blank === -1 ? NOTHING_READ : attributesIn(inside, blank);
    if (name === undefined || read === undefined) return false;
    hasRoot = true;
    goOn(end + 1);
    if (!isEmpty) stack.push(name);
    handlers.open?.(name, read.attributes, line, read.count);
    if (isEmpty) handlers.close?.(name);
    return true;
  };

  return {
    write(more) {
      const own = isHeld ? `\r${more}` : more;
      isHeld = own.endsWith("\r");
      const come = isHeld ? own.slice(0, -1) : own;
      const left = text.slice(from);
      lineStart -= from;
      from = 0;
      text = left + (come.includes("\r") ? come.replace(/\r\n?/g, "\n") : come);
      lineEnd = text.indexOf("\n");
      if (ODD_CHARACTERS.test(text)) return false;
      for (;;) {
        const start = text.indexOf("<", from);
        const end = start === -1 ? -1 : text.indexOf(">", start);
        if (end === -1) return text.length - from < LONGEST;
        if (!takeText(start)) return false;
        goOn(start);
        if (!takeTag(start, end)) return false;
        isBegin = false;
      }
    },
    end: () => hasRoot && stack.length === 0 && BLANKS.test(text.slice(from)),
    rest: () => ({
      before: isBegin ? "" : hasRoot ? openElements(stack) : '<?xml version="1.0"?>',
      text: text.slice(from) + (isHeld ? "\r" : ""),
      line,
      column: from - lineStart,
    }),
  };
}

const openElements = (names: readonly string[]): string =>
  names.length === 0 ? "<a/>" : names.map((name) => `<${name}>`).join("");

interface ReadAttributes {
  readonly attributes: XmlAttributes;
  readonly count: number;
}
const NOTHING_READ: ReadAttributes = { attributes: NO_ATTRIBUTES, count: 0 };

/** Those behind the name of a tag; undefined where they are not regular. */
function attributesIn(tag: string, from: number): ReadAttributes | undefined {
  if (ODD_ATTRIBUTES.test(tag)) return undefined;
  const attributes: Record<string, string> = {};
  let count = 0;
  for (let at = from; ; ) {
    if (at < tag.length && tag.charCodeAt(at) !== BLANK) return undefined;
    while (tag.charCodeAt(at) === BLANK) at += 1;
    if (at === tag.length) return count === 0 ? NOTHING_READ : { attributes, count };
    const equals = tag.indexOf("=", at);
    const end = equals === -1 ? -1 : tag.indexOf('"', equals + 2);
    const name = end === -1 ? undefined : nameOf(tag.slice(at, equals));
    if (name === undefined || tag.charCodeAt(equals + 1) !== QUOTE || attributes[name] !== undefined)
      return undefined;
    attributes[name] = tag.slice(equals + 2, end);
    count += 1;
    at = end + 1;
  }
}

const MARKS: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Undefined where an entity is none of XML's own. */
const unescaped = (text: string): string | undefined =>
  ODD_ENTITY.test(text) ? undefined : text.replace(/&(\w+);/g, (all, name: string) => MARKS[name] ?? all);
