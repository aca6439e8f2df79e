import type { Tx } from "../../db/scope.ts";
import type { Services } from "../../services.ts";
import { currenciesOf } from "../../domain/parsing/foreign-amounts.ts";
import type { StatementLine } from "../../domain/parsing/statement-line.ts";
import { type AccountIds, accountsOfLines } from "./accounts-of-lines.ts";
import { importRepository as repository, type LineOrigin, type SavedLine } from "./import.repository.ts";
import { lineAdditions } from "./line-additions.repository.ts";
import { type InPacks, type LetteringCounts, letterStatement } from "./letter-statement.ts";
import type { Batch } from "./planned-lettering.repository.ts";

interface SavedLines {
  readonly saved: readonly SavedLine[];
  /** Those that lines named. */
  readonly accounts: AccountIds;
  readonly lettered: LetteringCounts;
  /** What of them is still to be lettered; null when nothing is. */
  readonly batch: Batch | null;
}

/**
 * Saves the lines that are not known yet and letters them (BANK-10, LET-13): the one way in for lines, whether a file or the
 * connection to the bank brings them. The caller holds `lockStatements`.
 * @param importer `userId` is null when nobody asked for it
 */
export async function saveLines(
  tx: Tx,
  services: Pick<Services, "clock">,
  importer: { readonly distributorId: number; readonly userId: number | null },
  origin: LineOrigin,
  lines: readonly StatementLine[],
  { signal, inPacks }: { readonly signal?: AbortSignal | undefined; readonly inPacks?: InPacks } = {},
): Promise<SavedLines> {
  const { distributorId, userId } = importer;
  const currencies = currenciesOf(lines);
  const accounts = await accountsOfLines(tx, distributorId, [...currencies.keys()], currencies);
  const saved = await repository.saveNew(tx, distributorId, origin, lines, accounts);
  const ids = saved.map((line) => line.id);
  await lineAdditions.comeBack(tx, distributorId);
  await repository.recordImported(tx, distributorId, origin.importId, userId, ids);
  const { batch, ...lettered } = await letterStatement(
    tx,
    { distributorId, today: services.clock.today(), at: services.clock.now(), signal, inPacks },
    saved,
  );
  return { saved, accounts, lettered, batch };
}
