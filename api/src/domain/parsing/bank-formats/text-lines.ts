import { pieceDecoder } from "../tables/piece-decoder.ts";
import { encodingOf } from "../tables/text-encoding.ts";

const CHUNK_BYTES = 256 * 1024;

/** The text of a file piece by piece, so that a long file is never a text as a whole. */
export function* textChunks(bytes: Uint8Array, encoding: string = encodingOf(bytes)): Generator<string> {
  const decoder = pieceDecoder(encoding, { fatal: encoding === "utf-8" });
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES)
    yield decoder.decode(bytes.subarray(from, from + CHUNK_BYTES), { stream: true });
  yield decoder.decode();
}

/** Where a mark stands next, else where the text ends. */
function endAt(text: string, mark: string, from: number, until: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 || at > until ? until : at;
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
    const until = isHeld ? text.length - 1 : text.length;
    let from = 0;
    let [feed, carriage] = [endAt(text, "\n", 0, until), endAt(text, "\r", 0, until)];
    while (feed < until || carriage < until) {
      const end = Math.min(feed, carriage);
      yield rest + text.slice(from, end);
      rest = "";
      from = carriage + 1 === feed ? feed + 1 : end + 1;
      if (feed < from) feed = endAt(text, "\n", from, until);
      if (carriage < from) carriage = endAt(text, "\r", from, until);
    }
    rest += text.slice(from, until);
  }
  if (rest !== "" || isHeld) yield rest;
}
