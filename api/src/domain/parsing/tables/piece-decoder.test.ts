import { describe, expect, test } from "vitest";
import { pieceDecoder } from "./piece-decoder.ts";

/** What a decoder makes of bytes that come in three pieces. */
function decoded(
  decoder: { decode(bytes?: Uint8Array, options?: { stream: boolean }): string },
  bytes: Uint8Array,
  [first, second]: readonly [number, number],
): string {
  const stream = { stream: true };
  try {
    return [
      decoder.decode(bytes.subarray(0, first), stream),
      decoder.decode(bytes.subarray(first, second), stream),
      decoder.decode(bytes.subarray(second), stream),
      decoder.decode(),
    ].join("");
  } catch (error) {
    return error instanceof TypeError ? "refused" : "another error";
  }
}

const UTF_8 = [
  "",
  "plain",
  "Libellé;Débit;Crédit",
  "12,50\u00a0€ à l’œuvre \ud83d\ude00",
  "\ufeffLibellé",
  "\ufeff",
  "a\ufeffb",
].map((text) => [JSON.stringify(text), Buffer.from(text)] as const);
const NO_UTF_8 = [
  [0x80],
  [0x61, 0xc3],
  [0xc3, 0x61],
  [0xe0, 0x80, 0x80],
  [0xed, 0xa0, 0x80],
  [0xf5, 0x80, 0x80, 0x80],
  [0xef, 0xbb],
].map((bytes) => [bytes.map((byte) => byte.toString(16)).join(" "), Uint8Array.from(bytes)] as const);
const EVERY_BYTE = Uint8Array.from({ length: 256 }, (_, byte) => byte);

describe("pieces of a file read as TextDecoder reads them, wherever they are cut", () => {
  test.each([
    ...[...UTF_8, ...NO_UTF_8].map(([name, bytes]) => ["utf-8", name, bytes] as const),
    ["windows-1252", "every byte", EVERY_BYTE.subarray(0x70, 0xa8)],
    ["iso-8859-1", "every byte", EVERY_BYTE.subarray(0x70, 0xa8)],
    ["utf-16le", "UTF-16", Buffer.from("Libellé €", "utf16le")],
  ] as const)("in %s: %s", (label, _name, bytes) => {
    const options = { fatal: true };
    for (let first = 0; first <= bytes.length; first += 1)
      for (let second = first; second <= bytes.length; second += 1) {
        const cuts = [first, second] as const;
        expect([cuts, decoded(pieceDecoder(label, options), bytes, cuts)]).toEqual([
          cuts,
          decoded(new TextDecoder(label, options), bytes, cuts),
        ]);
      }
  });

  test("of an encoding that nobody knows none is made", () => {
    expect(() => pieceDecoder("klingon", { fatal: true })).toThrow(RangeError);
  });
});
