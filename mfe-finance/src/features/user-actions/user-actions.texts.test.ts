import { CANDIDATE_KINDS, candidateSchema } from "@bobine/contract/user-actions";
import { expect, test } from "vitest";
import { undoQuestionOf } from "../../lettering.texts.ts";
import { DIALOG_TEXTS, setKindName } from "./user-actions.texts.ts";

test("TXT-3: no question mark stands alone on the next line", () => {
  const questions = (["lettered", "assigned", "closed", "rejected"] as const).map(
    (undoes) => undoQuestionOf(undoes).text,
  );
  for (const question of [...questions, DIALOG_TEXTS.difference("1,00\u00a0€", "2,00\u00a0€")])
    expect(question).toMatch(/\u202f\?/);
});

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
