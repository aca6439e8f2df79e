import { expect, test, vi } from "vitest";
import { retriedOnClash } from "./retried-on-clash.ts";

const clash = (code: string, table?: string) => Object.assign(new Error(`${code} ${table}`), { code, table });

test("a clash on one of the tables is tried once more", async () => {
  const work = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(clash("23505", "screen"))
    .mockResolvedValue("found");
  await expect(retriedOnClash({ taken: ["cinema", "screen"] }, work)).resolves.toBe("found");
  expect(work).toHaveBeenCalledTimes(2);
});

test("a row that lacks what it refers to is tried once more where that may have been deleted", async () => {
  const work = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(clash("23503", "declaration"))
    .mockResolvedValue("made");
  await expect(retriedOnClash({ taken: ["cinema"], orphaned: ["declaration"] }, work)).resolves.toBe("made");
});

test("a second clash is thrown", async () => {
  const work = vi.fn<() => Promise<string>>().mockRejectedValue(clash("23505", "cinema"));
  await expect(retriedOnClash({ taken: ["cinema"] }, work)).rejects.toThrow("23505 cinema");
  expect(work).toHaveBeenCalledTimes(2);
});

test.each([
  ["a clash on another table", clash("23505", "invoice")],
  ["a clash that names no table", clash("23505")],
  ["another error of the database", clash("23503", "cinema")],
  ["any other error", new Error("no")],
])("%s is thrown at once", async (_, error) => {
  const work = vi.fn<() => Promise<string>>().mockRejectedValue(error);
  await expect(retriedOnClash({ taken: ["cinema"], orphaned: ["invoice"] }, work)).rejects.toBe(error);
  expect(work).toHaveBeenCalledTimes(1);
});
