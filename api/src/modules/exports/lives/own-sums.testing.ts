// What the sums of documents must be, whatever happened to them.
import type { Facts } from "./facts.testing.ts";
import type { OwnLedger } from "./own-ledger.testing.ts";

/** A new credit note takes off its invoice what is still due of it. */
export function creditsBetween(before: Facts, after: Facts): string[] {
  const known = new Set(before.documents.map((one) => one.id));
  const due = new Map(before.documents.map((one) => [one.id, one.outstanding]));
  return after.documents
    .filter((one) => one.type === "credit_note" && !known.has(one.id) && one.corrects_id !== null)
    .flatMap((note) => {
      const id = note.corrects_id as number;
      const expected = Math.min(due.get(id) ?? 0, -note.total);
      due.set(id, (due.get(id) ?? 0) - expected);
      const applied = after.credits.find((one) => one.note_id === note.id)?.amount ?? 0;
      return applied === Math.max(0, expected)
        ? []
        : [`${note.number} takes ${applied} off its invoice and not ${expected}`];
    });
}

/** Whatever was decided of a bank line is all of it, and what was used of its parts is what the uses say. */
export function partsOf({ lines, allocations, parts }: Facts): string[] {
  const decided = new Map<number, number>();
  const used = new Map<number, number>();
  const add = (sums: Map<number, number>, id: number | null, amount: number): void => {
    if (id !== null) sums.set(id, (sums.get(id) ?? 0) + amount);
  };
  for (const { line_id, part_id, amount } of allocations) {
    add(decided, line_id, amount);
    add(used, part_id, amount);
  }
  for (const { line_id, source_id, amount } of parts) {
    add(decided, line_id, amount);
    add(used, source_id, -amount);
  }
  return [
    ...lines.flatMap(({ id, label, amount }) => {
      const sum = decided.get(id);
      return sum === undefined || sum === amount ? [] : [`${label} of ${amount} has parts of ${sum}`];
    }),
    ...parts.flatMap((part) =>
      part.used === (used.get(part.id) ?? 0)
        ? []
        : [`of part ${part.id} ${part.used} is used, and its uses are ${used.get(part.id) ?? 0}`],
    ),
  ];
}

/** What a payment has beyond its invoices is whose its first invoice is, unless a person said otherwise. */
export function surplusesOf(
  { lines, parts }: Facts,
  ledger: OwnLedger,
  byHand: ReadonlySet<number>,
): string[] {
  const beyond = parts.filter((one) => one.kind === "credit" && !byHand.has(one.line_id));
  return beyond.flatMap(({ line_id, client }) => {
    const line = lines.find((one) => one.id === line_id);
    const payer = line && ledger.paymentsOf(line)[0]?.document.account;
    return payer === client ? [] : [`what ${line?.label} has too much is of ${client} and not of ${payer}`];
  });
}

/** What is owed, and the status that follows from it. */
export function sumsOf(facts: Facts, ledger: OwnLedger): string[] {
  return facts.documents.flatMap((one) => {
    const [outstanding, status] = [ledger.outstanding(one), ledger.status(one)];
    return one.outstanding === outstanding && one.status === status
      ? []
      : [
          `${one.number} is ${one.status} with ${one.outstanding}, and should be ${status} with ${outstanding}`,
        ];
  });
}
