import { expect, test } from "vitest";
import { audienceText, decisionNotes } from "./remote-labels.ts";

test("a trial says for which share and which distributors it is", () => {
  expect(audienceText({ share: 5, distributors: [1, 2] })).toBe(
    "5\u00a0% des utilisateurs et distributeurs 1, 2",
  );
  expect(audienceText({ share: null, distributors: [7] })).toBe("distributeur 7");
});

test.each([
  [{ share: 12.5 }, ["Pour 12,5\u00a0% des utilisateurs"]],
  [{ from: null }, []],
  [
    { from: "abb000000001", loads: 1200, failures: 80, people: 9 },
    ["À la place de abb000000001", "80 pannes pour 1\u202f200 chargements"],
  ],
  [{ forced: ["Contrat 2.", "Niveau 3."] }, ["Forcé malgré\u00a0: Contrat 2. Niveau 3."]],
  [{ builds: ["a", "b"] }, ["a, b"]],
  [{ share: "many", from: 4, unheardOf: true }, []],
])("of the details %o of a decision, what is understood is said (FED-25)", (details, notes) => {
  expect(decisionNotes({ details })).toEqual(notes);
});
