// Payments by hand, alone and many at once, and the undoing of what was decided of a line.
import { type BankLine, type Facts, isOpen, isPayable } from "./facts.testing.ts";
import type { Life } from "./life.testing.ts";
import { byDate } from "./own-groups.testing.ts";
import type { Chance } from "./random.testing.ts";

/** What was returned, used or given back is undone after that, and a return after what settled its invoice since. */
export function undoing(line: BankLine, { documents, allocations, credits, parts }: Facts): 200 | 409 {
  // Credit notes that came back with the return leave with it.
  const leaving = (id: number): number =>
    credits.reduce(
      (all, one) => all + (one.line_id === line.id && one.document_id === id ? one.amount : 0),
      0,
    );
  const isReturned = allocations.some((one) => one.returned_line_id === line.id);
  const isSettledSince = allocations.some(
    (one) =>
      one.line_id === line.id &&
      one.returned_line_id !== null &&
      (documents.find(({ id }) => id === one.document_id)?.outstanding ?? 0) +
        leaving(one.document_id) +
        one.amount <
        0,
  );
  const ofLine = new Set(parts.flatMap((one) => (one.line_id === line.id ? one.id : [])));
  const isUsed = allocations.some((one) => one.part_id !== null && ofLine.has(one.part_id));
  const isRefunded = parts.some((one) => one.source_id !== null && ofLine.has(one.source_id));
  return isReturned || isSettledSince || isUsed || isRefunded ? 409 : 200;
}

/** By the line, as the list of transactions does. */
export async function undoLine(life: Life, chance: Chance, facts: Facts): Promise<void> {
  const { lines, allocations, parts } = facts;
  const settled = new Set([...allocations, ...parts].map((one) => one.line_id));
  const line = chance.one(lines.filter((one) => settled.has(one.id)));
  if (!line) return;
  const expected = undoing(line, facts);
  life.expectStatus(await life.client.post(`/banking/transactions/${line.id}/revert/`), expected);
  if (expected === 200) settlesNothing(life, line);
}

export async function pay(life: Life, chance: Chance, { documents, lines }: Facts): Promise<void> {
  const line = chance.one(
    lines.filter((one) => one.amount > 0 && one.action_id !== null && isOpen(one.action_status)),
  );
  const chosen = chance.some(documents.filter(isPayable), 3);
  if (!line || chosen.length === 0) return;
  const answer = await life.client.post("/banking/manual-reconciliation/", {
    user_action_id: line.action_id,
    invoice_ids: chosen.map((one) => one.id),
  });
  life.expectStatus(answer, 200);
  // In the order of their dates, until nothing is left.
  let left = line.amount;
  const expected = chosen.toSorted(byDate).flatMap((one) => {
    const amount = Math.min(left, one.outstanding);
    left -= amount;
    return amount > 0 ? [`${one.id} ${amount}`] : [];
  });
  life.checks.push(({ allocations }) => {
    const made = allocations
      .filter((one) => one.line_id === line.id)
      .map((one) => `${one.document_id} ${one.amount}`);
    return made.sort().join() === expected.sort().join()
      ? []
      : [`paid ${made.join(", ")} and not ${expected.join(", ")}`];
  });
}

export async function payInBulk(life: Life, chance: Chance, { documents, lines }: Facts): Promise<void> {
  const open = lines.filter((one) => one.amount > 0 && one.action_id !== null && isOpen(one.action_status));
  const payable = documents.filter(isPayable);
  const chosen = chance.some(open, 4).map((line) => ({
    user_action_id: line.action_id,
    invoice_ids: chance.some(payable, 2).map((one) => one.id),
    accept_difference: true,
  }));
  if (chosen.length === 0 || payable.length === 0) return;
  const group_key = `00000000-0000-4000-8000-${String(life.next()).padStart(12, "0")}`;
  life.expectStatus(
    await life.client.post("/banking/bulk-reconciliation/", { group_key, lines: chosen }),
    200,
  );
}

export async function undo(life: Life, chance: Chance, facts: Facts): Promise<void> {
  const line = chance.one(facts.lines.filter((one) => one.action_status === "DONE"));
  if (!line) return;
  const body = { user_action_id: line.action_id };
  life.expectStatus(await life.client.post("/banking/revert-reconciliation/", body), undoing(line, facts));
}

export async function undoSeries(life: Life, chance: Chance, { lines }: Facts): Promise<void> {
  const group_key = chance.one(lines.flatMap((one) => one.group_key ?? []));
  if (group_key === undefined) return;
  life.expectStatus(await life.client.post("/banking/revert-group/", { group_key }), 200);
}
export function settlesNothing(life: Life, line: BankLine): void {
  life.checks.push(({ allocations, parts }) =>
    [...allocations, ...parts].some((one) => one.line_id === line.id)
      ? [`${line.label} still settles something`]
      : [],
  );
}
