import { expect, test } from "vitest";
import { normaliseText } from "./normalise-name.ts";

test.each([
  ["vir sepa f26000123", "vir sepa f26000123"],
  ["VIR SEPA F26000123", "vir sepa f26000123"],
  ["Crédit Agricole d’Île-de-France", "credit agricole d ile de france"],
  [" two  blanks ", "two blanks"],
  ["VIR/SEPA", "vir sepa"],
  ["a\tb\u00a0c", "a b c"],
  ["É", "e"],
  ["-", ""],
  [" ", ""],
  ["", ""],
])("%j reads as %j for comparing", (text, normal) => {
  expect(normaliseText(text)).toBe(normal);
});
