import { CANDIDATE_KINDS } from "@bobine/contract/user-actions";
import { expect, test } from "vitest";
import type { CandidateKind } from "../../domain/matching/lettering-types.ts";

test("the kinds of sets that the API names are those of the engine", () => {
  // The type makes this list whole: a kind that the engine gains does not compile until it is here.
  const engines: Record<CandidateKind, true> = {
    single_reference: true,
    reference_set: true,
    weak_reference: true,
    typo_reference: true,
    exact_single: true,
    near_single: true,
    bank_charges: true,
    week_set: true,
    whole_balance: true,
    subset: true,
    oldest_first: true,
    partial: true,
    overpaid: true,
    amount_only: true,
  };
  expect(Object.keys(engines).toSorted()).toEqual(CANDIDATE_KINDS.toSorted());
});
