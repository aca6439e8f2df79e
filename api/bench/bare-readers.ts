// What reading a statement costs at least: a bare parser of each format makes records of texts of its bytes, and nothing of these. No
// amount, no day, no label of several fields, no fingerprint. CSV by csv-parse, XML by saxes, XLSX by yauzl and saxes; records of lines
// by a pattern for each, as small packages for them do.
import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { SaxesParser } from "saxes";
import { fromBufferPromise } from "yauzl";
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

/** Each element of a name: the texts in it by the names of what they stand in. */
function elementsOf(pieces: Iterable<string>, record: string): Texts[] {
  const parser = new SaxesParser();
  const found: Texts[] = [];
  let current: Texts | undefined;
  let name = "";
  parser.on("opentag", (tag) => {
    ({ name } = tag);
    if (name === record) current = {};
  });
  parser.on("text", (text) => {
    if (current && text.trim() !== "") current[name] = text;
  });
  parser.on("closetag", (tag) => {
    if (tag.name !== record || !current) return;
    found.push(current);
    current = undefined;
  });
  for (const piece of pieces) parser.write(piece);
  parser.close();
  return found;
}

async function workbookRows(bytes: Buffer): Promise<string[][]> {
  const archive = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
  const rows: string[][] = [];
  for await (const entry of archive.eachEntry()) {
    const parser = new SaxesParser();
    const decoder = new TextDecoder();
    let isValue = false;
    parser.on("opentag", ({ name }) => {
      if (name === "row") rows.push([]);
      isValue = name === "v" || name === "t";
    });
    parser.on("text", (text) => {
      if (isValue) rows.at(-1)?.push(text);
    });
    for await (const chunk of (await archive.openReadStreamPromise(entry)) as AsyncIterable<Buffer>)
      parser.write(decoder.decode(chunk, { stream: true }));
    parser.close();
  }
  return rows;
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
    else if (current) current[name] = value;
  }
  return found;
}

const OPERATION =
  /^:61:(?<value>\d{6})(?<entry>\d{4})?(?<sense>R?[CD])(?<funds>[A-Z])?(?<amount>[\d,]+)(?<kind>[NSF].{3})(?<reference>.*?)(?:\/\/(?<bank>.*))?$/;

function mt940Fields(text: string): Texts[] {
  const found: Texts[] = [];
  for (const line of text.split(/\r\n/)) {
    const tag = /^:(\d\d[A-Z]?):(.*)$/.exec(line);
    const operation = tag?.[1] === "61" ? OPERATION.exec(line)?.groups : undefined;
    if (operation) found.push({ ...operation });
    else if (tag) found.push({ tag: tag[1] ?? "", text: tag[2] ?? "" });
  }
  return found;
}
