import type { OnboardingStatus } from "@bobine/contract/distributors";

/** The steps before automation, in order (DIST-1). */
const STEPS = [
  "email_verified",
  "company_info_added",
  "plan_selected",
  "bank_connected",
  "email_assigned",
  "data_imported",
] as const;

/** What is true of a distributor now. */
export type OnboardingFacts = Record<(typeof STEPS)[number], boolean> & {
  readonly automation_on: boolean;
  /** Whether it has ever been active. */
  readonly was_active: boolean;
  /** Whether it has issued an invoice. */
  readonly has_issued: boolean;
  /** Whether its subscription ended or is unpaid, and no other runs. */
  readonly subscription_lapsed: boolean;
};

/**
 * Where a distributor stands (DIST-1): the furthest step of an unbroken row, recomputed on each event. A step once
 * reached stays reached; who has been active, or issues by itself whatever step it has left out, is active or paused from then on, as
 * automation is on or off. A subscription that lapsed pauses anyone, until there is one again.
 */
export function onboardingStatus(current: OnboardingStatus, facts: OnboardingFacts): OnboardingStatus {
  if (facts.subscription_lapsed) return "paused";
  const issuesByItself = facts.automation_on && facts.has_issued;
  if (facts.was_active || current === "active" || issuesByItself)
    return facts.automation_on ? "active" : "paused";
  // Nobody else is paused without having been active: a lapse is over, and hid the step that was reached.
  const reached = current === "created" || current === "paused" ? -1 : STEPS.indexOf(current);
  const missing = STEPS.findIndex((step, index) => index > reached && !facts[step]);
  if (missing === -1) return facts.automation_on ? "active" : "data_imported";
  return STEPS[missing - 1] ?? "created";
}
