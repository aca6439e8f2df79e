import type { Tx } from "../../db/scope.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import { changedContraryWords } from "../company/company.repository.ts";

/** Sets the distributor's own words that speak against a lettering by payer and amount (LET-37): lines that come from now on are read with them. */
export async function changeContraryWords(
  tx: Tx,
  source: AuditSource & { readonly distributorId: number },
  words: readonly string[],
): Promise<void> {
  const before = await changedContraryWords(tx, source.distributorId, words);
  if (before === undefined) return;
  await writeAudit(tx, source, "other", {
    changed_fields: ["contrary_words"],
    old_value: [before.join(", ")],
    new_value: [words.join(", ")],
  });
}
