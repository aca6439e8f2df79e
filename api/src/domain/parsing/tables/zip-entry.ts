import { createInflateRaw } from "node:zlib";
import type { Entry, ZipFile } from "yauzl";

/** Of what streams bring by themselves, 16 KB, the processor spends more on waiting for each piece than on inflating it. */
const PIECE_BYTES = 256 * 1024;

/**
 * What is in an entry of an archive, piece by piece.
 * @param bytes of the whole archive
 * @throws Error when it is broken, or not of the size that the archive says
 */
export async function* entryPieces(zip: ZipFile, bytes: Buffer, entry: Entry): AsyncGenerator<Buffer> {
  if (!entry.canDecodeFileData()) throw new Error("an entry that is packed in another way");
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  const packed = bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize);
  if (!entry.isCompressed()) {
    for (let from = 0; from < packed.length; from += PIECE_BYTES)
      yield packed.subarray(from, from + PIECE_BYTES);
    return;
  }
  let left = entry.uncompressedSize;
  const pieces: AsyncIterable<Buffer> = createInflateRaw({ chunkSize: PIECE_BYTES }).end(packed);
  for await (const piece of pieces) {
    left -= piece.length;
    if (left < 0) throw new Error("an entry that is longer than the archive says");
    yield piece;
  }
  if (left > 0) throw new Error("an entry that is shorter than the archive says");
}
