import type { Money } from "@bobine/contract/money";
import type { Tx } from "../../db/scope.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import { changedWriteOffLimit } from "../company/company.repository.ts";

/** Sets the largest difference of one invoice that may be written off (LET-21). */
export async function changeWriteOffLimit(
  tx: Tx,
  source: AuditSource & { readonly distributorId: number },
  limit: Money,
): Promise<void> {
  const before = await changedWriteOffLimit(tx, source.distributorId, limit);
  if (before === undefined) return;
  await writeAudit(tx, source, "other", {
    changed_fields: ["write_off_limit"],
    old_value: [before],
    new_value: [limit],
  });
}
