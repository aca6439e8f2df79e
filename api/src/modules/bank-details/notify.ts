import type { Tx } from "../../db/scope.ts";
import type { Services } from "../../services.ts";
import { insertNotice, type NewNotice } from "./security-notices.repository.ts";

/** Has a notice mailed, in the transaction of what it tells. */
export async function notify(
  tx: Tx,
  { jobs }: Pick<Services, "jobs">,
  notice: NewNotice,
  now: Date,
): Promise<void> {
  const id = await insertNotice(tx, notice, now);
  await jobs.enqueue(tx, {
    name: "send-security-notice",
    data: { distributor_id: notice.distributorId, notice_id: id },
  });
}
