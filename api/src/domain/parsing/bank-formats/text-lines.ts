import { isUtf8 } from "node:buffer";

const CHUNK_BYTES = 256 * 1024;
const EVERY_LINE_END = /\r\n|\n|\r/;

/** The encoding of a bank's file: by its byte order mark, else UTF-8 when all of it reads so, else windows-1252 (BANK-2). */
export function encodingOf(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return isUtf8(bytes) ? "utf-8" : "windows-1252";
}

/** The text of a file piece by piece, so that a long file is never a text as a whole. */
export function* textChunks(bytes: Uint8Array, encoding: string = encodingOf(bytes)): Generator<string> {
  const decoder = new TextDecoder(encoding);
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES)
    yield decoder.decode(bytes.subarray(from, from + CHUNK_BYTES), { stream: true });
  yield decoder.decode();
}

/** The lines of a text, whatever ends each of them; the one after the last end of a line is left out when it is empty. */
export function* textLines(chunks: Iterable<string>): Generator<string> {
  let rest = "";
  // The end of a line may be cut in two: a return at the end of a chunk waits for what follows it.
  let isHeld = false;
  for (const chunk of chunks) {
    if (chunk === "") continue;
    const text: string = isHeld ? `\r${chunk}` : chunk;
    isHeld = text.endsWith("\r");
    const [first = "", ...others] = (isHeld ? text.slice(0, -1) : text).split(EVERY_LINE_END);
    rest += first;
    for (const line of others) {
      yield rest;
      rest = line;
    }
  }
  if (rest !== "") yield rest;
}
