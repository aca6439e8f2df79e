import { SaxesParser } from "saxes";
import { UnreadableReport } from "../box-office-types.ts";
import { UnreadableTable } from "../tables/file-row.ts";
import { DOCTYPE, xmlDecoder } from "../xml-text.ts";
import { addChild, lastOf, NO_CHILDREN, type XmlElement } from "./xml-tree.ts";

const CHUNK = 64 * 1024;
const MAX_DEPTH = 32;
const MAX_ATTRIBUTES = 32;
const MAX_TEXT = 2_000;
/** Of one entry: a batch of 20,000 transfers has half a million. */
const MAX_ELEMENTS = 600_000;
const TOO_COMPLEX =
  "Le fichier XML dépasse les limites acceptées (imbrication, attributs ou nombre d’éléments).";

/** What is looked at, each as a tree of its own that goes before the next one comes. */
const PARTS = new Set(["Acct", "Bal", "TxsSummry", "Ntry"]);
const STATEMENTS = new Set(["Stmt", "Ntfctn"]);

export interface CamtHandlers {
  /** A statement or notification begins. */
  begin(): void;
  /** An account, a balance, a summary or an entry of it. */
  part(element: XmlElement): void;
  end(): void;
}

/**
 * Reads a CAMT file in pieces, in memory that holds one entry. No DOCTYPE, no entities of its own.
 * @throws UnreadableTable when it is no XML, or passes the limits
 */
export function readCamtXml(bytes: Buffer, handlers: CamtHandlers): void {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const stack: XmlElement[] = [];
  let depth = 0;
  let isInStatement = false;
  let elements = 0;

  parser.on("error", () => {
    throw new UnreadableTable(
      `Le fichier XML est mal formé (ligne ${parser.line}, colonne ${parser.column}). Téléchargez-le à nouveau auprès de votre banque.`,
    );
  });
  parser.on("doctype", () => {
    throw new UnreadableTable(DOCTYPE);
  });
  /** Those of the tag that is open. */
  let attributes = 0;
  parser.on("attribute", () => {
    attributes += 1;
  });
  parser.on("opentag", (tag) => {
    depth += 1;
    const name = tag.name.slice(tag.name.indexOf(":") + 1);
    if (depth > MAX_DEPTH || attributes > MAX_ATTRIBUTES) throw new UnreadableTable(TOO_COMPLEX);
    const currency = attributes === 0 ? "" : (tag.attributes["Ccy"] ?? "");
    attributes = 0;
    if (!isInStatement && STATEMENTS.has(name)) {
      isInStatement = true;
      handlers.begin();
      return;
    }
    if (stack.length === 0 && !(isInStatement && PARTS.has(name))) return;
    elements = stack.length === 0 ? 1 : elements + 1;
    if (elements > MAX_ELEMENTS) throw new UnreadableTable(TOO_COMPLEX);
    const element = { name, line: parser.line, currency, text: "", children: NO_CHILDREN };
    if (stack.length > 0) addChild(lastOf(stack), element);
    stack.push(element);
  });
  const addText = (text: string): void => {
    const element = stack.at(-1);
    if (!element || element.children.length > 0 || element.text.length >= MAX_TEXT) return;
    element.text = element.text === "" ? text.slice(0, MAX_TEXT) : element.text + text.slice(0, MAX_TEXT);
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", (tag) => {
    depth -= 1;
    const element = stack.pop();
    if (element && stack.length === 0) handlers.part(element);
    if (!element && isInStatement && STATEMENTS.has(tag.name.slice(tag.name.indexOf(":") + 1))) {
      isInStatement = false;
      handlers.end();
    }
  });

  try {
    const decoder = xmlDecoder();
    for (let at = 0; at < bytes.length; at += CHUNK)
      parser.write(decoder.write(bytes.subarray(at, at + CHUNK)));
    parser.write(decoder.end());
    parser.close();
  } catch (error) {
    throw error instanceof UnreadableReport ? new UnreadableTable(error.message) : error;
  }
}
