// Client credits: made by hand, put on invoices beside a receipt or without one, taken off again, given back.
import {
  type BankLine,
  type Document,
  type Facts,
  isOfClient,
  isPayable,
  undecided,
  waitingCredits,
} from "./facts.testing.ts";
import type { Cinema, Life } from "./life.testing.ts";
import type { TestAnswer } from "../../../testing/test-app.ts";
import type { Chance } from "./random.testing.ts";
import { euros } from "./writing.testing.ts";

/** Credit notes, advances, what was paid too much and what nobody knew, put on an invoice by hand; the last finds out whose it is. */
export async function applyCredit(life: Life, chance: Chance, facts: Facts): Promise<void> {
  const credit = chance.one(waitingCredits(facts));
  if (!credit) return;
  const invoice = chance.one(facts.documents.filter((one) => isPayable(one) && isOfClient(credit, one)));
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

/** Takes a credit off its invoice again: what was put there by hand, and what came there with a credit note. What a line was decided with stays. */
export async function undoCredit(
  life: Life,
  chance: Chance,
  { documents, allocations, credits }: Facts,
): Promise<void> {
  const use = chance.one([
    ...allocations
      .filter((one) => one.part_id !== null)
      .map((one) => ({ ...one, name: `allocation:${one.id}`, isOfLine: one.beside_line_id !== null })),
    ...credits.map((one) => ({ ...one, name: `application:${one.id}`, isOfLine: one.line_id !== null })),
  ]);
  if (!use) return;
  const answer = await life.client.post(`/banking/credit-uses/${use.name}/undo/`);
  life.expectStatus(answer, use.isOfLine ? 409 : 200);
  if (use.isOfLine) return;
  const invoice = documents.find((one) => one.id === use.document_id);
  // When money leaves an invoice, its own credit note comes back to it.
  if (invoice && !documents.some((one) => one.corrects_id === invoice.id))
    owes(life, invoice, invoice.outstanding + use.amount);
}

/** A client pays less what it has to its credit: unpaid invoices less a credit, and what is beyond stays the client's. */
export async function payBesideCredit(life: Life, chance: Chance, facts: Facts): Promise<void> {
  const pairs = waitingCredits(facts).flatMap((credit) =>
    facts.documents
      .filter((one) => isPayable(one) && isOfClient(credit, one))
      .map((invoice) => ({ credit, invoice })),
  );
  const line = chance.one(undecided(facts).filter((one) => one.amount > 0));
  const pair = chance.one(pairs);
  if (!line || !pair) return;
  const { credit, invoice } = pair;
  const most = Math.min(credit.left, invoice.outstanding);
  const used = chance.next() < 0.6 ? most : chance.between(1, most);
  const settled = Math.min(invoice.outstanding, line.amount + used);
  const beyond = line.amount + used - settled;
  const cinema_id = invoice.cinema_id;
  const answer = await decide(life, line, [
    { kind: "invoice", invoice_id: invoice.id, amount: settled },
    { kind: "client_credit", credit: credit.id, amount: -used },
    ...(beyond > 0 ? [{ kind: "credit", cinema_id, amount: beyond }] : []),
  ]);
  life.expectStatus(answer, 200);
  owes(life, invoice, invoice.outstanding - settled);
  leaves(life, credit, credit.left - used);
  life.checks.push(({ allocations, parts }) => {
    const paid = allocations.filter((one) => one.line_id === line.id).map((one) => one.amount);
    const kept = parts.filter((one) => one.line_id === line.id).map((one) => `${one.client} ${one.amount}`);
    const expected = [settled - used, beyond > 0 ? `${invoice.account} ${beyond}` : ""];
    return [paid.join(), kept.join()].join(" + ") ===
      [expected[0] === 0 ? "" : expected[0], expected[1]].join(" + ")
      ? []
      : [
          `beside a credit ${line.label} paid ${paid.join()} and kept ${kept.join()}, not ${expected.join(" + ")}`,
        ];
  });
}

/** What a client paid too much, told by hand: all of a line, or what is beyond an invoice, which may be another's. */
export async function overpay(life: Life, chance: Chance, facts: Facts): Promise<void> {
  const line = chance.one(undecided(facts).filter((one) => one.amount > 0));
  const cinema = chance.one(life.cinemas) as Cinema;
  const small = facts.documents.filter((one) => isPayable(one) && one.outstanding < (line?.amount ?? 0));
  const invoice = chance.next() < 0.6 ? chance.one(small) : undefined;
  if (!line) return;
  const beyond = line.amount - (invoice?.outstanding ?? 0);
  const answer = await decide(life, line, [
    ...(invoice ? [{ kind: "invoice", invoice_id: invoice.id, amount: invoice.outstanding }] : []),
    { kind: "credit", cinema_id: cinema.id, amount: beyond },
  ]);
  life.expectStatus(answer, 200);
  if (invoice) owes(life, invoice, 0);
  life.checks.push(({ parts }) => {
    const made = parts.filter((one) => one.line_id === line.id);
    const isOfInvoice = invoice?.cinema_id === cinema.id;
    return made.map((one) => `${one.kind} ${one.cinema_id} ${one.amount}`).join() ===
      `credit ${cinema.id} ${beyond}` &&
      (!isOfInvoice || made[0]?.client === invoice.account)
      ? []
      : [`what was paid too much with ${line.label} is ${JSON.stringify(made)}`];
  });
}

/** A debit gives back what is left of a client's credit, in whole or in part; what is more of the debit waits. */
export async function refund(life: Life, chance: Chance, facts: Facts): Promise<void> {
  const debit = chance.one(undecided(facts).filter((one) => one.amount < 0));
  const credit = chance.one(waitingCredits(facts));
  if (!debit || !credit) return;
  const given = Math.min(-debit.amount, credit.left);
  const rest = debit.amount + given;
  const answer = await decide(life, debit, [
    { kind: "refund", credit: credit.id, amount: -given },
    ...(rest < 0 ? [{ kind: "account", account: "401000", amount: rest }] : []),
  ]);
  const isLater = credit.date > debit.date;
  life.expectStatus(answer, isLater ? 409 : 200);
  leaves(life, credit, isLater ? credit.left : credit.left - given);
}

function decide(
  life: Life,
  line: BankLine,
  parts: readonly { readonly amount: number; readonly [key: string]: unknown }[],
): Promise<TestAnswer> {
  life.byHand.add(line.id);
  return life.client.post(`/banking/transactions/${line.id}/parts/`, {
    parts: parts.map((one) => ({ ...one, amount: euros(one.amount) })),
  });
}

function leaves(life: Life, { id }: { readonly id: string }, expected: number): void {
  life.checks.push((after) => {
    const left = waitingCredits(after).find((one) => one.id === id)?.left ?? 0;
    return left === expected ? [] : [`of the credit ${id} ${left} is left and not ${expected}`];
  });
}

function owes(life: Life, { id, number }: Document, expected: number): void {
  life.checks.push(({ documents }) => {
    const due = documents.find((one) => one.id === id)?.outstanding;
    return due === expected ? [] : [`${number} owes ${due} and not ${expected}`];
  });
}
