import { describe, expect, test } from "vitest";
import { csvRows, readCsvRows } from "./csv-rows.ts";
import { TOO_MANY_ROWS } from "./file-row.ts";
import { oddCsvRows } from "./odd-csv-rows.ts";
import { IRREGULAR, regularCsvRows } from "./regular-csv-rows.ts";

/** The texts that these pieces make, a few thousand of them, always the same. */
function* madeOf(pieces: readonly string[], count: number): Generator<string> {
  let state = 1;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  for (let made = 0; made < count; made += 1)
    yield Array.from({ length: below(24) }, () => pieces[below(pieces.length)]).join("");
}

const cellsOf = (rows: Iterable<{ readonly cells: readonly string[] }>): string[][] =>
  Array.from(rows, ({ cells }) => [...cells]);

function regular(text: string): string[][] | undefined {
  try {
    return cellsOf(regularCsvRows(text, ";"));
  } catch (error) {
    if (error === IRREGULAR) return undefined;
    throw error;
  }
}

describe("rows of a CSV text (RFC 4180)", () => {
  test("whose quotes make sense are those that a parser of any CSV gives", () => {
    const compared = [
      ...madeOf(['"', '"', '""', '"a"', ";", ";", "\n", "\r\n", "\r", "b", " ", '="c"'], 8000),
    ]
      .map((text) => ({ text, rows: regular(text) }))
      .filter(({ rows }) => rows !== undefined);
    expect(compared.length).toBeGreaterThan(2000);
    for (const { text, rows } of compared)
      expect({ text, rows }).toEqual({ text, rows: cellsOf(oddCsvRows(text, ";", 1000)) });
  });

  test.each([
    ["a line break in quotes counts once, also of two characters", 'a;"b\r\nc\r\nd"\r\ne;f', [1, 4]],
    ["whatever ends the lines", "a\nb\rc\r\n\r\nd", [1, 2, 3, 4, 5]],
    ["with the mark of its order of bytes", "\ufeffa\nb", [1, 2]],
  ])("say where they begin: %s", (_what, text, lines) => {
    expect(csvRows(text, ";").map(({ line }) => line)).toEqual(lines);
  });

  test.each([
    [
      "ends in the middle of a cell",
      'a;"b\nc;d',
      [
        ["a", '"b'],
        ["c", "d"],
      ],
    ],
    [
      "is closed in the middle of a cell",
      'a;"b"c\nd;e',
      [
        ["a", '"b"c'],
        ["d", "e"],
      ],
    ],
  ])("a quote that makes no sense is a character: it %s", (_what, text, rows) => {
    expect(cellsOf(csvRows(text, ";"))).toEqual(rows);
  });

  test("a text of quotes without separators is searched once", () => {
    const text = 'a"b\n'.repeat(49_000);
    const before = process.cpuUsage();
    expect(csvRows(text, ";")).toHaveLength(49_000);
    expect(process.cpuUsage(before).user).toBeLessThan(1_000_000);
  });

  test("too many of them are refused, and what asks for the first ones gets these", () => {
    const text = "a;b\n".repeat(300);
    expect(csvRows(text, ";", 60)).toHaveLength(60);
    expect(() => readCsvRows(text, ";", (rows) => [...rows], { most: 100 })).toThrow(TOO_MANY_ROWS);
  });
});
