import type { Tx } from "../../db/scope.ts";
import type { Services } from "../../services.ts";
import { isWaitingAgain } from "./application-file.repository.ts";

/**
 * Does what the own people of a distributor change of its file. Super admins are told when that is what they had asked for, as they are of a
 * new one: its people read that it is looked at again (SEC-15).
 */
export async function changeFile<T>(
  tx: Tx,
  { jobs, config }: Pick<Services, "jobs" | "config">,
  id: number,
  change: () => Promise<T>,
): Promise<T> {
  const wasWaitingAgain = await isWaitingAgain(tx, id);
  const result = await change();
  if (config.registration !== "open" && !wasWaitingAgain && (await isWaitingAgain(tx, id)))
    await jobs.enqueue(tx, {
      name: "notify-of-prospect",
      data: { distributor_id: id, is_completed: true },
    });
  return result;
}
