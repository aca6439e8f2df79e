// Bank lines in parts: what is no invoice, small differences, advances, returns.
import { type Facts, isOpen, isPayable, undecided } from "./facts.testing.ts";
import type { Cinema, Life } from "./life.testing.ts";
import type { Chance } from "./random.testing.ts";
import { euros } from "./writing.testing.ts";

/** A debit gives back what a credit had paid, and what it did not waits. */
export async function giveBack(
  life: Life,
  chance: Chance,
  { lines, allocations, parts }: Facts,
): Promise<void> {
  const decided = new Set([...allocations, ...parts].map((one) => one.line_id));
  const debit = chance.one(
    lines.filter(
      (one) =>
        one.amount < 0 && !decided.has(one.id) && (one.action_id === null || isOpen(one.action_status)),
    ),
  );
  const credit = chance.one(
    lines.filter((one) => one.amount > 0 && allocations.some(({ line_id }) => line_id === one.id)),
  );
  if (!debit || !credit) return;
  let left = -debit.amount;
  const asked: { kind: string; transaction_id?: number; invoice_id?: number; amount: number }[] = [];
  for (const { document_id, amount } of allocations.filter((one) => one.line_id === credit.id)) {
    const returned = allocations.filter(
      (one) => one.returned_line_id === credit.id && one.document_id === document_id,
    );
    // What was written off with it never came.
    const writtenOff = parts.filter(
      (one) =>
        one.kind === "write_off" &&
        one.line_id === credit.id &&
        one.document_id === document_id &&
        one.amount < 0,
    );
    const share = Math.min(
      left,
      [...returned, ...writtenOff].reduce((all, one) => all + one.amount, amount),
    );
    if (share <= 0) continue;
    asked.push({ kind: "return", transaction_id: credit.id, invoice_id: document_id, amount: -share });
    left -= share;
  }
  if (asked.length === 0) return;
  const returned = [...asked];
  if (left > 0) asked.push({ kind: "unknown", amount: -left });
  const isLater = credit.date > debit.date;
  life.expectStatus(
    await life.client.post(`/banking/transactions/${debit.id}/parts/`, {
      parts: asked.map((one) => ({ ...one, amount: euros(one.amount) })),
    }),
    isLater ? 409 : 200,
  );
  if (isLater) return;
  life.checks.push((after) => {
    const made = after.allocations
      .filter((one) => one.line_id === debit.id && one.returned_line_id === credit.id)
      .map((one) => `${one.document_id} ${one.amount}`);
    const expected = returned.map((one) => `${one.invoice_id} ${one.amount}`);
    return made.sort().join() === expected.sort().join()
      ? []
      : [`gave ${made.join(", ")} back and not ${expected.join(", ")}`];
  });
}

/** What the action of a returned payment proposes, in one step: all of the line, or nothing. */
export async function acceptReturn(life: Life, chance: Chance, { lines }: Facts): Promise<void> {
  const debit = chance.one(
    lines.filter((one) => one.returns !== null && one.amount < 0 && isOpen(one.action_status)),
  );
  if (!debit) return;
  const answer = await life.client.patch(`/user-actions/${debit.action_id}/`, { status: "DONE" });
  life.expectStatus(answer, 200, 409);
  life.checks.push(({ allocations, parts }) => {
    const made = [...allocations, ...parts].filter((one) => one.line_id === debit.id);
    const total = made.reduce((all, one) => all + one.amount, 0);
    return total === (answer.status === 200 ? debit.amount : 0) ? [] : [`a return of ${total} was accepted`];
  });
}

