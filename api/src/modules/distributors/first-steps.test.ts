import { FIRST_STEPS } from "@bobine/contract/first-steps";
import { expect, test } from "vitest";
import { firstSteps, type FirstStepsFacts } from "./first-steps.ts";

const DONE: FirstStepsFacts = {
  missing: [],
  proposed: [],
  has_mention: true,
  validation_status: "validated",
  is_asked: false,
  has_declarations: true,
  cinemas: 3,
  unvalidated_cinemas: 0,
  has_numbers: true,
  bank_connected: true,
  plan_selected: true,
  automation_on: true,
};
const state = (facts: Partial<FirstStepsFacts>, name: string) =>
  firstSteps({ ...DONE, ...facts }).find(({ step }) => step === name);

test("DIST-7: of a distributor that has done all, each step is done, in the order in which one does them", () => {
  expect(firstSteps(DONE).map(({ step }) => step)).toEqual(FIRST_STEPS);
  expect(new Set(firstSteps(DONE).map((one) => one.state))).toEqual(new Set(["done"]));
});

test.each<[Partial<FirstStepsFacts>, string, object]>([
  [{ missing: ["siren", "city"] }, "company", { state: "todo", missing: ["siren", "city"] }],
  [{ missing: ["siren"], proposed: ["siren"] }, "company", { state: "waiting", missing: [] }],
  [{ missing: ["siren", "iban"], proposed: ["siren"] }, "company", { state: "todo", missing: ["iban"] }],
  [{ has_mention: false }, "mentions", { state: "todo" }],
  [{ validation_status: "prospect" }, "validation", { state: "waiting" }],
  // Builds of before say of one that is « todo » that the company was refused.
  [{ validation_status: "prospect", is_asked: true }, "validation", { state: "waiting", is_asked: true }],
  [{ validation_status: "refused" }, "validation", { state: "todo" }],
  [{ has_declarations: false }, "report", { state: "todo" }],
  [{ cinemas: 0 }, "cinemas", { state: "todo" }],
  [{ unvalidated_cinemas: 2 }, "cinemas", { state: "waiting", count: 2 }],
  [{ has_numbers: false }, "numbering", { state: "optional" }],
  [{ bank_connected: false }, "bank", { state: "todo" }],
  [{ plan_selected: false }, "plan", { state: "todo" }],
  [{ automation_on: false }, "automation", { state: "todo" }],
])("with %j the step « %s » is %j", (facts, name, expected) => {
  expect(state(facts, name)).toMatchObject(expected);
});
