// A server that speaks S3 and checks signatures, for tests: s3rver on a folder.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";

export const TEST_BUCKET = "bobine";

/** The key pair that s3rver knows. */
const KEY = "S3RVER";

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
  const { port } = await server.run();
  return {
    access: {
      accessKeyId: KEY,
      secretAccessKey: KEY,
      region: "us-east-1",
      endpoint: `http://127.0.0.1:${port}`,
    },
    async close(): Promise<void> {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
