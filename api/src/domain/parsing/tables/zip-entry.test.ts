import { deflateRawSync } from "node:zlib";
import { type Entry, fromBufferPromise } from "yauzl";
import { describe, expect, test } from "vitest";
import { must } from "../../must.ts";
import { zip } from "./workbook.testing.ts";
import { entryPieces } from "./zip-entry.ts";

const LONG = Array.from({ length: 100_000 }, (_, at) => `ligne ${at}`).join("\n");

/** What is read of the only file of an archive, after something was changed in what the archive says of it. */
async function read(archive: Buffer, change: (entry: Entry) => void = () => undefined): Promise<Buffer> {
  const file = await fromBufferPromise(archive, { lazyEntries: true, autoClose: false });
  const entries: Entry[] = [];
  for await (const entry of file.eachEntry()) entries.push(entry);
  const entry = must(entries[0], "file of the archive");
  change(entry);
  const pieces: Buffer[] = [];
  for await (const piece of entryPieces(file, archive, entry)) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe("a file of an archive", () => {
  test.each(["", "é", LONG])("is read as it was packed", async (text) => {
    expect((await read(zip({ a: text }))).toString()).toBe(text);
  });

  test("that was not packed is read as it stands", async () => {
    const stands = await read(zip({ a: LONG }), (entry) => {
      entry.compressionMethod = 0;
    });
    expect(stands.equals(deflateRawSync(LONG))).toBe(true);
  });

  test.each([-1, 1])("is refused when the archive says another size (%i)", async (more) => {
    const reading = read(zip({ a: LONG }), (entry) => {
      entry.uncompressedSize += more;
    });
    await expect(reading).rejects.toThrow(/than the archive says/);
  });

  test("is refused when it ends too early, or is packed in a way that nobody knows", async () => {
    const cut = read(zip({ a: LONG }), (entry) => {
      entry.compressedSize -= 10;
    });
    await expect(cut).rejects.toThrow(/unexpected end/);
    const unknown = read(zip({ a: LONG }), (entry) => {
      entry.compressionMethod = 99;
    });
    await expect(unknown).rejects.toThrow(/packed in another way/);
  });
});
