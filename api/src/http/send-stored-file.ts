import { once } from "node:events";
import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { errors } from "../errors.ts";
import type { FileStore } from "../services.ts";
import { byteRangeOf } from "./byte-range.ts";
import { REVALIDATED_BY_BROWSER } from "./saved-as.ts";

/** A file that its reader may see. */
export interface StoredFile {
  readonly storage_key: string;
  /** Of the whole file, in bytes. */
  readonly size: number;
  readonly sha256: Buffer;
}

/** By which a file shows what it is. */
const HEAD_BYTES = 512;

/**
 * Answers a file of the store at the reader's pace: whole, the part that `Range` asks for (206, 416), or nothing when the reader
 * has it (304).
 * @param headersOf the headers of the file, told by how its bytes begin; undefined when they are not what they should be (415)
 */
export async function sendStoredFile(
  request: FastifyRequest,
  reply: FastifyReply,
  files: FileStore,
  file: StoredFile,
  headersOf: (head: Uint8Array) => Record<string, string> | undefined,
): Promise<FastifyReply> {
  const etag = `"${file.sha256.toString("hex")}"`;
  reply.header("etag", etag).header("accept-ranges", "bytes");
  // With the headers of the file: without them the browser would throw away the one that it has.
  if (request.headers["if-none-match"] === etag)
    return reply.status(304).headers(REVALIDATED_BY_BROWSER).send();
  const ifRange = request.headers["if-range"];
  const range =
    ifRange === undefined || ifRange === etag ? byteRangeOf(request.headers.range, file.size) : undefined;
  if (range === "unsatisfiable")
    return reply
      .status(416)
      .header("content-range", `bytes */${file.size}`)
      .type("application/json; charset=utf-8")
      .send(JSON.stringify(errors.files.noSuchPart().body));

  const body = await files.open(file.storage_key, range);
  try {
    const showsHead = range === undefined || (range.start === 0 && range.end >= HEAD_BYTES - 1);
    const head = showsHead ? await peek(body, HEAD_BYTES) : await headOf(files, file);
    const headers = headersOf(head);
    if (!headers) throw errors.unsupportedMedia();
    if (range) reply.status(206).header("content-range", `bytes ${range.start}-${range.end}/${file.size}`);
    const length = range ? range.end - range.start + 1 : file.size;
    return reply.headers(headers).header("content-length", length).send(body);
  } catch (error) {
    body.destroy();
    throw error;
  }
}

async function headOf(files: FileStore, { storage_key, size }: StoredFile): Promise<Uint8Array> {
  const start = await files.open(storage_key, { start: 0, end: Math.min(HEAD_BYTES, size) - 1 });
  return Buffer.concat((await start.toArray()) as Buffer[]);
}

/**
 * The first bytes of a stream, which stay in it.
 * @param atMost fewer when a chunk is smaller
 */
async function peek(stream: Readable, atMost: number): Promise<Uint8Array> {
  for (;;) {
    const chunk = stream.read() as Buffer | null;
    if (chunk !== null) {
      stream.unshift(chunk);
      return chunk.subarray(0, atMost);
    }
    if (stream.readableEnded) return new Uint8Array();
    const over = new AbortController();
    try {
      // `once` throws what the stream fails by.
      await Promise.race([
        once(stream, "readable", { signal: over.signal }),
        once(stream, "end", { signal: over.signal }),
      ]);
    } finally {
      over.abort();
    }
  }
}
