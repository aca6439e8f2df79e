import type { OnboardingStatus } from "@bobine/contract/distributors";
import { describe, expect, test } from "vitest";
import { type OnboardingFacts, onboardingStatus } from "./onboarding-status.ts";

const LETTERS = {
  e: "email_verified",
  c: "company_info_added",
  p: "plan_selected",
  b: "bank_connected",
  m: "email_assigned",
  d: "data_imported",
  A: "automation_on",
  W: "was_active",
  I: "has_issued",
  L: "subscription_lapsed",
} as const;

/** Facts by their letters: `ec A` is a verified e-mail, company information and automation. */
const factsOf = (letters: string): OnboardingFacts =>
  Object.fromEntries(
    Object.entries(LETTERS).map(([letter, fact]) => [fact, letters.includes(letter)]),
  ) as OnboardingFacts;

const moves = (rows: [from: OnboardingStatus, facts: string, to: OnboardingStatus][]) =>
  test.each(rows)("%s with [%s] is %s", (from, facts, to) =>
    expect(onboardingStatus(from, factsOf(facts))).toBe(to),
  );

describe("each step needs those before it", () => {
  moves([
    ["created", "", "created"],
    ["created", "e", "email_verified"],
    ["created", "c", "created"],
    ["created", "cpbmdA", "created"],
    ["created", "ec", "company_info_added"],
    ["created", "ecp", "plan_selected"],
    ["created", "ecpb", "bank_connected"],
    ["created", "ecpbm", "email_assigned"],
    ["created", "ecpbmd", "data_imported"],
    ["created", "ecpbmdA", "active"],
    ["created", "ecbmdA", "company_info_added"],
    ["created", "ecpmdA", "plan_selected"],
    ["company_info_added", "ecpbdA", "bank_connected"],
    ["data_imported", "ecpbmdA", "active"],
  ]);
});

describe("a step once reached stays reached", () => {
  moves([
    ["email_verified", "", "email_verified"],
    ["email_verified", "c", "company_info_added"],
    ["plan_selected", "ec", "plan_selected"],
    ["email_assigned", "ecpb", "email_assigned"],
    ["bank_connected", "m", "email_assigned"],
    ["data_imported", "", "data_imported"],
    ["data_imported", "A", "active"],
  ]);
});

describe("after it has been active, automation alone decides", () => {
  moves([
    ["active", "A", "active"],
    ["active", "", "paused"],
    ["paused", "W", "paused"],
    ["paused", "WA", "active"],
    ["paused", "ecpbmdW", "paused"],
    ["created", "W", "paused"],
    ["created", "WA", "active"],
  ]);
});

describe("who issues invoices by itself is active, whichever step it left out", () => {
  moves([
    ["company_info_added", "ecAI", "active"],
    ["created", "AI", "active"],
    ["company_info_added", "ecI", "company_info_added"],
    ["company_info_added", "ecA", "company_info_added"],
    ["company_info_added", "ecAIL", "paused"],
  ]);
});

describe("a subscription that lapsed pauses until there is one again", () => {
  moves([
    ["created", "L", "paused"],
    ["bank_connected", "ecbL", "paused"],
    ["active", "ecbmdAWL", "paused"],
    ["paused", "ecbmdAWL", "paused"],
    ["paused", "ecpbmdAW", "active"],
    ["paused", "ecpbmdW", "paused"],
    ["paused", "ecp", "plan_selected"],
    ["paused", "ecpb", "bank_connected"],
  ]);
});
