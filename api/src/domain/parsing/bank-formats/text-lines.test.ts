import { expect, test } from "vitest";
import { textLines } from "./text-lines.ts";

test.each(["a\nb\r\nc\rd", "\r\n\r\n\n\r\r", "a\r\r\nb\n\rc", "without an end", "with one\r", "\n", ""])(
  "lines end by any mark, wherever the pieces of a text are cut: %j",
  (text) => {
    const lines = text.split(/\r\n|\n|\r/);
    const expected = lines.at(-1) === "" ? lines.slice(0, -1) : lines;
    for (let first = 0; first <= text.length; first += 1)
      for (let second = first; second <= text.length; second += 1) {
        const pieces = [text.slice(0, first), text.slice(first, second), text.slice(second)];
        expect([...textLines(pieces)]).toEqual(expected);
      }
  },
);
