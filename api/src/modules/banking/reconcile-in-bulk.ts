import { type Cents, cents, centsFromWire, centsToWire, sumCents } from "@bobine/contract/money";
import type { BulkLine, bulkReconciliation } from "@bobine/contract/lettering";
import type { BodyOf, ResponseOf } from "@bobine/contract/route";
import type { Tx } from "../../db/scope.ts";
import { AppError, errors } from "../../errors.ts";
import type { AuditSource } from "../../http/audit.ts";
import { bankingErrors } from "./banking.errors.ts";
import { decideLettering } from "./decide-lettering.ts";
import { reconcileManually } from "./reconcile-manually.ts";
import {
  type ChosenLockedInvoice,
  type LockedTransaction,
  reconciliationRepository as repository,
} from "./reconciliation.repository.ts";
import { must } from "../../domain/must.ts";

type Body = BodyOf<typeof bulkReconciliation>;
type Answer = ResponseOf<typeof bulkReconciliation>;
type Wanted = Body["lines"][number];

/** What a line is about, whatever becomes of it. */
const headOf = (wanted: Wanted, transaction: LockedTransaction | undefined) => ({
  user_action_id: wanted.user_action_id,
  transaction_description: transaction?.label ?? "",
  transaction_amount: transaction ? centsToWire(transaction.amount) : null,
});

function refusal(
  wanted: Wanted,
  transaction: LockedTransaction | undefined,
  difference: Cents | null,
  error: unknown,
): BulkLine {
  // Anything else is no answer to the person: the whole call fails, and may be made again.
  if (!(error instanceof AppError)) throw error;
  const { detail } = error.body;
  return {
    ...headOf(wanted, transaction),
    allocations: [],
    surplus_amount: "0.00",
    outcome: "refused",
    code: error.code,
    message: typeof detail === "string" ? detail : "",
    difference: difference === null ? null : centsToWire(difference),
  };
}

const answerOf = (groupId: string, isDryRun: boolean, lines: BulkLine[]): Answer => {
  const accepted = lines.filter((line) => line.outcome !== "refused");
  return {
    group_key: groupId,
    is_dry_run: isDryRun,
    accepted: accepted.length,
    refused: lines.length - accepted.length,
    accepted_amount: centsToWire(
      sumCents(accepted.map((line) => centsFromWire(line.transaction_amount ?? "0.00"))),
    ),
    lines,
  };
};

/** An action that stands twice in the list is refused the second time. */
const twins = (lines: readonly Wanted[]): Set<number> => {
  const seen = new Set<number>();
  const again = new Set<number>();
  lines.forEach(({ user_action_id }, index) => {
    if (seen.has(user_action_id)) again.add(index);
    seen.add(user_action_id);
  });
  return again;
};

const idsOf = (wanted: Wanted): number[] => [...new Set(wanted.invoice_ids)].sort((a, b) => a - b);

const differenceOf = (
  transaction: LockedTransaction | undefined,
  invoices: readonly ChosenLockedInvoice[],
): Cents | null =>
  transaction === undefined || invoices.length === 0
    ? null
    : cents(transaction.amount - sumCents(invoices.map((invoice) => invoice.outstanding)));

const seenIn = ({ seen_outstanding }: Wanted): Cents | undefined =>
  seen_outstanding === undefined ? undefined : centsFromWire(seen_outstanding);

/**
 * Tells what a bulk acceptance would do, line after line: what an earlier line pays is no longer there for a later one, when it is taken
 * (LET-47). It locks nothing and changes nothing.
 */
