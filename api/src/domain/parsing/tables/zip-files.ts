import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { UNKNOWN_LAYOUT, UnreadableTable } from "./file-row.ts";

const MAX_ENTRIES = 1000;
const MAX_FILES = 50;
/** Of all files together, once inflated. */
const MAX_BYTES = 40 * 1024 * 1024;
const TOO_LARGE = "L’archive ZIP est trop volumineuse une fois décompressée. Envoyez ses fichiers un par un.";
const TOO_MANY = "L’archive ZIP contient plus de 50 fichiers. Découpez-la.";
const ENCRYPTED = "L’archive ZIP est protégée par un mot de passe. Envoyez ses fichiers sans protection.";
/** A workbook is an archive of these. */
const OF_A_WORKBOOK = new Set(["[content_types].xml", "xl/workbook.xml"]);
/** What a Mac adds, and hidden files. */
const HIDDEN = /(?:^|\/)(?:__MACOSX\/|\.)/;

export interface ArchivedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

export interface ZippedFiles {
  readonly files: readonly ArchivedFile[];
  /** Names of what was not wanted. */
  readonly others: readonly string[];
}

/**
 * The files of an archive (APPNOTE.TXT 6.3.10), inflated within a limit; undefined when it is a workbook.
 * @param isWanted by its name; others are named and not inflated
 * @throws UnreadableTable when it is broken, protected or too large
 */
export async function zipFiles(
  bytes: Buffer,
  isWanted: (name: string) => boolean,
): Promise<ZippedFiles | undefined> {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
    if (zip.entryCount > MAX_ENTRIES) throw new UnreadableTable(TOO_LARGE);
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    if (entries.some((entry) => OF_A_WORKBOOK.has(entry.fileName.toLowerCase()))) return undefined;
    const shown = entries.filter(({ fileName }) => !fileName.endsWith("/") && !HIDDEN.test(fileName));
    const wanted = shown.filter(({ fileName }) => isWanted(fileName));
    if (wanted.length > MAX_FILES) throw new UnreadableTable(TOO_MANY);
    const files: ArchivedFile[] = [];
    let left = MAX_BYTES;
    for (const entry of wanted) {
      const content = await inflated(zip, entry, left);
      left -= content.length;
      files.push({ name: entry.fileName, bytes: content });
    }
    const others = shown.filter((entry) => !wanted.includes(entry)).map(({ fileName }) => fileName);
    return { files, others };
  } catch (error) {
    if (error instanceof UnreadableTable) throw error;
    // What a broken archive throws tells nothing to a person.
    throw new UnreadableTable(UNKNOWN_LAYOUT);
  }
}

async function inflated(zip: ZipFile, entry: Entry, most: number): Promise<Buffer> {
  if (entry.isEncrypted()) throw new UnreadableTable(ENCRYPTED);
  const chunks: Buffer[] = [];
  let size = 0;
  const stream = await zip.openReadStreamPromise(entry);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) throw new UnreadableTable(TOO_LARGE);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
