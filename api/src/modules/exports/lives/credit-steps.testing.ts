// Client credits, put on invoices without a bank line and taken off again.
import { type Document, type Facts, isPayable } from "./facts.testing.ts";
import type { Life } from "./life.testing.ts";
import type { Chance } from "./random.testing.ts";
import { euros } from "./writing.testing.ts";

/** Credit notes, advances and what nobody knew, put on an invoice by hand; the last finds out whose it is. */
export async function applyCredit(life: Life, chance: Chance, { documents, parts }: Facts): Promise<void> {
  const waiting = [
    ...documents
      .filter((one) => one.type === "credit_note" && one.outstanding < 0)
      .map(({ id, account, cinema_id, outstanding }) => ({
        id: `note:${id}`,
        kind: "note",
        client: account,
        cinema_id,
        left: -outstanding,
      })),
    ...parts
      .filter((one) => (one.kind === "advance" || one.kind === "unknown") && one.amount > one.used)
      .map(({ id, kind, client, cinema_id, amount, used }) => ({
        id: `part:${id}`,
        kind,
        client,
        cinema_id,
        left: amount - used,
      })),
  ];
  const credit = chance.one(waiting);
  if (!credit) return;
  const invoice = chance.one(
    documents.filter(
      (one) =>
        isPayable(one) &&
        (credit.kind === "unknown" || one.account === credit.client || one.cinema_id === credit.cinema_id),
    ),
  );
  if (!invoice) return;
  const most = Math.min(credit.left, invoice.outstanding);
  const amount = chance.next() < 0.5 ? most : chance.between(1, most);
  const answer = await life.client.post(`/banking/credits/${credit.id}/apply/`, {
    invoice_id: invoice.id,
    amount: euros(amount),
  });
  life.expectStatus(answer, 200);
  owes(life, invoice, invoice.outstanding - amount);
}

/** Takes a credit off its invoice again: what was put there by hand, and what came there with a credit note. */
export async function undoCredit(
  life: Life,
  chance: Chance,
  { documents, allocations, credits }: Facts,
): Promise<void> {
  const use = chance.one([
    ...allocations
      .filter((one) => one.part_id !== null)
      .map((one) => ({ ...one, name: `allocation:${one.id}` })),
    ...credits
      .filter((one) => one.line_id === null)
      .map((one) => ({ ...one, name: `application:${one.id}` })),
  ]);
  if (!use) return;
  life.expectStatus(await life.client.post(`/banking/credit-uses/${use.name}/undo/`), 200);
  const invoice = documents.find((one) => one.id === use.document_id);
  // When money leaves an invoice, its own credit note comes back to it.
  if (invoice && !documents.some((one) => one.corrects_id === invoice.id))
    owes(life, invoice, invoice.outstanding + use.amount);
}

function owes(life: Life, { id, number }: Document, expected: number): void {
  life.checks.push(({ documents }) => {
    const due = documents.find((one) => one.id === id)?.outstanding;
    return due === expected ? [] : [`${number} owes ${due} and not ${expected}`];
  });
}
