import { UnreadableReport } from "../box-office-types.ts";
import { UnreadableTable } from "../tables/file-row.ts";
import { localName, xmlReader } from "../xml-reader.ts";
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
  const stack: XmlElement[] = [];
  let depth = 0;
  let isInStatement = false;
  let elements = 0;

  const reader = xmlReader({
    malformed(line, column) {
      throw new UnreadableTable(
        `Le fichier XML est mal formé (ligne ${line}, colonne ${column}). Téléchargez-le à nouveau auprès de votre banque.`,
      );
    },
    doctype() {
      throw new UnreadableTable(DOCTYPE);
    },
    open(written, attributes, line, count) {
      depth += 1;
      if (depth > MAX_DEPTH || count > MAX_ATTRIBUTES) throw new UnreadableTable(TOO_COMPLEX);
      const name = localName(written);
      if (!isInStatement && STATEMENTS.has(name)) {
        isInStatement = true;
        handlers.begin();
        return;
      }
      if (stack.length === 0 && !(isInStatement && PARTS.has(name))) return;
      elements = stack.length === 0 ? 1 : elements + 1;
      if (elements > MAX_ELEMENTS) throw new UnreadableTable(TOO_COMPLEX);
      const currency = count === 0 ? "" : (attributes["Ccy"] ?? "");
      const element = { name, line, currency, text: "", children: NO_CHILDREN };
      if (stack.length > 0) addChild(lastOf(stack), element);
      stack.push(element);
    },
    text(text) {
      const element = stack.at(-1);
      if (!element || element.children.length > 0 || element.text.length >= MAX_TEXT) return;
      element.text = element.text === "" ? text.slice(0, MAX_TEXT) : element.text + text.slice(0, MAX_TEXT);
    },
    close(written) {
      depth -= 1;
      const element = stack.pop();
      if (element && stack.length === 0) handlers.part(element);
      if (!element && isInStatement && STATEMENTS.has(localName(written))) {
        isInStatement = false;
        handlers.end();
      }
    },
  });

  try {
    const decoder = xmlDecoder();
    for (let at = 0; at < bytes.length; at += CHUNK)
      reader.write(decoder.write(bytes.subarray(at, at + CHUNK)));
    reader.write(decoder.end());
    reader.close();
  } catch (error) {
    throw error instanceof UnreadableReport ? new UnreadableTable(error.message) : error;
  }
}
