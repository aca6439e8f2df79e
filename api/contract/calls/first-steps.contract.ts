import { z } from "zod";
import { distributorsPolicy } from "../rules/distributors.policy.ts";
import { LASTING_FIELDS } from "./distributors.contract.ts";
import { defineRoute } from "./route.contract.ts";

/** What leads a distributor to its first invoices, in the order in which one does it (DIST-7). */
export const FIRST_STEPS = [
  "company",
  "mentions",
  "validation",
  "report",
  "cinemas",
  "numbering",
  "bank",
  "plan",
  "automation",
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** `waiting`: for Bobine, not for the distributor; `optional`: nothing to do for most. */
export const STEP_STATES = ["done", "todo", "waiting", "optional"] as const;
export type StepState = (typeof STEP_STATES)[number];

export const firstStepsSchema = z.object({
  steps: z.array(
    z.object({
      step: z.enum(FIRST_STEPS),
      state: z.enum(STEP_STATES),
      /** Of the company: the fields that nobody has given. */
      missing: z.array(z.enum(LASTING_FIELDS)),
      /** Of the cinemas: those that wait to be validated. */
      count: z.number().int(),
      /** Of a validation that waits: for the distributor after all, of whom Bobine has asked for more. Builds of before know `todo` as refused. */
      is_asked: z.boolean().optional(),
    }),
  ),
});
export type FirstSteps = z.output<typeof firstStepsSchema>;

export const readFirstSteps = defineRoute({
  method: "GET",
  path: "/onboarding/distributor/first-steps/",
  summary: "The steps to a distributor's first invoices: which are done, and what the others lack",
  access: distributorsPolicy.readOwn,
  response: firstStepsSchema,
});
