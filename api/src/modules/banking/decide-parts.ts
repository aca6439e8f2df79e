import type { AccountChoice, decideParts as contract, readParts } from "@bobine/contract/bank-parts";
import { cents, centsFromWire, centsToWire, sumCents } from "@bobine/contract/money";
import type { BodyOf, ResponseOf } from "@bobine/contract/route";
import { isClosed } from "@bobine/contract/user-actions";
import { lockLedger } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { frenchDate } from "@bobine/contract/civil-date";
import { euros } from "@bobine/contract/french";
import {
  type Counterpart,
  counterpartPhrase,
  proposeCounterpart,
} from "../../domain/settlement/counterpart.ts";
import {
  type RequestedPart,
  planParts,
  type SettledPart,
  type SettlementPlan,
} from "../../domain/settlement/parts.ts";
import { reservedAccountRefusal } from "../../domain/settlement/reserved-accounts.ts";
import { must } from "../../domain/must.ts";
import { type CreditSpread, spreadCredits } from "../../domain/settlement/spread-credits.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import { bankPartsRepository as parts } from "./bank-parts.repository.ts";
import { bankingErrors } from "./banking.errors.ts";
import {
  type Credit,
  type NewUse,
  clientCreditsRepository as credits,
  remainingOf,
  rowOfCredit,
} from "./client-credits.repository.ts";
import { creditBeyond } from "./credit-sentences.ts";
import { refreshLetters } from "./letter-groups.ts";
import { partWords } from "./part-words.ts";
import { offersOfPayers } from "./payers-of-line.ts";
import { internalTransferAround, transferOnWire } from "./find-internal-transfer.ts";
import { LEDGER_CURRENCY, refuseUnpayable } from "./decide-lettering.ts";
import { MESSAGE_RECONCILED } from "./reconcile-manually.ts";
import { recordReconciliations } from "./record-reconciliations.ts";
import { refundsOf } from "./refundable-credits.ts";
import { possibleReturnsOf, refuseWrongReturns } from "./returned-receipts.ts";
import {
  type ChosenLockedInvoice,
  type LockedTransaction,
  reconciliationRepository as repository,
} from "./reconciliation.repository.ts";

type Answer = ResponseOf<typeof contract>;

/**
 * Decides a bank line, credit or debit, as the parts that a person gave (LET-19): all is locked, read again, decided and
 * recorded in the caller's transaction. An open action about the line is closed by it.
 * @throws 404 for what is not the distributor's, 400 for parts that make no whole, 409 for what the state forbids
 */
