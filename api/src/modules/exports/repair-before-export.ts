import type { Tx } from "../../db/scope.ts";
import { systemSource, writeAudit } from "../../http/audit.ts";
import type { Services } from "../../services.ts";
import { repairLetters } from "../banking/repair-letters.ts";

/** Accounts that the audit log names; a distributor has thousands. */
const MOST_NAMED = 50;

/**
 * Puts the letters of some client accounts right, so that an export never fails because of them. Letters that something lacked,
 * as credit notes from before they were lettered at once, are given quietly. Letters that are replaced contradicted one
 * another: the operator is told by the log and a counter, the distributor by its audit log.
 */
export async function repairLettersBeforeExport(
  services: Pick<Services, "log" | "metrics">,
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  distributorId: number,
  accounts: readonly string[],
): Promise<void> {
  const { replaced } = await transaction(async (tx) => {
    const written = await repairLetters(tx, distributorId, accounts);
    if (written.replaced > 0)
      await writeAudit(tx, systemSource(distributorId), "system_action", {
        event: "letters_repaired",
        message: "Des codes de lettrage se contredisaient\u00a0: ils ont été recalculés avant l’export.",
        client_accounts: accounts.slice(0, MOST_NAMED),
      });
    return written;
  });
  if (replaced === 0) return;
  services.metrics?.lettersRepaired();
  services.log.error(
    { distributor_id: distributorId, accounts: accounts.length, replaced },
    "letters contradicted one another: put right before an export",
  );
}
