import { selectDistributor, sessionStore } from "./session-store.ts";
import { type UnfinishedWork, unfinishedWork } from "./unfinished-work.ts";

/**
 * Changes the distributor that a super admin acts for, as a transaction (FED-9): the mounted screens are asked what is
 * unfinished, the person confirms, then all changes at once: the header of the next calls, the caches, the drafts, the
 * screens. What was asked for the previous one and answers later is dropped (`ownerCheck`).
 * @param confirm asks the person; not called when nothing is unfinished
 * @returns false when it stays as it was: the person said no, or another session began meanwhile
 */
export async function changeDistributor(
  id: number | null,
  confirm: (works: readonly UnfinishedWork[]) => Promise<boolean>,
): Promise<boolean> {
  const { distributorId, epoch } = sessionStore.getState();
  if (distributorId === id) return true;
  const works = unfinishedWork();
  if (works.length > 0 && !(await confirm(works))) return false;
  if (sessionStore.getState().epoch !== epoch) return false;
  selectDistributor(id);
  return true;
}
