import { SaxesParser } from "saxes";
import { describe, expect, test } from "vitest";
import { xmlReader } from "./xml-reader.ts";

/** Numbers below a limit, always the same ones. */
function numbers(): (limit: number) => number {
  let state = 1;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const STOP = new Error("nothing behind it is read");

/** What is told of a text that comes in these pieces; texts that follow each other are one. */
function told(pieces: readonly string[]): string[] {
  const events: string[] = [];
  const reader = xmlReader({
    open: (name, attributes, line, count) => {
      events.push(`${line} <${name} ${count} ${JSON.stringify({ ...attributes })}`);
    },
    close: (name) => {
      events.push(`</${name}`);
    },
    text: (text) => addText(events, text),
    doctype: () => {
      events.push("doctype");
      throw STOP;
    },
    malformed: (line, column) => {
      events.push(`malformed ${line}:${column}`);
      throw STOP;
    },
  });
  stopping(() => {
    for (const piece of pieces) reader.write(piece);
    reader.close();
  });
  return events;
}

/** The same, by a parser of any XML alone. */
function toldBySaxes(pieces: readonly string[]): string[] {
  const events: string[] = [];
  const parser = new SaxesParser({ position: true });
  parser.on("opentag", ({ name, attributes }) => {
    const count = Object.keys(attributes).length;
    events.push(`${parser.line} <${name} ${count} ${JSON.stringify({ ...attributes })}`);
  });
  parser.on("closetag", ({ name }) => {
    events.push(`</${name}`);
  });
  parser.on("text", (text) => addText(events, text));
  parser.on("cdata", (text) => addText(events, text));
  parser.on("doctype", () => {
    events.push("doctype");
    throw STOP;
  });
  parser.on("error", () => {
    events.push(`malformed ${parser.line}:${parser.column}`);
    throw STOP;
  });
  stopping(() => {
    for (const piece of pieces) parser.write(piece);
    parser.close();
  });
  return events;
}

/** A parser looks at the end of a piece for what is wrong before it, which tells another place. */
const withoutPlace = (event: string): string => (event.startsWith("malformed") ? "malformed" : event);

/** What stands outside of all elements is told by nobody who reads them. */
function addText(events: string[], text: string): void {
  const opened = events.filter((event) => /^\d+ </.test(event)).length;
  const closed = events.filter((event) => event.startsWith("</")).length;
  if (opened === closed) return;
  const before = events.at(-1);
  if (before?.startsWith("text ")) events[events.length - 1] = before + text;
  else events.push(`text ${text}`);
}

function stopping(read: () => void): void {
  try {
    read();
  } catch (error) {
    if (error !== STOP) throw error;
  }
}

const PIECES = [
  ["<a>", "<b>", "</a>", "</b>", "</b>", "<b/>", "<b />", '<b c="1" d="x y">', '<b c="" />', "</b>"],
  ["text", "é", " ", "\n", "\r\n", "\r", "\t", "&amp;", "&lt;x&gt;", "&#233;", "&x;", "&", "]]>", "]]"],
  ["<![CDATA[<b>]]>", "<!-- b -->", "<?x y?>", "<!DOCTYPE a>", "\ud83d\ude00", "\0", "\ufeff", "\uffff"],
  ["<b c='1'>", '<b c="1" c="2">', '<b c="1"d="2">', '<b c="<">', '<b c=">">', '<b c="&amp;">', "<b c>"],
  [
    '<b\nc="1">',
    '<b c="a\nb">',
    "<",
    ">",
    "</b >",
    "</ b>",
    "< b>",
    "<1>",
    "<b",
    '<b c="',
    "<x:b>",
    "</x:b>",
  ],
  ['<b c = "1">', "<é>", "</é>", '<?xml version="1.0"?>', '<b __proto__="1">', '<b x:c="1">', "/>", "</>"],
].flat();
/** Attributes as elements that follow each other have them: mostly the same ones, sometimes nearly. */
const ROWS = [
  Array.from({ length: 80 }, () => ' c="1" d="x y"'),
  [' c="23" d="é"', ' c="" d=""', ' c="1"', ' d="1" c="2"', ' c="1" d="2" ', ' c="1"  d="2"', ""],
  [' c="1" d="2" f="3"', ' c="1" c="2"', ' c="1" dd="2"', ' c="1" d=2"', ' c="1" d="2', ' c="1" d="2"/'],
  [' c="1" d="&lt;"', ' c=">" d="<"', ' c="1"\td="2"', ' c="1" d="\n"'],
  [' c="\u0001" d="2"', ' c="1" d="\ud83d\ude00"', ' c="\uffff" d="2"', ' c="1" d="\u{7f}\ue000"'],
].flat();
const TEXTS = [
  "t\u001f",
  "\ud83d\ude00",
  "\ufffe",
  ...Array.from({ length: 30 }, () => ["t", "&amp;", "é"]).flat(),
];
const DECLARATIONS = [
  ["", "", '<?xml version="1.0"?>', '<?xml version="1.0" encoding="UTF-8"?>\n', "\ufeff", "\n"],
  ["<?xml version='1.0'?>", '<?xml version="1.1"?>', '<?xml encoding="UTF-8"?>', '<?xml version="1.0" a?>'],
].flat();

describe("an XML file", () => {
  test("reads as a parser of any XML reads it, whatever is in it and wherever its pieces end", () => {
    const below = numbers();
    const one = (of: readonly string[]): string => of[below(of.length)] ?? "";
    let regular = 0;
    for (let made = 0; made < 8000; made += 1) {
      // Most are of elements that close, so that what stands behind much that is regular is tried, too.
      const inside = Array.from({ length: below(14) }, () =>
        below(5) === 0 ? one(PIECES) : `<b${one(ROWS)}><x:c e="${below(9)}">\n${one(TEXTS)}</x:c></b>`,
      );
      const text = `${one(DECLARATIONS)}<a>${inside.join("")}</a>${below(9) === 0 ? one(PIECES) : "\n"}`;
      const events = told([text]);
      expect({ text, events }).toEqual({ text, events: toldBySaxes([text]) });
      const cuts = [0, below(text.length), below(text.length), text.length].toSorted((a, b) => a - b);
      const pieces = cuts.slice(1).map((end, index) => text.slice(cuts[index], end));
      expect({ pieces, events: told(pieces).map(withoutPlace) }).toEqual({
        pieces,
        events: events.map(withoutPlace),
      });
      if (!events.some((event) => event.startsWith("malformed"))) regular += 1;
    }
    expect(regular).toBeGreaterThan(2000);
  });

  test("with tags of thousands of attributes, or of long names, is read as well", () => {
    for (const [count, name] of [
      [8000, "n"],
      [60, "n".repeat(4000)],
    ] as const) {
      const attributes = Array.from({ length: count }, (_, at) => ` ${name}${at}="${at}"`).join("");
      const text = `<a>${`<b${attributes}/>`.repeat(4)}</a>`;
      expect(told([text])).toEqual(toldBySaxes([text]));
    }
  });

  test("tells no value that nobody wants, and counts it", () => {
    const seen: unknown[] = [];
    const reader = xmlReader({
      wants: (element, attribute) => element !== "b" || attribute === "d",
      open: (name, attributes, _line, count) => seen.push([name, attributes["d"], count]),
      doctype: () => {
        throw STOP;
      },
      malformed: () => {
        throw STOP;
      },
    });
    reader.write('<a><b c="1" d="2"/><b c="3" d="4"/><b c="5" d="6" e="7"/><c c="8" d="9"/></a>');
    reader.close();
    expect(seen).toEqual([
      ["a", undefined, 0],
      ["b", "2", 2],
      ["b", "4", 2],
      ["b", "6", 3],
      ["c", "9", 2],
    ]);
  });
});
