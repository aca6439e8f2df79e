import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { FileStore } from "../../services.ts";
import { startS3Server, TEST_BUCKET } from "../../testing/s3-server.ts";
import { openFileStore } from "./open-file-store.ts";
import { s3FileStore } from "./s3-file-store.ts";

const folder = mkdtempSync(join(tmpdir(), "bobine-files-"));
let server: Awaited<ReturnType<typeof startS3Server>>;
let bucket: FileStore;
beforeAll(async () => {
  server = await startS3Server();
  bucket = s3FileStore(`s3://${TEST_BUCKET}/some/prefix`, server.access, {
    firstDelayMs: 1,
    answerLimitMs: 500,
  });
});
beforeEach(() => server.mend());
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const textOf = async (stream: Readable): Promise<string> => Buffer.concat(await stream.toArray()).toString();
const UNAVAILABLE = { status: 503, code: "files_unavailable", headers: { "retry-after": "10" } };
const MISSING = { status: 404, code: "file_missing" };

describe.each([
  ["a folder", () => openFileStore({ filesUrl: pathToFileURL(join(folder, "new", "files")).href, s3: null })],
  ["a bucket", () => openFileStore({ filesUrl: `s3://${TEST_BUCKET}/files/`, s3: server.access })],
])("files in %s", (_title, openStore) => {
  let store: FileStore;
  beforeAll(async () => {
    store = openStore();
    await store.put("invoices/ab/abcd.pdf", Buffer.from("0123456789"), "application/pdf");
  });

  test("come back as they were put, also when they are put twice", async () => {
    await store.put("invoices/ab/abcd.pdf", Buffer.from("0123456789"), "application/pdf");
    expect(Buffer.from(await store.get("invoices/ab/abcd.pdf")).toString()).toBe("0123456789");
    expect(await textOf(await store.open("invoices/ab/abcd.pdf"))).toBe("0123456789");
  });

  test("keep every byte of a large one", async () => {
    const large = Buffer.alloc(3_000_000, "Bobine ");
    await store.put("large", large.subarray(0), "application/octet-stream");
    expect(large.equals(Buffer.concat(await (await store.open("large")).toArray()))).toBe(true);
  });

  test.each([
    [0, 3, "0123"],
    [4, 9, "456789"],
    [9, 9, "9"],
  ])("are read from byte %i to byte %i", async (start, end, text) => {
    expect(await textOf(await store.open("invoices/ab/abcd.pdf", { start, end }))).toBe(text);
  });

  test("that are not there are told apart from a store that does not serve", async () => {
    await expect(store.get("nowhere.pdf")).rejects.toMatchObject(MISSING);
    await expect(store.open("nowhere.pdf")).rejects.toMatchObject(MISSING);
    await expect(store.open("nowhere.pdf", { start: 0, end: 3 })).rejects.toMatchObject(MISSING);
  });

  test("are removed, also when they are gone already", async () => {
    await store.put("statements/1/gone.csv", Buffer.from("1"), "text/csv");
    await store.remove("statements/1/gone.csv");
    await expect(store.get("statements/1/gone.csv")).rejects.toMatchObject(MISSING);
    await expect(store.remove("statements/1/gone.csv")).resolves.toBeUndefined();
    await expect(store.remove("nowhere/at/all.csv")).resolves.toBeUndefined();
  });

  test("have keys that cannot leave it", async () => {
    for (const key of ["../x", "a/../../x", "/etc/passwd", "a?b", "a#b", ""])
      for (const use of [
        () => store.get(key),
        () => store.open(key),
        () => store.put(key, Buffer.from(""), ""),
        () => store.remove(key),
      ])
        await expect(async () => use()).rejects.toThrow("not a file key");
  });

  test("are served", async () => {
    await expect(store.check()).resolves.toBeUndefined();
  });
});

describe("a bucket that is ill", () => {
  test.each([["503"], ["broken"], ["silent"]] as const)("for a moment (%s) is asked again", async (fault) => {
    server.failNext(fault);
    await bucket.put("a.pdf", Buffer.from("1"), "application/pdf");
    server.failNext(fault, fault, fault);
    expect(Buffer.from(await bucket.get("a.pdf")).toString()).toBe("1");
    server.failNext(fault);
    expect(await textOf(await bucket.open("a.pdf"))).toBe("1");
  });

  test.each([["503"], ["broken"], ["silent"]] as const)("for long (%s) says so in French", async (fault) => {
    for (const use of [
      () => bucket.put("a.pdf", Buffer.from("1"), "application/pdf"),
      () => bucket.get("a.pdf"),
      () => bucket.open("a.pdf"),
      () => bucket.check(),
    ]) {
      server.failNext(fault, fault, fault, fault);
      await expect(use()).rejects.toMatchObject({
        ...UNAVAILABLE,
        body: { detail: expect.stringMatching(/momentanément indisponible.*réessayez/) as string },
      });
    }
    await expect(bucket.check()).resolves.toBeUndefined();
  });

  test("that breaks off in a whole reading is asked again", async () => {
    await bucket.put("b.pdf", Buffer.from("0123456789"), "application/pdf");
    server.failNext("halved");
    expect(Buffer.from(await bucket.get("b.pdf")).toString()).toBe("0123456789");
  });

  test("that breaks off in a stream never passes a half for the whole", async () => {
    await bucket.put("b.pdf", Buffer.from("0123456789"), "application/pdf");
    server.failNext("halved");
    await expect(bucket.open("b.pdf").then(textOf)).rejects.toThrow("terminated");
  });

  test("that nobody serves is unavailable", async () => {
    const nobody = s3FileStore(
      "s3://b",
      { ...server.access, endpoint: "http://127.0.0.1:1" },
      { firstDelayMs: 1 },
    );
    await expect(nobody.get("a.pdf")).rejects.toMatchObject(UNAVAILABLE);
  });

  test("that refuses the key is not asked again, and nobody learns the key", async () => {
    const refused = s3FileStore(`s3://${TEST_BUCKET}`, { ...server.access, secretAccessKey: "wrong" });
    const failure = await refused
      .put("a.pdf", Buffer.from("1"), "application/pdf")
      .catch((error: unknown) => error);
    expect(failure).toMatchObject(UNAVAILABLE);
    expect(String((failure as Error).cause)).toBe(
      "Error: the object store answered 403 to PUT: SignatureDoesNotMatch",
    );
  });
});

describe("a folder that is ill", () => {
  test("has a file where the folder should be: unavailable, not a fault of the program", async () => {
    const path = join(folder, "taken");
    writeFileSync(path, "");
    const store = openFileStore({ filesUrl: pathToFileURL(path).href, s3: null });
    await expect(store.put("a.pdf", Buffer.from("1"), "application/pdf")).rejects.toMatchObject(UNAVAILABLE);
    await expect(store.check()).rejects.toMatchObject(UNAVAILABLE);
  });

  test.skipIf(process.getuid?.() === 0)(
    "that is read-only is unavailable for writing and reads on",
    async () => {
      const path = mkdtempSync(join(folder, "read-only-"));
      const store = openFileStore({ filesUrl: pathToFileURL(path).href, s3: null });
      await store.put("a.pdf", Buffer.from("1"), "application/pdf");
      chmodSync(path, 0o500);
      await expect(store.put("b.pdf", Buffer.from("1"), "application/pdf")).rejects.toMatchObject(
        UNAVAILABLE,
      );
      expect(Buffer.from(await store.get("a.pdf")).toString()).toBe("1");
    },
  );
});
