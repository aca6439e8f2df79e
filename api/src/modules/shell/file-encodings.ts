import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import { FAST_BROTLI, WORTH_COMPRESSING } from "../../http/compressed-answers.ts";

/** What lies beside a file: content coding → ending of the name. The best first. */
export const ENCODINGS = [
  ["br", ".br"],
  ["gzip", ".gz"],
] as const;
export type Encoding = (typeof ENCODINGS)[number][0];

/** A compressed form is sent for its file and has no address of its own. */
export const isCompressedForm = (path: string): boolean =>
  ENCODINGS.some(([, ending]) => path.endsWith(ending));

/** True for text; images and fonts are compressed by nature. */
export const isCompressible = (name: string): boolean => /\.(js|css|svg)$/.test(name);

const COMPRESS: Readonly<Record<Encoding, (content: Uint8Array) => Promise<Uint8Array>>> = {
  br: (content) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
  gzip: (content) => promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
};

const isWorthIt = (name: string, content: Uint8Array): boolean =>
  isCompressible(name) && content.length >= WORTH_COMPRESSING;

/**
 * The compressed forms of a file of a build, made once so that each request gets the smallest. They have no hash of their own:
 * a browser checks what comes out of them.
 * @returns name → content; nothing for what is small or compressed by nature
 */
export async function compressedForms(name: string, content: Uint8Array): Promise<[string, Uint8Array][]> {
  if (!isWorthIt(name, content)) return [];
  return Promise.all(
    ENCODINGS.map(
      async ([coding, ending]): Promise<[string, Uint8Array]> => [
        `${name}${ending}`,
        await COMPRESS[coding](content),
      ],
    ),
  );
}

/** One of them; undefined for what has none. */
export async function compressedForm(
  name: string,
  coding: Encoding,
  content: Uint8Array,
): Promise<Uint8Array | undefined> {
  return isWorthIt(name, content) ? COMPRESS[coding](content) : undefined;
}

/** The codings that a request accepts, the best first. A coding with `q=0` is refused. */
export function acceptedEncodings(header: string | string[] | undefined): Encoding[] {
  const encodings = new Map(
    String(header ?? "")
      .toLowerCase()
      .split(",")
      .map((part) => part.trim().split(/\s*;\s*q=/))
      .map(([coding = "", quality = "1"]) => [coding, Number(quality)] as const),
  );
  return ENCODINGS.map(([coding]) => coding).filter(
    (coding) => (encodings.get(coding) ?? encodings.get("*") ?? 0) > 0,
  );
}

/** A page that is made at each request, in the form that the request accepts. */
export function encodePage(
  text: string,
  accepted: readonly Encoding[],
): { content: string | Buffer; encoding: Encoding | undefined } {
  const [encoding] = text.length < WORTH_COMPRESSING ? [] : accepted;
  if (encoding === undefined) return { content: text, encoding };
  return { content: encoding === "br" ? brotliCompressSync(text, FAST_BROTLI) : gzipSync(text), encoding };
}

/** What a disk takes for a name, with the ending of a compressed form, in bytes. */
const LONGEST_NAME = 252;
/** A bucket takes 1024 bytes with its prefix. */
const LONGEST_PATH = 900;

/** Whether nothing can be kept under this path: to ask for it is an error of the disk or the bucket, not an answer. */
export const isTooLong = (path: string): boolean =>
  Buffer.byteLength(path) > LONGEST_PATH ||
  path.split("/").some((name) => Buffer.byteLength(name) > LONGEST_NAME);
