import { expect, test } from "vitest";
import { setKindName } from "./user-actions.texts.ts";

// The kinds of the engine's sets (api/src/domain/matching/lettering-types.ts): on the wire they are plain strings.
test.each([
  "single_reference",
  "reference_set",
  "weak_reference",
  "typo_reference",
  "exact_single",
  "near_single",
  "bank_charges",
  "week_set",
  "whole_balance",
  "subset",
  "oldest_first",
  "partial",
  "overpaid",
  "amount_only",
])("the kind of set %s has a French name", (kind) => {
  expect(setKindName(kind)).not.toBe(kind.replaceAll("_", " "));
});

test("more than an invoice asks for is told by the amount, not as an overpayment that is settled", () => {
  expect(setKindName("overpaid")).toBe("Montant supérieur à une facture");
});