export async function decideParts(
  tx: Tx,
  request: {
    readonly distributorId: number;
    readonly userId: number;
    readonly transactionId: number;
    readonly parts: BodyOf<typeof contract>["parts"];
    readonly at: Date;
    readonly source: AuditSource;
    /** Decided together with another line: the pair says what it is, and teaches nothing about its words. */
    readonly together?: { readonly groupKey: string; readonly account: AccountChoice };
  },
): Promise<Answer> {
  const { distributorId, userId, transactionId, together } = request;
  const requested = request.parts.map(
    (part): RequestedPart => ({ ...part, amount: centsFromWire(part.amount) }),
  );
  await lockLedger(tx, distributorId);
  const action = await repository.lockActionOfTransaction(tx, transactionId);
  const line = await repository.lockLineIfAny(tx, transactionId);
  if (!line) throw errors.notFound();
  const { transaction, live } = line;
  const chosen = requested.flatMap((part) =>
    part.kind === "invoice" || part.kind === "return" ? part.invoice_id : [],
  );
  const used = requested.flatMap((part) =>
    part.kind === "client_credit" || part.kind === "refund" ? part.credit : [],
  );
  const notes = used.map(rowOfCredit).flatMap((one) => (one.place === "note" ? one.row : []));
  const invoices = await repository.lockInvoices(tx, distributorId, [...chosen, ...notes]);
  const planned = await planFor(tx, distributorId, transaction, requested, together?.account);
  if (live) throw bankingErrors.alreadyReconciled();
  if (action && isClosed(action.status)) throw bankingErrors.actionClosed();
  refuseTooMuch(planned, invoices);
  await refuseWrongReturns(tx, distributorId, transaction, planned, invoices);
  await refuseWrongRefunds(tx, distributorId, transaction, requested);
  const spread = await spreadOf(tx, distributorId, planned, invoices, transaction);
  const plan = {
    ...planned,
    allocations: spread.allocations,
    parts: await withClients(
      tx,
      distributorId,
      planned.parts,
      chosen.flatMap((id) => invoices.get(id) ?? []),
    ),
  };

  const { details } = await recordReconciliations(
    tx,
    distributorId,
    [
      {
        transaction_id: transactionId,
        user_action_id: action?.id ?? null,
        decided_by: userId,
        gate: null,
        reasons: [],
        engine_version: "",
        invoice_ids: [...new Set(chosen)].sort((a, b) => a - b),
        allocations: plan.allocations,
        parts: plan.parts,
        uses: spread.uses,
        surplus: cents(0),
        group_key: together?.groupKey,
      },
    ],
    invoices,
  );
  const reopened = planned.allocations.flatMap((one) => (one.amount < 0 ? one.invoice_id : []));
  if (reopened.length > 0) {
    const date = transaction.transaction_date;
    const made = must(details[0], "decision").reconciliation_id;
    await refreshLetters(
      tx,
      distributorId,
      await credits.returnToInvoices(tx, distributorId, reopened, date, made),
    );
  }
  const [only, ...others] = plan.parts;
  const isAlone = together === undefined && others.length + plan.allocations.length === 0;
  if (isAlone && only && isCounterpart(only.kind)) {
    const phrase = counterpartPhrase(transaction.label, await parts.partyOf(tx, transactionId));
    if (phrase !== "")
      await parts.remember(tx, distributorId, phrase, { kind: only.kind, account: only.account }, request.at);
  }
  if (action) await repository.closeAction(tx, action.id, { userId, at: request.at });
  await writeAudit(tx, request.source, "manual_reconciliation", {
    ...(action ? { user_action_id: action.id, reason: action.reason } : {}),
    transaction_id: transaction.id,
    transaction_label: transaction.label,
    transaction_date: transaction.transaction_date,
    transaction_amount: centsToWire(transaction.amount),
    invoice_numbers: chosen.map((id) => must(invoices.get(id), "chosen invoice").invoice_number),
    allocated_amount: centsToWire(sumCents(plan.allocations.map((one) => one.amount))),
    parts: [
      ...plan.parts.map((one) => partWords({ ...one, amount: centsToWire(one.amount) })),
      ...spread.words,
    ],
    ...(action ? { previous_status: action.status, new_status: "DONE" } : {}),
  });
  return {
    message: MESSAGE_RECONCILED,
    transaction_id: transactionId,
    user_action_id: action?.id ?? null,
    allocations: (details[0]?.allocations ?? []).map((one) => ({ ...one })),
    parts: await parts.ofTransaction(tx, transactionId),
    credit_uses: spread.uses.length > 0 ? await credits.usesOfTransaction(tx, transactionId) : [],
  };
}

/**
 * Which invoices the credits settle that are used beside the line, and what is left of them for the line to pay.
 * @throws 404 for what is not the distributor's, 400 for more than the client's invoices, 409 for more than is left of a credit
 */
async function spreadOf(
  tx: Tx,
  distributorId: number,
  planned: SettlementPlan,
  invoices: ReadonlyMap<number, ChosenLockedInvoice>,
  transaction: LockedTransaction,
): Promise<
  Pick<CreditSpread<Credit>, "allocations"> & {
    uses: Omit<NewUse, "reconciliation_id" | "decided_by">[];
    words: string[];
  }