export async function previewBulk(tx: Tx, distributorId: number, body: Body): Promise<Answer> {
  const { actions, transactions, invoices } = await repository.peek(
    tx,
    distributorId,
    body.lines.map((line) => line.user_action_id),
    body.lines.flatMap((line) => line.invoice_ids),
  );
  const again = twins(body.lines);
  const lines: BulkLine[] = [];
  for (const [index, wanted] of body.lines.entries()) {
    const action = actions.get(wanted.user_action_id);
    const transaction = transactions.get(action?.transaction_id ?? 0);
    const chosenIds = idsOf(wanted);
    const chosen = chosenIds.flatMap((id) => invoices.get(id) ?? []);
    try {
      if (again.has(index)) throw bankingErrors.listedTwice();
      if (!action) throw errors.notFound();
      const live = transaction && (await repository.live(tx, transaction.id));
      const group = { id: body.group_key, acceptsDifference: wanted.accept_difference === true };
      const seenOutstanding = seenIn(wanted);
      const verdict = decideLettering({
        action,
        transaction,
        live,
        chosenIds,
        invoices,
        seenOutstanding,
        group,
      });
      if (verdict.kind === "again") {
        const { allocations, surplus_amount } = verdict.details;
        lines.push({
          ...headOf(wanted, transaction),
          outcome: "lettered",
          code: "",
          message: "",
          difference: null,
          allocations: [...allocations],
          surplus_amount,
        });
        continue;
      }
      const { plan, difference } = verdict;
      const { taken = "always" } = wanted;
      const isTaken = taken === "always" || (taken === "when_exact" && difference === 0);
      lines.push({
        ...headOf(wanted, transaction),
        outcome: "would_letter",
        code: "",
        message: "",
        difference: centsToWire(difference),
        allocations: plan.allocations.map(({ invoice_id, amount }) => {
          const invoice = must(invoices.get(invoice_id), "invoice of the plan");
          const outstanding = cents(invoice.outstanding - amount);
          if (isTaken)
            invoices.set(invoice_id, {
              ...invoice,
              outstanding,
              status: outstanding === 0 ? "paid" : "part_paid",
            });
          return {
            invoice_id,
            invoice_number: invoice.invoice_number,
            amount: centsToWire(amount),
            outstanding: centsToWire(outstanding),
          };
        }),
        surplus_amount: centsToWire(plan.surplus),
      });
    } catch (error) {
      lines.push(refusal(wanted, transaction, differenceOf(transaction, chosen), error));
    }
  }
  return answerOf(body.group_key, true, lines);
}

/**
 * Letters several lines at once, each in a transaction of its own: whole or not at all, so that one that is refused costs the
 * others nothing, and nobody waits long for a lock. The group makes a second submission, or one after a crash, go on where the
 * first one stopped.
 */
export async function reconcileInBulk(
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  request: {
    readonly distributorId: number;
    readonly userId: number;
    readonly at: () => Date;
    readonly source: AuditSource;
  },
  body: Body,
): Promise<Answer> {
  const { distributorId, userId, at, source } = request;
  const again = twins(body.lines);
  const lines: BulkLine[] = [];
  for (const [index, wanted] of body.lines.entries()) {
    // Read before: what the line is about is told also when it is refused.
    const before = await transaction((tx) =>
      repository.peek(tx, distributorId, [wanted.user_action_id], wanted.invoice_ids),
    );
    const line = before.transactions.get(before.actions.get(wanted.user_action_id)?.transaction_id ?? 0);
    const difference = differenceOf(line, [...before.invoices.values()]);
    try {
      if (again.has(index)) throw bankingErrors.listedTwice();
      const { allocations, surplus_amount } = await transaction((tx) =>
        reconcileManually(tx, {
          distributorId,
          userId,
          userActionId: wanted.user_action_id,
          invoiceIds: wanted.invoice_ids,
          seenOutstanding: seenIn(wanted),
          at: at(),
          source,
          group: { id: body.group_key, acceptsDifference: wanted.accept_difference === true },
        }),
      );
      const isStillOpen = before.actions.get(wanted.user_action_id)?.status !== "DONE";
      lines.push({
        ...headOf(wanted, line),
        outcome: "lettered",
        code: "",
        message: "",
        difference: isStillOpen && difference !== null ? centsToWire(difference) : null,
        allocations,
        surplus_amount,
      });
    } catch (error) {
      lines.push(refusal(wanted, line, difference, error));
    }
  }
  return answerOf(body.group_key, false, lines);
}
