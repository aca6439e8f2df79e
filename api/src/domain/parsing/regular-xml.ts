import { must } from "../must.ts";
import { type KnownName, knownNames, standsAt } from "./known-names.ts";

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
  /** Whether the value of such an attribute need be told; asked some times for the same. */
  wants?(element: string, attribute: string): boolean;
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
const NAME = /^[A-Za-z][\w.-]*(?::[A-Za-z][\w.-]*)?$/;
const LONGEST_NAME = 63;
/** XML refuses it in a text. */
const END_OF_CDATA = "]]>";
const ODD_ENTITY = /&(?!(?:amp|lt|gt|quot|apos);)/;
const BLANKS = /^[ \t\n]*$/;
/** Of one tag or text. */
const LONGEST = 256 * 1024;
const [TAB, FEED, BLANK, MARK, QUOTE, AND] = [0x09, 0x0a, 0x20, 0x21, 0x22, 0x26];
const [LAST_SINGLE, FIRST_BEHIND_HALVES, LAST_CHARACTER] = [0xd7ff, 0xe000, 0xfffd];
const [SLASH, OPEN, EQUALS, CLOSE, QUESTION] = [0x2f, 0x3c, 0x3d, 0x3e, 0x3f];

/**
 * Reads the tags of an XML file as its text comes, as long as nothing else is in it: neither comments nor CDATA, characters by their numbers or
 * anything malformed. A parser of any XML takes the rest, and tells what is wrong with it.
 * @param as what a name of an element is called
 */
