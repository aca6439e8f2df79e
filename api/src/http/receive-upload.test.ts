import { expect, test } from "vitest";
import { safeFileName } from "./receive-upload.ts";

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
