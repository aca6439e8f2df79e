import { once } from "node:events";
import { request } from "node:http";
import multipart from "@fastify/multipart";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { installErrorHandler } from "./error-handler.ts";
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

test("of one person twenty files are received and worked on at once, one more is refused, and others send theirs (OPS-10)", async () => {
  const app = Fastify();
  await app.register(multipart);
  installErrorHandler(app);
  const letGo = Promise.withResolvers<void>();
  let received = 0;
  let counted = 0;
  app.post<{ Params: { person: number } }>("/:person/", async (call, reply) => {
    call.signedIn = { id: Number(call.params.person) } as never;
    // A call counts as under way once its file is there.
    call.countFrom = async (file) => {
      await file;
      counted += 1;
    };
    const rule = { field: "file", maxBytes: 10, tooLarge: "", missing: "" };
    return await withUpload(call, reply, rule, async () => {
      received += 1;
      await letGo.promise;
      return {};
    });
  });
  const send = async (person: number): Promise<number> => {
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const payload =
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na\r\n--x--\r\n';
    return (await app.inject({ method: "POST", url: `/${person}/`, headers, payload })).statusCode;
  };
  const sent = Array.from({ length: 20 }, () => send(1));
  await expect.poll(() => received).toBe(20);
  expect(await send(1)).toBe(429);
  sent.push(send(2));
  await expect.poll(() => received).toBe(21);
  expect(counted).toBe(21);
  letGo.resolve();
  expect(new Set(await Promise.all(sent))).toEqual(new Set([200]));
  expect(await send(1)).toBe(200);
  await app.close();
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
