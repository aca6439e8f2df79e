// What settles one another in the independent ledger.
import type { Document, Facts } from "./facts.testing.ts";

/** What settles one another in one client account. */
export interface OwnGroup {
  readonly account: string;
  readonly documents: readonly Document[];
  /** Names of what joins it, each for ever its own. */
  readonly links: readonly string[];
  /** Its lines in 411 come to nothing, and no invoice of it has left for 416. */
  readonly is_settled: boolean;
  readonly last_date: string;
}

export function groupsOf(
  { documents, allocations, credits, lines, parts }: Facts,
  documentOf: ReadonlyMap<number, Document>,
): { groups: OwnGroup[]; groupOf: Map<number, OwnGroup>; groupOfPart: Map<number, OwnGroup> } {
  const neighbours = new Map<number, Set<number>>();
  const join = (a: number, b: number): void => {
    if (documentOf.get(a)?.account !== documentOf.get(b)?.account) return;
    neighbours.set(a, (neighbours.get(a) ?? new Set()).add(b));
    neighbours.set(b, (neighbours.get(b) ?? new Set()).add(a));
  };
  for (const paid of Map.groupBy(
    allocations.filter((one) => one.line_id !== null),
    (one) => one.line_id,
  ).values())
    for (const a of paid) for (const b of paid) join(a.document_id, b.document_id);
  // What was paid too much waits on the account of its client: its line there is one, whatever invoices it is put on.
  const waiting = new Map(parts.flatMap((one) => (one.kind === "credit" ? [[one.id, one] as const] : [])));
  const ofAccount = (use: Facts["allocations"][number]) => {
    const part = use.part_id === null ? undefined : waiting.get(use.part_id);
    return part?.client === documentOf.get(use.document_id)?.account ? part : undefined;
  };
  for (const uses of Map.groupBy(allocations.filter(ofAccount), (one) => one.part_id).values())
    for (const a of uses) for (const b of uses) join(a.document_id, b.document_id);
  for (const credit of credits) join(credit.note_id, credit.document_id);

  const dates = new Map(lines.map((line) => [line.id, line.date]));
  const seen = new Set<number>();
  const groups: OwnGroup[] = [];
  const groupOf = new Map<number, OwnGroup>();
  const groupOfPart = new Map<number, OwnGroup>();
  for (const document of documents) {
    const members: Document[] = [];
    const queue = [document.id];
    while (queue.length > 0) {
      const id = queue.pop() as number;
      if (seen.has(id)) continue;
      seen.add(id);
      members.push(documentOf.get(id) as Document);
      queue.push(...(neighbours.get(id) ?? []));
    }
    const ids = new Set(members.map((one) => one.id));
    const paid = allocations.filter((one) => ids.has(one.document_id));
    const credited = credits.filter((one) => ids.has(one.document_id));
    const ofOtherAccounts = credited.filter(
      ({ note_id }) => documentOf.get(note_id)?.account !== document.account,
    );
    // What its credit notes gave documents of other accounts leaves this one.
    const given = credits.filter(
      (one) => ids.has(one.note_id) && documentOf.get(one.document_id)?.account !== document.account,
    );
    const surpluses = new Set(paid.flatMap((one) => ofAccount(one) ?? []));
    const moved = allocations.filter(
      (one) => !ofAccount(one) && [...surpluses].some(({ id }) => id === one.part_id),
    );
    // Given back of a credit note, or of what was paid too much: the client has less of it.
    const refunds = parts.filter(
      ({ note_id, source_id }) =>
        (note_id !== null && ids.has(note_id)) || [...surpluses].some(({ id }) => id === source_id),
    );
    if (paid.length + credited.length + given.length === 0) continue;
    const balance =
      members.reduce((all, one) => all + one.total, 0) -
      sum(paid.filter((one) => !ofAccount(one))) -
      sum([...surpluses]) -
      sum(ofOtherAccounts) +
      sum([...given, ...moved]) -
      sum(refunds);
    const owing = members.filter((one) => one.outstanding > 0);
    const group = {
      account: document.account,
      documents: members,
      links: [
        ...paid.map((one) => `payment ${one.id}`),
        ...credited.map((one) => `credit ${one.id}`),
        ...given.map((one) => `given ${one.id}`),
      ],
      is_settled: balance === 0 && owing.every((one) => one.defaulted_on === null),
      last_date: [
        ...members.map((one) => one.opening_date ?? one.date),
        ...paid.flatMap(
          (one) => one.settled_on ?? (one.line_id === null ? [] : (dates.get(one.line_id) ?? [])),
        ),
        ...moved.map((one) => one.settled_on as string),
        ...[...credited, ...given].map((one) => appliedOn(one, documentOf)),
        ...refunds.map(({ line_id }) => dates.get(line_id) as string),
        ...owing.flatMap(({ reopenings }) => reopenings.map(({ reopened_on }) => reopened_on)),
      ]
        .sort()
        .at(-1) as string,
    };
    groups.push(group);
    for (const id of ids) groupOf.set(id, group);
    for (const { id } of [...surpluses, ...refunds]) groupOfPart.set(id, group);
  }
  return { groups, groupOf, groupOfPart };
}

/** The day on which a credit note takes something off an invoice. */
export function appliedOn(
  { note_id, document_id, applied_on }: Facts["credits"][number],
  documentOf: ReadonlyMap<number, Document>,
): string {
  const days = [note_id, document_id].map((id) => {
    const one = documentOf.get(id) as Document;
    return one.opening_date ?? one.date;
  });
  return applied_on ?? (days.sort()[1] as string);
}

export const byDate = (a: Document, b: Document): number =>
  a.date.localeCompare(b.date) || (a.number < b.number ? -1 : 1);

export const sum = (amounts: readonly { readonly amount: number }[]): number =>
  amounts.reduce((all, one) => all + one.amount, 0);
