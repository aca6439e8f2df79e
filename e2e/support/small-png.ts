import { crc32, deflateSync, inflateSync } from "node:zlib";

/** What a screenshot is: 8 bits per channel, with or without transparency, not interlaced. */
const CHANNELS: Readonly<Record<number, number>> = { 2: 3, 6: 4 };
const MOST_COLOURS = 256;

/**
 * A screenshot as a picture of at most 256 colours, which is a third of its bytes. A screen has few colours that matter: those that
 * cover least give way to their nearest neighbour.
 * @returns the same picture, smaller, or the given bytes when they are no such picture
 */
export function smallPng(png: Buffer): Buffer {
  const { width, height, channels, data } = readPng(png);
  if (channels === undefined) return png;
  const pixels = unfiltered(data, width, height, channels);
  const { palette, indexOf } = paletteOf(pixels, channels);
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0, from = 0, to = 0; y < height; y += 1) {
    to += 1;
    for (let x = 0; x < width; x += 1, from += channels, to += 1)
      rows[to] = indexOf.get(colourAt(pixels, from)) ?? 0;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const small = Buffer.concat([
    png.subarray(0, 8),
    chunk("IHDR", header),
    chunk(
      "PLTE",
      Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255])),
    ),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  return small.length < png.length ? small : png;
}

function readPng(png: Buffer) {
  const parts: Buffer[] = [];
  let width = 0;
  let height = 0;
  let channels: number | undefined;
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString("latin1", at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (type === "IHDR") {
      width = body.readUInt32BE(0);
      height = body.readUInt32BE(4);
      const isPlain = body[8] === 8 && body[12] === 0;
      channels = isPlain ? CHANNELS[body[9] ?? 0] : undefined;
    } else if (type === "IDAT") parts.push(body);
    at += length + 12;
  }
  return { width, height, channels, data: Buffer.concat(parts) };
}

/** The five filters of PNG rows, undone. */
function unfiltered(data: Buffer, width: number, height: number, channels: number): Buffer {
  const raw = inflateSync(data);
  const stride = width * channels;
  const out = Buffer.alloc(height * stride);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x < channels ? 0 : (out[at - channels] ?? 0);
      const up = y === 0 ? 0 : (out[at - stride] ?? 0);
      const corner = x < channels || y === 0 ? 0 : (out[at - stride - channels] ?? 0);
      const byte = raw[y * (stride + 1) + 1 + x] ?? 0;
      out[at] = byte + predicted(filter, left, up, corner);
    }
  }
  return out;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const guess = left + up - corner;
  const [byLeft, byUp, byCorner] = [left, up, corner].map((one) => Math.abs(guess - one)) as [
    number,
    number,
    number,
  ];
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}

const colourAt = (pixels: Buffer, at: number): number =>
  ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0);

function paletteOf(pixels: Buffer, channels: number) {
  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.length; at += channels) {
    const colour = colourAt(pixels, at);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const byArea = [...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour);
  const palette = byArea.slice(0, MOST_COLOURS);
  const indexOf = new Map(palette.map((colour, index) => [colour, index]));
  for (const colour of byArea.slice(MOST_COLOURS)) indexOf.set(colour, nearest(palette, colour));
  return { palette, indexOf };
}

function nearest(palette: readonly number[], colour: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, one] of palette.entries()) {
    const distance =
      ((one >> 16) - (colour >> 16)) ** 2 +
      (((one >> 8) & 255) - ((colour >> 8) & 255)) ** 2 +
      ((one & 255) - (colour & 255)) ** 2;
    if (distance < least) {
      least = distance;
      best = index;
    }
  }
  return best;
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
