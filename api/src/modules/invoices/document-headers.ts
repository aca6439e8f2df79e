import { fileNameParameter, REVALIDATED_BY_BROWSER } from "../../http/saved-as.ts";

/** What may be served as a document of an invoice: how its bytes begin, and whether a browser may show it in a frame. */
interface KnownType {
  readonly starts: (head: Uint8Array) => boolean;
  readonly inline: boolean;
}

const bytes =
  (...signature: number[]) =>
  (head: Uint8Array): boolean =>
    signature.every((byte, index) => head[index] === byte);
const text = (head: Uint8Array): boolean => !head.subarray(0, 512).includes(0);

const KNOWN_TYPES: Record<string, KnownType> = {
  // SEC-9: a page or an SVG in the frame could read the session; only real PDFs are ever shown.
  "application/pdf": { starts: bytes(0x25, 0x50, 0x44, 0x46, 0x2d), inline: true },
  "image/png": { starts: bytes(0x89, 0x50, 0x4e, 0x47), inline: false },
  "image/jpeg": { starts: bytes(0xff, 0xd8, 0xff), inline: false },
  "application/xml": { starts: text, inline: false },
  "text/csv": { starts: text, inline: false },
};

/**
 * The headers of a document, or undefined when its bytes are not what its type says, or its type is not one of ours.
 * @param file name and type as stored
 */
export function documentHeaders(
  file: { readonly file_name: string; readonly content_type: string },
  content: Uint8Array,
): Record<string, string> | undefined {
  const type = Object.hasOwn(KNOWN_TYPES, file.content_type) ? KNOWN_TYPES[file.content_type] : undefined;
  if (!type?.starts(content)) return undefined;
  return {
    "content-type": file.content_type,
    "content-disposition": `${type.inline ? "inline" : "attachment"}; ${fileNameParameter(file.file_name)}`,
    "x-content-type-options": "nosniff",
    ...REVALIDATED_BY_BROWSER,
  };
}
