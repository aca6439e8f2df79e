import { CANDIDATE_KINDS, candidateSchema } from "@bobine/contract/user-actions";
import { expect, test } from "vitest";
import { setKindName } from "./user-actions.texts.ts";

test("each kind of set has a French name of its own", () => {
  const names = CANDIDATE_KINDS.map(setKindName);
  expect(new Set(names).size).toBe(CANDIDATE_KINDS.length);
  for (const name of names) expect(name).not.toMatch(/_|^$/);
});

test("a set of a kind that this page does not know is read and named", () => {
  const set = { invoice_ids: [1], kind: "of_tomorrow", reasons: [], difference: "0.00", alternatives: 0 };
  expect(setKindName(candidateSchema.parse(set).kind)).toBe("Autre proposition");
});

test("more than an invoice asks for is told by the amount, not as an overpayment that is settled", () => {
  expect(setKindName("overpaid")).toBe("Montant supérieur à une facture");
});
