import { once } from "node:events";
import { request } from "node:http";
import multipart from "@fastify/multipart";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { safeFileName, withUpload } from "./receive-upload.ts";

test.each([
  ["relevé.csv", "relevé.csv"],
  ["C:\\Documents\\relevé.csv", "relevé.csv"],
  ["../../etc/passwd", "passwd"],
  ["a\0b.xml", "ab.xml"],
  [`${"é".repeat(300)}.xlsx`, `${"é".repeat(195)}.xlsx`],
  [`${"x".repeat(195)}😀😀.csv`, `${"x".repeat(195)}.csv`],
  ["\ud83d.csv", "\ufffd.csv"],
  ["", "fichier"],
  ["dossier/", "fichier"],
  ["..", "fichier"],
  [" \u200b\0", "fichier"],
  [".csv", ".csv"],
])("the name %j is kept as %j", (name, kept) => {
  expect(safeFileName(name)).toBe(kept);
  expect(safeFileName(name).isWellFormed()).toBe(true);
});

test("who left before the file was asked for is waited for no longer (OPS-14)", async () => {
  const app = Fastify();
  await app.register(multipart);
  let letIn = () => {};
  const hasLeft = Promise.withResolvers<void>();
  const outcome = Promise.withResolvers<unknown>();
  const onRequest = () => new Promise<void>((done) => (letIn = done));
  app.post("/", { onRequest }, async (call, reply) => {
    const rule = { field: "file", maxBytes: 10, tooLarge: "", missing: "" };
    await withUpload(call, reply, rule, async () => "received").then(outcome.resolve, outcome.resolve);
  });
  app.addHook("onRequest", async (_request, reply) => {
    reply.raw.once("close", hasLeft.resolve);
  });
  const call = request(await app.listen({ port: 0, host: "127.0.0.1" }), {
    method: "POST",
    headers: { "content-type": "multipart/form-data; boundary=x", "content-length": "1000" },
  });
  call.on("error", () => undefined);
  call.write("--x\r\n");
  await once(app.server, "request");
  call.destroy();
  await hasLeft.promise;
  letIn();
  expect(await outcome.promise).toMatchObject({ status: 400, code: "interrupted" });
  await app.close();
});
