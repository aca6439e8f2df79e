import { isAscii, isUtf8 } from "node:buffer";
import { must } from "../../must.ts";

/** Decodes a file as its bytes come. */
export interface PieceDecoder {
  /** @throws TypeError where the bytes are impossible in the encoding, if it was asked for */
  decode(bytes?: Uint8Array, options?: { readonly stream: boolean }): string;
}

/**
 * What `TextDecoder` makes of a piece with one letter beyond ASCII takes two bytes a character, as does all that is cut out of it. What this
 * one makes of UTF-8 and windows-1252 takes one where Latin-1 has its letters: half the memory, and faster to compare and to mark.
 * @param label of the encoding, as the standard of `TextDecoder` knows it
 * @throws RangeError when it knows none of that name
 */
export function pieceDecoder(label: string, options: { readonly fatal: boolean }): PieceDecoder {
  const decoder = new TextDecoder(label, options);
  if (decoder.encoding === "utf-8" && options.fatal) return utf8Decoder();
  if (decoder.encoding === "windows-1252") return { decode: (bytes = EMPTY) => windowsText(bytes) };
  return decoder;
}

const EMPTY = new Uint8Array();
const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function utf8Decoder(): PieceDecoder {
  let carried = EMPTY as Uint8Array;
  let isBegin = true;
  return {
    decode(piece = EMPTY, { stream } = { stream: false }) {
      const bytes = concatenated(carried, piece);
      const end = bytes.length - (stream ? unfinishedBytes(bytes) : 0);
      carried = bytes.slice(end);
      const whole = bytes.subarray(0, end);
      if (!isUtf8(whole)) throw new TypeError("these bytes are no UTF-8");
      const text = textOf(isBegin ? withoutMark(whole) : whole);
      isBegin &&= end === 0;
      return text;
    },
  };
}

const withoutMark = (bytes: Uint8Array): Uint8Array =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;

/** The text of bytes that are UTF-8, without its mark. */
export const utf8Text = (bytes: Uint8Array): string => textOf(withoutMark(bytes));

function textOf(bytes: Uint8Array): string {
  const own = bufferOf(bytes);
  if (isAscii(own)) return own.toString("latin1");
  return latin1Of(own)?.toString("latin1") ?? inOneByte(own.toString("utf8"));
}

/** So much at once is looked at for a letter beyond ASCII. */
const STRIDE = 4096;
/** What begins a letter of Latin-1 in UTF-8. */
const [FIRST_LETTERS, LAST_LETTERS] = [0xc2, 0xc3];

/** Bytes of UTF-8 as those of Latin-1, which most files have a few letters of; undefined where they have others. */
function latin1Of(bytes: Buffer): Buffer | undefined {
  const letters = Buffer.allocUnsafe(bytes.length);
  let to = 0;
  for (let from = 0; from < bytes.length; ) {
    const end = Math.min(bytes.length, from + STRIDE);
    const stride = bytes.subarray(from, end);
    if (isAscii(stride)) {
      letters.set(stride, to);
      to += stride.length;
      from = end;
      continue;
    }
    for (; from < end; from += 1) {
      const byte = must(bytes[from], "byte");
      if (byte < 0x80) letters[to] = byte;
      else if (byte === FIRST_LETTERS || byte === LAST_LETTERS) {
        from += 1;
        letters[to] = ((byte & 0x03) << 6) | (must(bytes[from], "second byte") & 0x3f);
      } else return undefined;
      to += 1;
    }
  }
  return letters.subarray(0, to);
}

const BEYOND_LATIN_1 = /[^\0-\xff]/;
const inOneByte = (text: string): string =>
  BEYOND_LATIN_1.test(text) ? text : Buffer.from(text, "latin1").toString("latin1");

const ODD_BYTES = /[\x80-\x9f]/g;
/** What windows-1252 has where Latin-1 has no letters. */
const ODD_LETTERS = new TextDecoder("windows-1252").decode(
  Uint8Array.from({ length: 32 }, (_, place) => 0x80 + place),
);

/** The text of bytes of windows-1252, which holds ISO-8859-1. */
export const windowsText = (bytes: Uint8Array): string =>
  bufferOf(bytes)
    .toString("latin1")
    .replace(ODD_BYTES, (byte) => must(ODD_LETTERS[byte.charCodeAt(0) - 0x80], "letter"));

/** Bytes at the end of `chunk` that begin a UTF-8 sequence which the next chunk completes. */
export function unfinishedBytes(chunk: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, chunk.length); back += 1) {
    const byte = must(chunk[chunk.length - back], "byte");
    if ((byte & 0xc0) === 0x80) continue;
    const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return needed > back ? back : 0;
  }
  return 0;
}

export function concatenated(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b;
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
