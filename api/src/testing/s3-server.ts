// A server that speaks S3 and checks signatures, for tests: s3rver on a folder.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import S3rver from "@20minutes/s3rver";

export const TEST_BUCKET = "bobine";

/** The key pair that s3rver knows. */
const KEY = "S3RVER";

/** Longer than tests wait for the beginning of an answer. */
const SILENCE_MS = 1_500;

/** Starts it on a free port with one empty bucket. */
export async function startS3Server() {
  const directory = mkdtempSync(join(tmpdir(), "bobine-s3-"));
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: TEST_BUCKET }],
  });
  // Two rules of Amazon S3 that s3rver lacks: If-None-Match on writes, and that nobody reads half of an object. One request
  // at a time gives both.
  let turn = Promise.resolve();
  server.middleware.unshift((context, next) => {
    const mine = turn.then(async () => {
      const isNew = context.method === "PUT" && context.get("if-none-match") === "*";
      const key = decodeURIComponent(context.path.slice(`/${TEST_BUCKET}/`.length));
      if (isNew && (await server.store.existsObject(TEST_BUCKET, key))) context.status = 412;
      else await next();
    });
    const sent = new Promise<void>((done) => {
      context.res.once("close", () => done());
    });
    turn = mine.then(
      () => sent,
      () => sent,
    );
    return mine;
  });
  const faults: ("503" | "broken" | "halved" | "silent")[] = [];
  server.middleware.unshift(async (context, next) => {
    const fault = faults.shift();
    if (fault === "silent") await new Promise((done) => setTimeout(done, SILENCE_MS));
    if (fault === "broken" || fault === "silent") context.res.destroy();
    else if (fault === "503") {
      context.status = 503;
      context.body = "<Error><Code>SlowDown</Code><Message>S3RVER</Message></Error>";
    } else await next();
    // The connection breaks off in the middle of the body.
    if (fault === "halved") {
      const { body } = context;
      context.res.writeHead(context.status, { "content-length": String(context.length) });
      if (body instanceof Readable)
        body.once("data", (chunk: Buffer) => context.res.write(chunk.subarray(0, 5)));
      setTimeout(() => context.res.destroy(), 50);
      context.respond = false;
    }
  });
  const { port } = await server.run();
  return {
    access: {
      accessKeyId: KEY,
      secretAccessKey: KEY,
      region: "us-east-1",
      endpoint: `http://127.0.0.1:${port}`,
    },
    /** What happens to the next requests, one after the other; the later ones are served. */
    failNext: (...next: typeof faults) => void faults.push(...next),
    /** Forgets the failures that are left. */
    mend: () => void faults.splice(0),
    async close(): Promise<void> {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
