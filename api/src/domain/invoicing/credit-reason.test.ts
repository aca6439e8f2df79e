import { expect, test } from "vitest";
import { creditedFilm, creditedImported, reasonOf } from "./credit-reason.ts";

test("the reason of a credit note is read from what its lines say", () => {
  expect(reasonOf(creditedFilm("Ligne 12 VF", "F26000001", "Geste : commercial"), "F26000001")).toBe(
    "Geste : commercial",
  );
  expect(reasonOf(creditedImported("Facture X, TVA 10 %", "Erreur de prix"), "X")).toBe("Erreur de prix");
  // A correction of a report says none.
  expect(reasonOf("Ligne 12 VF – rectification du bordereau", "F26000001")).toBeNull();
});
