import type { Tx } from "../../db/scope.ts";
import type { Services } from "../../services.ts";
import {
  importRepository as repository,
  type KeptLine,
  type LineOrigin,
  type NewLine,
} from "./import.repository.ts";
import { type LetteringCounts, letterStatement } from "./letter-statement.ts";

/**
 * Keeps the lines that are not known yet and letters them (BANK-10, LET-13): the one way in for lines, whether a file or the
 * connection to the bank brings them. The caller holds `lockDistributor`.
 * @param keeper `userId` is null when nobody asked for it
 */
export async function saveLines(
  tx: Tx,
  services: Pick<Services, "clock">,
  keeper: { readonly distributorId: number; readonly userId: number | null },
  origin: LineOrigin,
  lines: readonly NewLine[],
  signal?: AbortSignal,
): Promise<{ readonly kept: readonly KeptLine[]; readonly lettered: LetteringCounts }> {
  const { distributorId, userId } = keeper;
  const kept = await repository.keepNew(tx, distributorId, origin, lines);
  const ids = kept.map((line) => line.id);
  await repository.recordImported(tx, distributorId, origin.importId, userId, ids);
  const lettered = await letterStatement(
    tx,
    { distributorId, today: services.clock.today(), at: services.clock.now(), signal },
    kept,
  );
  return { kept, lettered };
}
