import type { Tx } from "../../db/scope.ts";
import type { Services } from "../../services.ts";
import { fileProgress, saveNotifiedOf } from "./application-file.repository.ts";

/**
 * Does what the own people of a distributor change of its file. Super admins are told when that is what they had asked for, as they are of a
 * new one: its people read that it is looked at again (SEC-15). Once for a decision: whoever changes to and fro fills nobody's mailbox.
 */
export async function changeFile<T>(
  tx: Tx,
  { jobs, config }: Pick<Services, "jobs" | "config">,
  id: number,
  change: () => Promise<T>,
): Promise<T> {
  if (config.registration === "open") return await change();
  const before = await fileProgress(tx, id);
  const result = await change();
  const after = await fileProgress(tx, id);
  // What a super admin changed before is told with the first change of its own people.
  if (!after || after.untold_decision === null || after.state === before?.state) return result;
  if (await saveNotifiedOf(tx, id, after.untold_decision))
    await jobs.enqueue(tx, {
      name: "notify-of-prospect",
      data: { distributor_id: id, is_completed: true },
    });
  return result;
}
