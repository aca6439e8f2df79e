import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { UsageError } from "./area.ts";
import { plansCommand } from "./plans-commands.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const plans = async (...args: string[]): Promise<string[]> => {
  const lines: string[] = [];
  await plansCommand(app.owner, args, (line) => lines.push(line));
  return lines;
};

test("plans are listed, changed, added and put away", async () => {
  expect(await plans()).toEqual([
    "Essentiel: 49.00 €, by amount, 1 people, offered; Jusqu’à 150 factures par mois",
    "Professionnel: 129.00 €, by amount, 1 people, offered; Jusqu’à 1\u202f000 factures par mois",
    "Réseau: 299.00 €, by amount, any number of people, offered; Factures illimitées, plusieurs utilisateurs",
  ]);
  await plans("set", "Essentiel", "--price", "59.00", "--stripe-price", "price_1");
  await plans("set", "Réseau", "--offered", "no", "--people", "8");
  await plans("set", "Professionnel", "--people", "any");
  expect(await plans("set", "Découverte", "--price", "19,00", "--description", "Un mois d’essai")).toEqual([
    "Découverte: 19.00 €, by amount, any number of people, offered; Un mois d’essai",
    "Essentiel: 59.00 €, price_1, 1 people, offered; Jusqu’à 150 factures par mois",
    "Professionnel: 129.00 €, by amount, any number of people, offered; Jusqu’à 1\u202f000 factures par mois",
    "Réseau: 299.00 €, by amount, 8 people, not offered; Factures illimitées, plusieurs utilisateurs",
  ]);
  expect((await plans("set", "Essentiel", "--stripe-price", ""))[1]).toContain("59.00 €, by amount");
});

test.each([
  [["set"]],
  [["set", "Essentiel", "Réseau"]],
  [["remove", "Essentiel"]],
  [["set", "Inconnue"]],
  [["set", "Essentiel", "--price", "1.049,00"]],
  [["set", "Essentiel", "--price", "0.00"]],
  [["set", "Essentiel", "--price", "-1.00"]],
  [["set", "Essentiel", "--offered", "maybe"]],
  [["set", "Essentiel", "--people", "0"]],
  [["set", "Essentiel", "--people", "several"]],
  [["set", "Essentiel", "--colour", "red"]],
])("%j is refused with a line that helps", async (args) => {
  await expect(plans(...args)).rejects.toBeInstanceOf(UsageError);
});
test("an amount below zero is refused as an amount, and a text may begin with a dash", async () => {
  await expect(plans("set", "Essentiel", "--price", "-1")).rejects.toThrow("--price is an amount");
  expect((await plans("set", "Essentiel", "--description", "-5 % en juin")).join("\n")).toContain(
    "; -5 % en juin",
  );
});
