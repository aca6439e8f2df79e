import { inTransaction, type Tx } from "../../db/scope.ts";
import type { PlanEntry } from "../../domain/matching/lettering-types.ts";
import type { Services } from "../../services.ts";
import { planInBackground } from "../../workers/plan-lettering.ts";
import type { SavedLine } from "./import.repository.ts";
import { readLetteringMaterial } from "./open-set.repository.ts";
import { proposalsRepository } from "./proposals.repository.ts";
import { daysOf } from "./statement-days.ts";

/**
 * Plans lines that wait already once more, without locks, as things are now.
 *
 * @param read the lines, in the transaction that reads all that their plan needs
 * @returns the lines with the entry of each by its id; undefined when there is none
 */
export async function planOpenLines<Line extends SavedLine>(
  services: Pick<Services, "pool" | "clock">,
  distributorId: number,
  read: (tx: Tx) => Promise<readonly Line[]>,
  signal?: AbortSignal,
): Promise<
  { readonly lines: readonly Line[]; readonly entryOf: (line: Line) => PlanEntry | undefined } | undefined
> {
  const scope = { kind: "distributor", distributorId } as const;
  const found = await inTransaction(services.pool, scope, async (tx) => {
    const lines = await read(tx);
    const days = daysOf(lines);
    if (!days) return undefined;
    const ids = lines.map((line) => line.id);
    const reverted_pairs = await proposalsRepository.revertedPairs(tx, ids);
    return { lines, reverted_pairs, material: await readLetteringMaterial(tx, distributorId, days) };
  });
  if (!found) return undefined;
  const { lines, reverted_pairs } = found;
  const { invoices, clients, aliases, ...known } = found.material;
  const plan = await planInBackground(
    {
      invoices,
      clients,
      aliases,
      transactions: lines.map((line) => ({ ...line, id: String(line.id) })),
      options: { ...known, today: services.clock.today(), reverted_pairs },
    },
    signal,
  );
  const entries = new Map(plan.entries.map((entry) => [entry.transaction_id, entry]));
  return { lines, entryOf: (line) => entries.get(String(line.id)) };
}
