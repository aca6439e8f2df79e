// What reading a statement costs at least: a bare parser of each format makes records of texts of its bytes, and nothing of these. No
// amount, no day, no label of several fields, no fingerprint. CSV by csv-parse, XML by saxes, XLSX by yauzl and saxes; records of lines
// by a pattern for each, as small packages for them do. Each does what no parser of its format may leave out, since its records would be
// wrong without: a day of CAMT stands in the element that it is the day of (there are two in an entry), a cell of XLSX in its column (empty
// ones are not written) with its shared text, a value of OFX without the escapes of SGML, a field of MT940 with all its lines.
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { SaxesParser } from "saxes";
import { type Entry, fromBufferPromise } from "yauzl";
import type { Format } from "./bank-files.ts";

type Texts = Record<string, string>;

/** @returns how many records there are, so that none is left out */
export async function readBare(path: string, format: Format): Promise<number> {
  return (await READERS[format](readFileSync(path))).length;
}

const READERS: Record<Format, (bytes: Buffer) => unknown[] | Promise<unknown[]>> = {
  csv: (bytes) => parse(bytes, { delimiter: ";", bom: true, relax_column_count: true }),
  xlsx: workbookRows,
  "camt.053": (bytes) => elementsOf(piecesOf(bytes), "Ntry"),
  cfonb120: (bytes) => bytes.toString("utf8").split(/\r\n/).map(cfonbRecord),
  ofx: (bytes) => ofxOperations(bytes.toString("utf8")),
  mt940: (bytes) => mt940Fields(bytes.toString("utf8")),
};

const PIECE = 64 * 1024;

function* piecesOf(bytes: Buffer): Generator<string> {
  const decoder = new TextDecoder();
  for (let from = 0; from < bytes.length; from += PIECE)
    yield decoder.decode(bytes.subarray(from, from + PIECE), { stream: true });
  yield decoder.decode();
}

/** Where an element stands in a record: `BookgDt/Dt`. Each place is made once. */
interface Place {
  readonly key: string;
  readonly within: Map<string, Place>;
  readonly parent: Place | undefined;
}

/** Each element of a name: the texts in it by where they stand. */
function elementsOf(pieces: Iterable<string>, record: string): Texts[] {
  const parser = new SaxesParser();
  const found: Texts[] = [];
  const root: Place = { key: "", within: new Map(), parent: undefined };
  let place: Place | undefined;
  let current: Texts = {};
  parser.on("opentag", ({ name }) => {
    if (!place) {
      if (name !== record) return;
      place = root;
      current = {};
      return;
    }
    let next = place.within.get(name);
    if (!next) {
      next = { key: place === root ? name : `${place.key}/${name}`, within: new Map(), parent: place };
      place.within.set(name, next);
    }
    place = next;
  });
  parser.on("text", (text) => {
    if (place && text.trim() !== "") current[place.key] = text;
  });
  parser.on("closetag", () => {
    if (place === root) found.push(current);
    place = place?.parent;
  });
  for (const piece of pieces) parser.write(piece);
  parser.close();
  return found;
}

async function workbookRows(bytes: Buffer): Promise<string[][]> {
  const archive = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
  const entries: Entry[] = [];
  for await (const entry of archive.eachEntry()) entries.push(entry);
  const isShared = ({ fileName }: Entry): boolean => fileName === "xl/sharedStrings.xml";
  const shared: string[] = [];
  const rows: string[][] = [];
  for (const entry of [...entries.filter(isShared), ...entries.filter((one) => !isShared(one))]) {
    const parser = new SaxesParser();
    const decoder = new TextDecoder();
    let isValue = false;
    let column = 0;
    let type: string | undefined;
    parser.on("opentag", ({ name, attributes }) => {
      if (name === "row") rows.push([]);
      else if (name === "c") {
        column = columnOf(attributes["r"] ?? "");
        type = attributes["t"];
      }
      isValue = name === "v" || name === "t";
    });
    parser.on("text", (text) => {
      const row = rows.at(-1);
      if (!isValue) return;
      if (isShared(entry)) shared.push(text);
      else if (row) row[column] = type === "s" ? (shared[Number(text)] ?? "") : text;
    });
    for await (const chunk of (await archive.openReadStreamPromise(entry)) as AsyncIterable<Buffer>)
      parser.write(decoder.decode(chunk, { stream: true }));
    parser.close();
  }
  return rows;
}

/** `C12` → 2 */
function columnOf(reference: string): number {
  let column = 0;
  for (let at = 0; reference.charCodeAt(at) >= 65; at += 1)
    column = column * 26 + reference.charCodeAt(at) - 64;
  return column - 1;
}

const CFONB =
  /^(?<kind>..)(?<bank>.{5})(?<code>.{4})(?<branch>.{5})(?<currency>.{3})(?<decimals>.)(?<free>.)(?<account>.{11})(?<operation>..)(?<date>.{6})(?<reason>..)(?<value>.{0,6})(?<label>.{0,31})(?<rest>.*)$/;
const cfonbRecord = (line: string): Texts | undefined => CFONB.exec(line)?.groups as Texts | undefined;

function ofxOperations(text: string): Texts[] {
  const found: Texts[] = [];
  let current: Texts | undefined;
  for (const [, name = "", value = ""] of text.matchAll(/<(\/?[\w.]+)>([^<\r\n]*)/g)) {
    if (name === "STMTTRN") current = {};
    else if (name === "/STMTTRN" && current) found.push(current);
    else if (current) current[name] = unescaped(value).trim();
  }
  return found;
}

const ESCAPES: Texts = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&nbsp;": " " };
const unescaped = (text: string): string =>
  text.includes("&") ? text.replace(/&(?:amp|lt|gt|nbsp);/g, (escape) => ESCAPES[escape] ?? escape) : text;

const OPERATION =
  /^:61:(?<value>\d{6})(?<entry>\d{4})?(?<sense>R?[CD])(?<funds>[A-Z])?(?<amount>[\d,]+)(?<kind>[NSF].{3})(?<reference>.*?)(?:\/\/(?<bank>.*))?$/;

function mt940Fields(text: string): Texts[] {
  const found: Texts[] = [];
  for (const line of text.split(/\r\n/)) {
    const tag = /^:(\d\d[A-Z]?):(.*)$/.exec(line);
    const operation = tag?.[1] === "61" ? OPERATION.exec(line)?.groups : undefined;
    if (operation) found.push({ ...operation });
    else if (tag) found.push({ tag: tag[1] ?? "", text: tag[2] ?? "" });
    else {
      const field = found.at(-1);
      if (field) field["text"] = `${field["text"] ?? ""}\n${line}`;
    }
  }
  return found;
}
