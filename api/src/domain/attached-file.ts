import type { OPERATION_FILE_EXTENSIONS } from "@bobine/contract/operation-files";

type Extension = (typeof OPERATION_FILE_EXTENSIONS)[number];

const latin = (bytes: Uint8Array, start: number, end: number): string =>
  Buffer.from(bytes.subarray(start, end)).toString("latin1");
const begins = (signature: string) => (bytes: Uint8Array) => latin(bytes, 0, signature.length) === signature;

/** UTF-8 or Windows text, or UTF-16 that says so: no other file is without a zero byte. */
const isText = (bytes: Uint8Array): boolean =>
  begins("\xff\xfe")(bytes) || begins("\xfe\xff")(bytes) || !bytes.includes(0);
/** A mail begins with a field of its head, maybe after the line of a mailbox. */
const isMail = (bytes: Uint8Array): boolean =>
  isText(bytes) &&
  /^(?:\xef\xbb\xbf)?(?:From [^\r\n]*\r?\n)?[!-9;-~]{1,76}:[ \t\S]/.test(latin(bytes, 0, 500));
/** A ZIP that names the parts of a workbook. */
const isWorkbook = (bytes: Uint8Array): boolean =>
  begins("PK\x03\x04")(bytes) && Buffer.from(bytes).includes("xl/workbook");

/** What each kind of file is known by, by the extension of its name (COM-7). */
const IS: Readonly<Record<Extension, (bytes: Uint8Array) => boolean>> = {
  pdf: begins("%PDF-"),
  png: begins("\x89PNG\r\n\x1a\n"),
  jpg: begins("\xff\xd8\xff"),
  jpeg: begins("\xff\xd8\xff"),
  // The container of old Office files, which Outlook keeps a mail in.
  msg: begins("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
  eml: isMail,
  txt: isText,
  csv: isText,
  xlsx: isWorkbook,
};

/** Whether a file may be attached: a name that ends as one of the kinds, and bytes that are of that kind. */
export function isAttachable(fileName: string, bytes: Uint8Array): "yes" | "other-name" | "other-content" {
  const extension = /\.([A-Za-z]{3,4})$/.exec(fileName)?.[1]?.toLowerCase() ?? "";
  if (!Object.hasOwn(IS, extension)) return "other-name";
  return bytes.length > 0 && IS[extension as Extension](bytes) ? "yes" : "other-content";
}