> {
  if (planned.credits.length === 0) return { allocations: planned.allocations, uses: [], words: [] };
  const found = await credits.find(
    tx,
    distributorId,
    planned.credits.map((one) => one.credit),
  );
  const requested = planned.credits.map(({ credit: id, amount }) => {
    const credit = found.get(id);
    if (!credit) throw errors.notFound();
    if (amount > remainingOf(credit))
      throw bankingErrors.beyondCredit(credit.label, euros(remainingOf(credit)));
    return { ...credit, amount };
  });
  const gaps = new Map(planned.parts.map((part) => [part.invoice_id, cents(Math.max(0, 0 - part.amount))]));
  const settled = planned.allocations.map(({ invoice_id, amount }) => ({
    ...must(invoices.get(invoice_id), "locked invoice"),
    amount,
    written_off: gaps.get(invoice_id) ?? cents(0),
  }));
  const spread = spreadCredits(settled, requested);
  if (spread.beyond) throw errors.field("parts", creditBeyond(spread.beyond, settled));
  return {
    allocations: spread.allocations,
    uses: spread.uses.map(({ credit: id, invoice_id, amount }) => {
      const credit = must(found.get(id), "credit");
      const dates = [
        transaction.transaction_date,
        credit.date,
        must(invoices.get(invoice_id), "locked invoice").invoice_date,
      ];
      return { credit, invoice_id, amount, date: must(dates.sort().at(-1), "date") };
    }),
    words: requested.map(({ label, amount }) => `${label}\u00a0: ${euros(cents(0 - amount))}`),
  };
}

/**
 * Only what is left of a credit of the distributor is given back, and not before it is there.
 * @throws 404 for what is not the distributor's, 409 for more than is left, or for a later credit
 */
async function refuseWrongRefunds(
  tx: Tx,
  distributorId: number,
  transaction: LockedTransaction,
  requested: readonly RequestedPart[],
): Promise<void> {
  const wanted = new Map<string, number>();
  for (const part of requested)
    if (part.kind === "refund") wanted.set(part.credit, (wanted.get(part.credit) ?? 0) - part.amount);
  const found = await credits.find(tx, distributorId, [...wanted.keys()]);
  for (const [id, amount] of wanted) {
    const credit = found.get(id);
    if (!credit) throw errors.notFound();
    if (amount > remainingOf(credit))
      throw bankingErrors.beyondCredit(credit.label, euros(remainingOf(credit)));
    if (credit.date > transaction.transaction_date)
      throw bankingErrors.refundedBefore(credit.label, frenchDate(credit.date));
  }
}

/** What is remembered of who is named in a label. */
const isCounterpart = (kind: SettledPart["kind"]): kind is Counterpart["kind"] =>
  kind === "fees" || kind === "account";

const namesOf = (accounts: readonly AccountChoice[]): Map<string, string> =>
  new Map(accounts.map(({ code, label }) => [code, label]));

async function planFor(
  tx: Tx,
  distributorId: number,
  transaction: LockedTransaction,
  requested: readonly RequestedPart[],
  also?: AccountChoice,
): Promise<SettlementPlan> {
  if (transaction.currency_code !== LEDGER_CURRENCY) throw bankingErrors.partsNotInEuros();
  const { accounts, write_off_limit } = await parts.allowed(tx, distributorId);
  const names = namesOf([...(also ? [also] : []), ...accounts]);
  const vat_accounts = await parts.vatAccounts(tx, distributorId);
  const plan = planParts(transaction.amount, requested, { accounts: names, vat_accounts, write_off_limit });
  if ("refusal" in plan) throw errors.field("parts", plan.refusal);
  return plan;
}