/** A line, also one that nobody was asked about, as an invoice and what is none: fees, an account, not known yet. */
export async function splitLine(
  life: Life,
  chance: Chance,
  { documents, lines, allocations, parts }: Facts,
): Promise<void> {
  const decided = new Set([...allocations, ...parts].map((one) => one.line_id));
  const line = chance.one(
    lines.filter((one) => !decided.has(one.id) && (one.action_id === null || isOpen(one.action_status))),
  );
  if (!line) return;
  const asked: {
    kind: string;
    account?: string;
    invoice_id?: number;
    cinema_id?: number;
    amount: number;
  }[] = [];
  let left = line.amount;
  const invoice =
    line.amount > 0 && chance.next() < 0.6 ? chance.one(documents.filter(isPayable)) : undefined;
  // Its bank kept as much as the client paid too much: no sum tells that there is a credit.
  const hidden = invoice && chance.next() < 0.3 ? chance.between(1, 9_99) : 0;
  if (invoice) {
    const beyond = hidden > 0 ? 0 : chance.between(0, 20_00);
    const amount = Math.min(invoice.outstanding, left + beyond);
    asked.push({ kind: "invoice", invoice_id: invoice.id, amount });
    left -= amount;
  }
  if (invoice && hidden > 0) {
    const kind = chance.one(["credit", "advance", "unknown"]) as string;
    const of = kind === "unknown" ? {} : { cinema_id: invoice.cinema_id };
    asked.push({ kind: "fees", amount: -hidden }, { kind, ...of, amount: hidden });
  }
  if (left < 0 || chance.next() < 0.3) {
    // No more than what a bank may give back of any receipt (LET-42).
    const fee = invoice ? Math.min(left, 30_00) : -chance.between(1, 9_99);
    if (fee !== 0 && (line.amount < 0 || invoice)) {
      asked.push({ kind: "fees", amount: fee });
      left -= fee;
    }
  }
  if (left !== 0 && left < 0 === line.amount < 0)
    asked.push(
      chance.next() < 0.5
        ? { kind: "unknown", amount: left }
        : { kind: "account", account: chance.one(["740000", "580000", "768000"]) as string, amount: left },
    );
  const isWhole = asked.reduce((all, one) => all + one.amount, 0) === line.amount;
  const answer = await life.client.post(`/banking/transactions/${line.id}/parts/`, {
    parts: asked.map((one) => ({ ...one, amount: euros(one.amount) })),
  });
  life.expectStatus(answer, isWhole && asked.length > 0 ? 200 : 400);
  if (!isWhole) return;
  const others = asked.filter((one) => one.kind !== "invoice").map((one) => `${one.kind} ${one.amount}`);
  life.checks.push((after) => {
    const made = after.parts
      .filter((one) => one.line_id === line.id)
      .map((one) => `${one.kind} ${one.amount}`);
    return made.join() === others.join() ? [] : [`split as ${made.join(", ")} and not ${others.join(", ")}`];
  });
}

/** A few cents that an invoice is paid short, or too much. */
export async function writeOff(life: Life, chance: Chance, facts: Facts): Promise<void> {
  const near = undecided(facts).flatMap((line) =>
    facts.documents.filter(isPayable).flatMap((invoice) => {
      const difference = line.amount - invoice.outstanding;
      return line.amount > 0 && difference !== 0 && Math.abs(difference) <= 1_00
        ? [{ line, invoice, difference }]
        : [];
    }),
  );
  const chosen = chance.one(near);
  if (!chosen) return;
  const { line, invoice, difference } = chosen;
  const answer = await life.client.post(`/banking/transactions/${line.id}/parts/`, {
    parts: [
      { kind: "invoice", invoice_id: invoice.id, amount: euros(invoice.outstanding) },
      { kind: "write_off", invoice_id: invoice.id, amount: euros(difference) },
    ],
  });
  life.expectStatus(answer, 200);
  life.checks.push(({ documents, parts }) => {
    const due = documents.find((one) => one.id === invoice.id)?.outstanding;
    const made = parts.filter((one) => one.line_id === line.id && one.kind === "write_off");
    return due === 0 && made.map((one) => one.amount).join() === String(difference)
      ? []
      : [`${difference} of ${invoice.number} are not written off: it owes ${due}`];
  });
}

/** What a client pays before its invoice. */
export async function recordAdvance(life: Life, chance: Chance, facts: Facts): Promise<void> {
  const line = chance.one(undecided(facts).filter((one) => one.amount > 0));
  const cinema = chance.one(life.cinemas) as Cinema;
  if (!line) return;
  const answer = await life.client.post(`/banking/transactions/${line.id}/parts/`, {
    parts: [{ kind: "advance", cinema_id: cinema.id, amount: euros(line.amount) }],
  });
  life.expectStatus(answer, 200);
  life.checks.push(({ parts }) => {
    const made = parts.filter((one) => one.line_id === line.id);
    return made.map((one) => `${one.kind} ${one.cinema_id} ${one.amount}`).join() ===
      `advance ${cinema.id} ${line.amount}`
      ? []
      : [`the advance of ${line.label} is ${JSON.stringify(made)}`];
  });
}
