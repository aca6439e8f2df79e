import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { acceptedEncodings, compressedForms, encodePage } from "./file-encodings.ts";

test.each([
  ["gzip, deflate, br, zstd", ["br", "gzip"]],
  ["gzip", ["gzip"]],
  ["BR;q=0.5, gzip;q=1.0", ["br", "gzip"]],
  ["br;q=0, gzip", ["gzip"]],
  ["br ; q=0", []],
  ["*", ["br", "gzip"]],
  ["gzip;q=0, *", ["br"]],
  ["identity", []],
  ["", []],
  [undefined, []],
])("a request that accepts %j gets one of %j", (header, encodings) => {
  expect(acceptedEncodings(header)).toEqual(encodings);
});

const text = "a page that repeats itself, ".repeat(200);

test("a file has two compressed forms, from which the same bytes come out", async () => {
  const content = new TextEncoder().encode(text);
  const forms = new Map(await compressedForms("126.c62f319a9e7f.js", content));
  expect([...forms.keys()]).toEqual(["126.c62f319a9e7f.js.br", "126.c62f319a9e7f.js.gz"]);
  expect(brotliDecompressSync(forms.get("126.c62f319a9e7f.js.br") ?? "").toString()).toBe(text);
  expect(gunzipSync(forms.get("126.c62f319a9e7f.js.gz") ?? "").toString()).toBe(text);
});

test.each([
  ["inter.woff2", text],
  ["small.js", "start()"],
])("%s stays as it is", async (name, content) => {
  expect(await compressedForms(name, new TextEncoder().encode(content))).toEqual([]);
});

test("a page is compressed for those who accept it", () => {
  const { content, encoding } = encodePage(text, ["br", "gzip"]);
  expect([encoding, brotliDecompressSync(content).toString()]).toEqual(["br", text]);
  expect(encodePage(text, [])).toEqual({ content: text, encoding: undefined });
  expect(encodePage("short", ["br"])).toEqual({ content: "short", encoding: undefined });
});
