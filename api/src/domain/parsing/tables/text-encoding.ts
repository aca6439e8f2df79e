import { isUtf8 } from "node:buffer";
import { utf8Text, windowsText } from "./piece-decoder.ts";

/**
 * The encoding of a bank's file: by its byte order mark, else UTF-8 when all of it reads so, else windows-1252,
 * which holds ISO-8859-1 (BANK-2).
 */
export function encodingOf(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return isUtf8(bytes) ? "utf-8" : "windows-1252";
}

/** The text of a file of a bank. Labels that were put together from two encodings read as each was meant (BANK-2). */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  if (encoding === "utf-8") return utf8Text(bytes);
  return encoding === "windows-1252"
    ? (decodeMixed(bytes) ?? windowsText(bytes))
    : new TextDecoder(encoding).decode(bytes);
}

/** One character of UTF-8 that is not ASCII (RFC 3629 §4), else a byte that belongs to none; of bytes read as Latin-1. */
const NOT_ASCII =
  /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|[\x80-\xff]/g;
/** @returns nothing unless most of what is not ASCII reads as UTF-8: a few bytes of windows-1252 look like it by chance */
function decodeMixed(bytes: Uint8Array): string | undefined {
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  let inUtf8 = 0;
  let alone = 0;
  const text = latin1.replace(NOT_ASCII, (found) => {
    if (found.length === 1) {
      alone += 1;
      return windowsText(Buffer.from(found, "latin1"));
    }
    inUtf8 += 1;
    return Buffer.from(found, "latin1").toString("utf8");
  });
  return inUtf8 > alone ? text.replace(/^\ufeff/, "") : undefined;
}