export function regularXml(
  handlers: XmlHandlers,
  as: (name: string) => string,
): {
  /** @returns whether all of it was regular so far */
  write(text: string): boolean;
  /** @returns whether the file may end here */
  end(): boolean;
  rest(): XmlRest;
} {
  const nameAt = knownNames(NAME, LONGEST_NAME, as);
  const attributesOf = attributeReader(handlers, nameAt);
  /** What waits for its end. */
  let text = "";
  let hasEntities = false;
  /** A return at the end of a piece may be half of an end of a line. */
  let isHeld = false;
  const stack: KnownName[] = [];
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
    const found = text.slice(from, until);
    if (stack.length === 0) return !isBegin && BLANKS.test(found);
    if (hasOdd(found)) return false;
    const told = hasEntities && found.includes("&") ? unescaped(found) : found;
    if (told === undefined) return false;
    handlers.text?.(told);
    return true;
  };
  /** @returns where the end of the element that is open ends, if it stands here as a whole; else -1 */
  const endAt = (start: number): number => {
    const name = stack.at(-1);
    if (name === undefined) return -1;
    const end = start + 2 + name.written.length;
    if (end >= text.length || text.charCodeAt(start + 1) !== SLASH || text.charCodeAt(end) !== CLOSE)
      return -1;
    return standsAt(name.written, text, start + 2) ? end : -1;
  };
  const takeTag = (start: number, end: number): boolean => {
    const first = text.charCodeAt(start + 1);
    if (first === SLASH || first === MARK || (stack.length === 0 && hasRoot)) return false;
    if (first === QUESTION) {
      if (!isBegin || !DECLARATION.test(text.slice(start, end + 1))) return false;
      goOn(end + 1);
      return true;
    }
    const isEmpty = text.charCodeAt(end - 1) === SLASH;
    const until = isEmpty ? end - 1 : end;
    let blank = start + 1;
    while (blank < until && text.charCodeAt(blank) !== BLANK) blank += 1;
    const name: ElementName | undefined = nameAt(text, start + 1, blank);
    if (name === undefined) return false;
    const read = blank === until ? NOTHING_READ : attributesOf(name, text, blank, until);
    if (read === undefined) return false;
    hasRoot = true;
    goOn(end + 1);
    if (!isEmpty) stack.push(name);
    handlers.open?.(name.told, read.attributes, line, read.count);
    if (isEmpty) handlers.close?.(name.told);
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
      text = joined(left, come.includes("\r") ? come.replace(/\r\n?/g, "\n") : come);
      lineEnd = text.indexOf("\n");
      hasEntities = text.includes("&");
      if (text.includes(END_OF_CDATA)) return false;
      for (;;) {
        const isTag = from < text.length && text.charCodeAt(from) === OPEN;
        const start = isTag ? from : text.indexOf("<", from);
        if (start === -1) return text.length - from < LONGEST;
        const endOfElement = endAt(start);
        const end = endOfElement === -1 ? text.indexOf(">", start) : endOfElement;
        if (end === -1) return text.length - from < LONGEST;
        if (start > from && !takeText(start)) return false;
        goOn(endOfElement === -1 ? start : end + 1);
        if (endOfElement === -1) {
          if (!takeTag(start, end)) return false;
          isBegin = false;
        } else {
          const name = stack.pop();
          if (name !== undefined) handlers.close?.(name.told);
        }
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

/** In one piece: of what is put together in another way each character is looked for in its parts. */
function joined(left: string, come: string): string {
  if (left === "") return come;
  return [left, come].join("");
}

const openElements = (names: readonly KnownName[]): string =>
  names.length === 0 ? "<a/>" : names.map(({ written }) => `<${written}>`).join("");

interface ReadAttributes {
  readonly attributes: XmlAttributes;
  readonly count: number;
}
const NOTHING_READ: ReadAttributes = { attributes: NO_ATTRIBUTES, count: 0 };

/** The attributes of a tag, one after the other: the next of its name mostly has the same ones. */
interface AttributeRow {
  readonly names: readonly string[];
  /** Those whose value is told, in the order of the groups of `pattern`. */
  readonly wanted: readonly string[];
  /** Of all of them; undefined until they come again. */
  readonly pattern: RegExp | undefined;
}
interface ElementName extends KnownName {
  row?: AttributeRow;
}

/** A file has some dozen rows of attributes; a hostile one has a new one in each tag, and to make a pattern takes longer than to do without. */
const MOST_PATTERNS = 64;
/** Attributes of a tag that a pattern is made of: the engine refuses one of thousands. */
const MOST_PLACES = 64;
/** No end of it, nothing that is read otherwise, and none of the characters that `isOdd` tells of. */
const VALUE = '[^"<&\\x00-\\x1f\\ud800-\\udfff\\ufffe\\uffff]*';
const escaped = (name: string): string => name.replace(/[.-]/g, "\\$&");

/** @returns reads those behind the name of a tag; undefined where they are not regular */
function attributeReader(
  { wants = () => true }: Pick<XmlHandlers, "wants">,
  nameAt: ReturnType<typeof knownNames>,
) {
  let patterns = 0;
  const rowOf = (element: ElementName, names: readonly string[]): AttributeRow => {
    const before = element.row?.names;
    const isSame = before?.length === names.length && names.every((name, at) => name === before[at]);
    if (!isSame || names.length > MOST_PLACES || patterns === MOST_PATTERNS)
      return { names, wanted: [], pattern: undefined };
    patterns += 1;
    const wanted = names.filter((name) => wants(element.told, name));
    const each = names.map((name) => ` ${escaped(name)}="${wanted.includes(name) ? `(${VALUE})` : VALUE}"`);
    return { names, wanted, pattern: new RegExp(each.join(""), "y") };
  };
  return (name: ElementName, text: string, from: number, until: number): ReadAttributes | undefined => {
    const alike = name.row && attributesLike(name.row, text, from, until);
    if (alike) return alike;
    const read = attributesIn(text, from, until, nameAt);
    // A tag that lacks one now and then does not take the others' pattern away.
    if (read && name.row?.pattern === undefined) name.row = rowOf(name, Object.keys(read.attributes));
    return read;
  };
}

/** Those behind the name of a tag, if they are this row and regular; else undefined. */
function attributesLike(
  { names, wanted, pattern }: AttributeRow,
  text: string,
  from: number,
  until: number,
): ReadAttributes | undefined {
  if (pattern === undefined) return undefined;
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  if (found === null || pattern.lastIndex !== until) return undefined;
  const attributes: Record<string, string> = {};
  for (let at = 0; at < wanted.length; at += 1)
    attributes[must(wanted[at], "name")] = must(found[at + 1], "value");
  return { attributes, count: names.length };
}

/** Those behind the name of a tag; undefined where they are not regular. */
function attributesIn(
  text: string,
  from: number,
  until: number,
  nameAt: ReturnType<typeof knownNames>,
): ReadAttributes | undefined {
  const attributes: Record<string, string> = {};
  let count = 0;
  for (let at = from; ; ) {
    if (at < until && text.charCodeAt(at) !== BLANK) return undefined;
    while (at < until && text.charCodeAt(at) === BLANK) at += 1;
    if (at === until) return count === 0 ? NOTHING_READ : { attributes, count };
    let equals = at;
    while (equals < until && text.charCodeAt(equals) !== EQUALS) equals += 1;
    const begin = equals + 2;
    const name = begin < until ? nameAt(text, at, equals) : undefined;
    if (name === undefined || text.charCodeAt(begin - 1) !== QUOTE) return undefined;
    const end = quoteAt(text, begin, until);
    if (end === -1 || (count > 0 && attributes[name.written] !== undefined)) return undefined;
    attributes[name.written] = text.slice(begin, end);
    count += 1;
    at = end + 1;
  }
}

/** What XML refuses, and halves of a character of two units. */
const isOdd = (code: number): boolean =>
  code < BLANK
    ? code !== FEED && code !== TAB
    : code > LAST_SINGLE && (code < FIRST_BEHIND_HALVES || code > LAST_CHARACTER);

/** Texts and values are looked at one by one: to look through a whole piece before took a tenth of the time of reading. */
function hasOdd(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (isOdd(text.charCodeAt(at))) return true;
  return false;
}

/** Where a value ends; -1 where it does not, or has something in it that is read otherwise. */
function quoteAt(text: string, from: number, until: number): number {
  for (let at = from; at < until; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === OPEN || code === AND || code === TAB || code === FEED || isOdd(code)) return -1;
  }
  return -1;
}

const MARKS: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Undefined where an entity is none of XML's own. */
const unescaped = (text: string): string | undefined =>
  ODD_ENTITY.test(text) ? undefined : text.replace(/&(\w+);/g, (all, name: string) => MARKS[name] ?? all);
