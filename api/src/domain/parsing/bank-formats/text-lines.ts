import { encodingOf } from "../tables/text-encoding.ts";

const CHUNK_BYTES = 256 * 1024;
const EVERY_LINE_END = /\r\n|\n|\r/;

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
