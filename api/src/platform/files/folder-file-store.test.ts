import { chownSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { folderFileStore } from "./folder-file-store.ts";

const folder = mkdtempSync(join(tmpdir(), "bobine-files-"));
const store = folderFileStore(pathToFileURL(folder).href);
afterAll(() => rmSync(folder, { recursive: true }));

describe("files in a folder", () => {
  it("gives back what was put, and nothing is left beside it", async () => {
    await store.put("invoices/ab/abcdef.pdf", Buffer.from("%PDF-1.7"), "application/pdf");
    expect(Buffer.from(await store.get("invoices/ab/abcdef.pdf")).toString()).toBe("%PDF-1.7");
    expect(readdirSync(join(folder, "invoices/ab"))).toEqual(["abcdef.pdf"]);
  });

  it("is closed to the other accounts of the machine", async () => {
    await store.put("private/ab/abcdef.pdf", Buffer.from("%PDF-1.7"), "application/pdf");
    const modes = ["private", "private/ab", "private/ab/abcdef.pdf"].map(
      (path) => statSync(join(folder, path)).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o700, 0o600]);
  });

  it("gives what a command of root puts there to the account whose folder it is (OPS-2)", async () => {
    const place = mkdtempSync(join(tmpdir(), "bobine-files-of-the-unit-"));
    try {
      const me = process.getuid!();
      const owner = me === 0 ? 12_345 : me;
      if (me === 0) chownSync(place, owner, owner);
      const theirs = folderFileStore(pathToFileURL(join(place, "data/files")).href);
      await theirs.put("audit/1/2021.jsonl.gz", Buffer.from("x"), "application/gzip");
      const made = ["data", "data/files", "data/files/audit/1", "data/files/audit/1/2021.jsonl.gz"];
      expect(made.filter((path) => statSync(join(place, path)).uid !== owner)).toEqual([]);
    } finally {
      rmSync(place, { recursive: true });
    }
  });

  it("replaces a file in one step", async () => {
    await store.put("a.txt", Buffer.from("1"), "text/plain");
    await store.put("a.txt", Buffer.from("2"), "text/plain");
    expect(Buffer.from(await store.get("a.txt")).toString()).toBe("2");
  });

  it.each(["../secret", "a/../../secret", "/etc/passwd", ".hidden", "a//b", "a\\b", "", "a/..", "a\0b"])(
    "refuses the key %j",
    async (key) => {
      await expect(async () => store.get(key)).rejects.toThrow("not a file key");
      await expect(async () => store.put(key, Buffer.from("x"), "text/plain")).rejects.toThrow(
        "not a file key",
      );
    },
  );
});
