import type { LASTING_FIELDS } from "@bobine/contract/distributors";
import type { FirstStep, FirstSteps, StepState } from "@bobine/contract/first-steps";
import type { ValidationStatus } from "@bobine/contract/policy/distributors";

type CompanyField = (typeof LASTING_FIELDS)[number];

/** What is true of a distributor now. */
export interface FirstStepsFacts {
  /** Fields of the company that documents need and do not have. */
  readonly missing: readonly CompanyField[];
  /** Of these, what was given and waits to be checked. */
  readonly proposed: readonly CompanyField[];
  readonly has_mention: boolean;
  readonly validation_status: ValidationStatus;
  /** Bobine has asked for more of the file, and its people have not completed it since. */
  readonly is_asked: boolean;
  readonly has_declarations: boolean;
  readonly cinemas: number;
  readonly unvalidated_cinemas: number;
  readonly has_numbers: boolean;
  readonly bank_connected: boolean;
  readonly plan_selected: boolean;
  readonly automation_on: boolean;
}

const VALIDATION: Readonly<Record<ValidationStatus, StepState>> = {
  validated: "done",
  prospect: "waiting",
  refused: "todo",
};

/** The steps to a distributor's first invoices (DIST-7). */
export function firstSteps(facts: FirstStepsFacts): FirstSteps["steps"] {
  const missing = facts.missing.filter((field) => !facts.proposed.includes(field));
  const doneWhen = (isDone: boolean): StepState => (isDone ? "done" : "todo");
  const states: Readonly<Record<FirstStep, StepState>> = {
    company: missing.length > 0 ? "todo" : facts.missing.length > 0 ? "waiting" : "done",
    mentions: doneWhen(facts.has_mention),
    validation: VALIDATION[facts.validation_status],
    report: doneWhen(facts.has_declarations),
    cinemas: facts.cinemas === 0 ? "todo" : facts.unvalidated_cinemas > 0 ? "waiting" : "done",
    numbering: facts.has_numbers ? "done" : "optional",
    bank: doneWhen(facts.bank_connected),
    plan: doneWhen(facts.plan_selected),
    automation: doneWhen(facts.automation_on),
  };
  return (Object.keys(states) as FirstStep[]).map((step) => ({
    step,
    state: states[step],
    missing: step === "company" ? missing : [],
    count: step === "cinemas" ? facts.unvalidated_cinemas : 0,
    ...(step === "validation" && facts.is_asked ? { is_asked: true } : {}),
  }));
}
