import { expect, it } from "vitest";
import { withoutAmounts } from "./amounts-in-text.ts";

it.each([
  ["FACT 2610077 EUR 457,37", 45_737, "FACT 2610077 |"],
  ["FACT 2610077 EUR457.37", 45_737, "FACT 2610077 |"],
  ["FACT 2610077 EUR 457", 45_700, "FACT 2610077 |"],
  ["FACT 2610077 EUR 457,00", 45_700, "FACT 2610077 |"],
  ["FACT 2610077 457,37 EUR", 45_737, "FACT 2610077 |"],
  ["FACT 12345 EUR 457,37 FACT 12346 EUR 300,10", 75_747, "FACT 12345 | FACT 12346 |"],
  ["FACT 12345 457,37 EUR FACT 12346 300,10 EUR", 75_747, "FACT 12345 | FACT 12346 |"],
  ["FACT 12345 € 1.457,37", 75_747, "FACT 12345 |"],
  ["SOLDE 300 EUR 2610077", 45_737, "SOLDE | 2610077"],
  ["457.37 EUR 300.10 EUR", 75_747, "| |"],
  ["2000 EUR 300,10 EUR", 230_010, "| |"],
])("the currency before a sum takes no number before it (LET-31): %s", (text, amount, read) => {
  const [zone] = withoutAmounts([{ kind: "free", text }], amount);
  expect(zone?.text.replace(/ +/g, " ").trim()).toBe(read);
});
