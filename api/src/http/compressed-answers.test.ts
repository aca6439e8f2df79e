import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { brotliDecompressSync } from "node:zlib";
import Fastify, { type FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { compressAnswers } from "./compressed-answers.ts";

const LINE = `${JSON.stringify({ invoice_number: "F-2026-0001", amount: "2897.31" })}\n`;
let app: FastifyInstance;
/** The body that is being sent. */
let body: PassThrough;
let hasBegun: () => boolean;

beforeEach(async () => {
  app = Fastify();
  await compressAnswers(app);
  app.get("/api/v1/invoices/", async () => ({ lines: LINE.repeat(100) }));
  app.get("/api/v1/short/", async () => ({ id: 1 }));
  app.get("/api/v1/auth/token/", async () => ({ token: LINE.repeat(100) }));
  app.get("/api/v1/pdf/", async (_request, reply) =>
    reply.type("application/pdf").send(Buffer.alloc(5_000, "x")),
  );
  app.get("/api/v1/stream/", async (_request, reply) => {
    body = new PassThrough();
    body.on("error", () => undefined);
    hasBegun = () => reply.raw.headersSent;
    return reply.type("text/csv; charset=utf-8").send(body);
  });
});
afterEach(() => app.close());

const get = (url: string, accepted = "gzip, deflate, br") =>
  app.inject({ method: "GET", url, headers: { "accept-encoding": accepted } });

test("a list is sent compressed, and says that it depends on what was asked", async () => {
  const answer = await get("/api/v1/invoices/");
  expect(answer.headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding" });
  expect(answer.headers["content-length"]).toBe(`${answer.rawPayload.length}`);
  expect(JSON.parse(brotliDecompressSync(answer.rawPayload).toString())).toEqual({ lines: LINE.repeat(100) });
});

test.each([
  ["what fits in a packet", "/api/v1/short/", "br"],
  ["an answer with a token", "/api/v1/auth/token/", "br"],
  ["a document that is compressed by nature", "/api/v1/pdf/", "br"],
  ["what is asked for as it is", "/api/v1/invoices/", "identity"],
])("%s is not compressed", async (_what, url, accepted) => {
  expect((await get(url, accepted)).headers["content-encoding"]).toBeUndefined();
});

test("a streamed body is compressed as it comes", async () => {
  const asked = get("/api/v1/stream/");
  await new Promise((next) => setImmediate(next));
  for (let line = 0; line < 1_000; line += 1) if (!body.write(LINE)) await once(body, "drain");
  body.end();
  const answer = await asked;
  expect([answer.headers["content-encoding"], answer.headers["content-length"]]).toEqual(["br", undefined]);
  expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(LINE.repeat(1_000));
  expect(answer.rawPayload.length).toBeLessThan(LINE.length * 50);
});

/** Text that no compression makes small. */
const NOISE = randomBytes(500_000).toString("hex");

const broken = async (text: string, isTime: () => boolean) => {
  const asked = get("/api/v1/stream/");
  await new Promise((next) => setImmediate(next));
  body.write(text);
  while (!isTime()) await new Promise((next) => setImmediate(next));
  body.destroy(new Error("the database went away"));
  return await asked;
};

test("half a file never passes for one: a body that breaks breaks the connection", async () => {
  await expect(broken(NOISE, () => hasBegun())).rejects.toThrow("destroyed before completion");
});

test("a body that breaks before anything of it was sent is an error that can be read", async () => {
  const answer = await broken(LINE, () => body.readableLength + body.writableLength === 0);
  expect([answer.statusCode, answer.headers["content-encoding"]]).toEqual([500, undefined]);
  expect(answer.json()).toMatchObject({ statusCode: 500 });
});
