import { isUtf8 } from "node:buffer";

/**
 * The encoding of a bank's file: by its byte order mark, else UTF-8 when all of it reads so, else windows-1252,
 * which holds ISO-8859-1 (BANK-2).
 */
export function encodingOf(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" | "windows-1252" {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return isUtf8(bytes) ? "utf-8" : "windows-1252";
}

/** The text of a file of a bank. */
export const decodeText = (bytes: Uint8Array): string => new TextDecoder(encodingOf(bytes)).decode(bytes);
