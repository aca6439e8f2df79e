import { SaxesParser } from "saxes";
import {
  NO_ATTRIBUTES,
  regularXml,
  type XmlAttributes,
  type XmlHandlers,
  type XmlRest,
} from "./regular-xml.ts";

export { NO_ATTRIBUTES, type XmlAttributes } from "./regular-xml.ts";

/** A name without its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** What an XML file is given to as its text comes. */
export interface XmlReader {
  write(text: string): void;
  close(): void;
}

/**
 * Reads an XML file. What nearly all of them are made of is taken tag by tag; from the first place on that is anything else (a comment, CDATA,
 * a character by its number, what is malformed) a parser of any XML reads the rest.
 * @param as what a name of an element is called, `localName` say
 */
export function xmlReader(
  handlers: XmlHandlers,
  as: (name: string) => string = (written) => written,
): XmlReader {
  const regular = regularXml(handlers, as);
  let rest: XmlReader | undefined;
  return {
    write(text) {
      if (rest) rest.write(text);
      else if (!regular.write(text)) rest = restOf(handlers, as, regular.rest());
    },
    close() {
      if (!rest && !regular.end()) rest = restOf(handlers, as, regular.rest());
      rest?.close();
    },
  };
}

function restOf(
  handlers: XmlHandlers,
  as: (name: string) => string,
  { before, text, line, column }: XmlRest,
): XmlReader {
  const parser = new SaxesParser({ xmlns: false, position: true });
  // Of that nobody hears again.
  parser.write(before);
  const lineNow = (): number => line - 1 + parser.line;
  parser.on("error", () => {
    const own = parser.line === 1 ? column - before.length : 0;
    handlers.malformed(lineNow(), own + parser.column);
  });
  parser.on("doctype", () => {
    handlers.doctype();
  });
  parser.on("opentagstart", (tag) => {
    tag.attributes = new Attributes();
    handlers.begin?.();
  });
  let count = 0;
  parser.on("attribute", () => {
    count += 1;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const counted = count;
    count = 0;
    handlers.open?.(
      as(name),
      counted === 0 ? NO_ATTRIBUTES : (attributes as XmlAttributes),
      lineNow(),
      counted,
    );
  });
  parser.on("closetag", ({ name }) => {
    handlers.close?.(as(name));
  });
  const onText = (found: string): void => {
    handlers.text?.(found);
  };
  parser.on("text", onText);
  parser.on("cdata", onText);
  parser.write(text);
  return {
    write(more) {
      parser.write(more);
    },
    close() {
      parser.close();
    },
  };
}

/**
 * Where the parser gathers the attributes of an element: like its own `Object.create(null)`, nothing is inherited from
 * Object, but the engine gives elements of the same attributes one shape, which is twice as fast.
 */
const Attributes = function Attributes() {} as unknown as new () => Record<string, string>;
Attributes.prototype = Object.create(null);