/** Money that stays a client's is on the account of its invoices in the line, else on the one of its next invoice. */
async function withClients(
  tx: Tx,
  distributorId: number,
  planned: readonly SettledPart[],
  invoices: readonly ChosenLockedInvoice[],
): Promise<SettledPart[]> {
  const ids = planned.flatMap((part) => part.cinema_id ?? []);
  const known = await parts.clientAccounts(tx, distributorId, ids);
  return planned.map((part) => {
    const id = part.cinema_id ?? undefined;
    if (id === undefined) return part;
    const next = known.get(id);
    if (next === undefined) throw errors.notFound();
    const paid = invoices.find((invoice) => invoice.cinema_id === id);
    return { ...part, client_account: (part.kind === "credit" && paid?.client_account) || next };
  });
}

/** Only unpaid invoices of the distributor, none beyond what it owes, and nothing is written off of what still owes something. */
function refuseTooMuch(plan: SettlementPlan, invoices: ReadonlyMap<number, ChosenLockedInvoice>): void {
  for (const { invoice_id, amount } of plan.allocations) {
    const invoice = invoices.get(invoice_id);
    if (!invoice) throw errors.notFound();
    if (amount < 0) continue;
    refuseUnpayable(invoice);
    if (amount > invoice.outstanding)
      throw bankingErrors.beyondOutstanding(invoice.invoice_number, euros(invoice.outstanding));
    if (amount < invoice.outstanding && plan.parts.some((part) => part.invoice_id === invoice_id))
      throw bankingErrors.writeOffOfUnpaid(invoice.invoice_number, euros(invoice.outstanding));
  }
}

type Read = ResponseOf<typeof readParts>;

/** What the words of a debit call a return is proposed as no refund. */
const withoutRefundOf = <Refunds extends Pick<Read, "likely_refund">>(
  returns: Read["returns"],
  refunds: Refunds,
): Refunds => (returns.some(({ is_likely }) => is_likely) ? { ...refunds, likely_refund: null } : refunds);

/** What a bank line may be split into. @throws 404 for what is not the distributor's */
export async function readPartsOf(tx: Tx, distributorId: number, transactionId: number): Promise<Read> {
  const transaction = await repository.readTransaction(tx, transactionId);
  if (!transaction) throw errors.notFound();
  const { accounts: listed, write_off_limit } = await parts.allowed(tx, distributorId);
  const vatAccounts = await parts.vatAccounts(tx, distributorId);
  const accounts = listed.filter(({ code }) => reservedAccountRefusal(code, vatAccounts) === undefined);
  const { label, transaction_date, amount, currency_code } = transaction;
  const decided = await parts.ofTransaction(tx, transactionId);
  const names = namesOf(accounts);
  const transfer = await internalTransferAround(tx, distributorId, transactionId, accounts);
  const remembered = await parts.remembered(tx, distributorId, [
    counterpartPhrase(label, await parts.partyOf(tx, transactionId)),
    // What was decided before the other party was read.
    counterpartPhrase(label),
  ]);
  const returns = await possibleReturnsOf(tx, distributorId, transaction);
  return {
    transaction_id: transactionId,
    transaction_date,
    label,
    amount: centsToWire(amount),
    currency_code,
    parts: decided,
    proposal:
      transfer && names.has(transfer.account.code)
        ? {
            kind: "account",
            account: transfer.account.code,
            reason: ["virement interne", ...transfer.reasons].join(", "),
          }
        : proposeCounterpart(label, remembered, names),
    internal_transfer: transfer ? transferOnWire(transfer) : null,
    accounts,
    credit_uses: await credits.usesOfTransaction(tx, transactionId),
    write_off_limit: centsToWire(write_off_limit),
    ...(amount < 0
      ? {
          clients: [],
          open_invoices: [],
          net_payments: [],
          ...withoutRefundOf(returns, await refundsOf(tx, distributorId, transaction)),
        }
      : {
          likely_refund: null,
          ...(await offersOfPayers(
            tx,
            distributorId,
            transaction,
            decided.length === 0 && !(await repository.live(tx, transactionId)),
          )),
        }),
    returns,
  };
}
