import { lockDistributorRow } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { saveOnboardingStatus, onboardingFacts } from "./company.repository.ts";
import { onboardingStatus } from "./onboarding-status.ts";

/**
 * Moves a distributor to where it stands now, after a change in the same transaction (DIST-1).
 * @returns what an audit entry says of the move; nothing when it stays where it is
 */
export async function moveOnboarding(
  tx: Tx,
  distributorId: number,
): Promise<{ previous_status?: string; new_status?: string }> {
  // Of two events at once, the second sees what the first has done, in what it reads after: neither step is lost.
  await lockDistributorRow(tx, distributorId);
  const { onboarding_status: before, ...facts } = await onboardingFacts(tx, distributorId);
  const after = onboardingStatus(before, facts);
  if (after === before) return {};
  await saveOnboardingStatus(tx, distributorId, after);
  return { previous_status: before, new_status: after };
}
