import type { CivilDate } from "@bobine/contract/civil-date";
import { type Cents, centsToWire } from "@bobine/contract/money";
import sql from "sql-template-tag";
import { prepared } from "../../db/prepared.ts";
import type { Tx } from "../../db/scope.ts";
import type { PlannedAllocation, SettledPart } from "../../domain/settlement/parts.ts";
import { bankPartsRepository } from "./bank-parts.repository.ts";
import { clientCreditsRepository, type NewUse } from "./client-credits.repository.ts";
import { type LetterableInvoice, letterPayments, refreshLetters } from "./letter-groups.ts";
import { must } from "../../domain/must.ts";
import { readRentalRates } from "./read-rental-rates.ts";
import { eurosList } from "../../db/money.ts";

/** An invoice as it is under lock. */
export interface LockedInvoice extends LetterableInvoice {
  readonly invoice_number: string;
  readonly invoice_date: CivilDate;
  readonly cinema_id: number;
  readonly outstanding: Cents;
}

/** Who or what letters a transaction, and against what. */
export interface Decision {
  readonly transaction_id: number;
  /** Null of a line that nobody was asked about. */
  readonly user_action_id: number | null;
  /** Null is the engine. */
  readonly decided_by: number | null;
  readonly gate: string | null;
  readonly reasons: readonly string[];
  readonly engine_version: string;
  /** All that was chosen, also what received nothing. */
  readonly invoice_ids: readonly number[];
  readonly allocations: readonly PlannedAllocation[];
  /** What of the line is no invoice's. */
  readonly parts?: readonly SettledPart[];
  /** Client credits that settle its invoices too. */
  readonly uses?: readonly Omit<NewUse, "reconciliation_id" | "decided_by">[];
  readonly surplus: Cents;
  /** What the decision taught about who pays, so that a revert can forget it. */
  readonly alias?: { readonly phrase: string; readonly payer_key: string } | undefined;
  /** Accepted together with others by one person. */
  readonly group_key?: string | undefined;
}

/** An allocation as it was made, in the words of the contract. It is kept in the transaction's history. */
export interface RecordedAllocation {
  readonly invoice_id: number;
  readonly invoice_number: string;
  readonly amount: string;
  readonly outstanding: string;
}
export interface ReconciledDetails {
  readonly reconciliation_id: number;
  readonly user_action_id: number | null;
  readonly allocations: readonly RecordedAllocation[];
  readonly parts?: readonly (Omit<SettledPart, "amount"> & { readonly amount: string })[];
  readonly surplus_amount: string;
  readonly alias?: { readonly phrase: string; readonly payer_key: string };
}

/**
 * Writes decisions: their reconciliations, allocations with letters, surplus and history (LET-3, EXP-3). As many
 * statements for one as for thousands. The triggers and CHECKs of the ledger have the last word.
 * @param invoices all the invoices of the decisions, locked by this transaction
 * @returns the history entry of each decision, in order, and the letters that were used
 */
export async function recordReconciliations(
  tx: Tx,
  distributorId: number,
  decisions: readonly Decision[],
  invoices: ReadonlyMap<number, LockedInvoice>,
): Promise<{ details: ReconciledDetails[]; letters: string[] }> {
  if (decisions.length === 0) return { details: [], letters: [] };
  const rows = decisions.map((decision) => ({
    ...decision,
    allocations: undefined,
    parts: undefined,
    uses: undefined,
    alias: undefined,
    surplus: centsToWire(decision.surplus),
  }));
  const made = await tx.many<{ id: number; transaction_id: number }>(
    prepared(sql`
    insert into reconciliation (distributor_id, transaction_id, user_action_id, decided_by, gate, reasons, engine_version, invoice_ids, surplus_amount, group_key)
    select ${distributorId}, r.transaction_id, r.user_action_id, r.decided_by, r.gate, r.reasons, r.engine_version, r.invoice_ids, r.surplus, r.group_key
    from rows from (json_to_recordset(${JSON.stringify(rows)}) as (transaction_id bigint, user_action_id bigint, decided_by bigint, gate text, reasons jsonb,
      engine_version text, invoice_ids bigint[], surplus numeric, group_key uuid)) with ordinality as r (transaction_id, user_action_id, decided_by, gate, reasons,
      engine_version, invoice_ids, surplus, group_key, place)
    order by r.place
    returning id, transaction_id`),
  );
  // A line has one decision at a time.
  const ids = new Map(made.map((row) => [row.transaction_id, row.id]));
  const numbered = decisions.map((decision) => ({
    ...decision,
    id: must(ids.get(decision.transaction_id), "id of a reconciliation"),
  }));

  const parts = numbered.flatMap(({ id, transaction_id, parts: told = [], surplus, allocations }) =>
    [...told, ...overpayment(surplus, allocations, invoices)].map((part, place) => ({
      ...part,
      reconciliation_id: id,
      transaction_id,
      position: place + 1,
    })),
  );
  const advanced = parts.flatMap((part) => (part.kind === "advance" ? (part.cinema_id ?? []) : []));
  await bankPartsRepository.insert(
    tx,
    distributorId,
    parts,
    await readRentalRates(tx, distributorId, advanced),
  );
  const payments = numbered.flatMap((decision) =>
    decision.allocations.map((allocation) => ({
      reconciliation_id: decision.id,
      transaction_id: decision.transaction_id,
      ...allocation,
    })),
  );
  const { letters, to_refresh } = await letterPayments(tx, distributorId, payments, invoices);
  await tx.run(
    prepared(sql`
    insert into allocation (distributor_id, kind, reconciliation_id, transaction_id, returned_transaction_id, invoice_id, amount, letters)
    select ${distributorId}, case when returned_transaction_id is null then 'payment' else 'return' end, reconciliation_id, transaction_id,
      returned_transaction_id, invoice_id, amount, letters
    from unnest(${payments.map((one) => one.reconciliation_id)}::bigint[], ${payments.map((one) => one.transaction_id)}::bigint[],
      ${payments.map((one) => one.returned_transaction_id ?? null)}::bigint[], ${payments.map((one) => one.invoice_id)}::bigint[],
      ${eurosList(payments.map((one) => one.amount))}, ${letters}::text[])
      as p (reconciliation_id, transaction_id, returned_transaction_id, invoice_id, amount, letters)`),
  );
  const uses = numbered.flatMap(({ id, decided_by, uses: made = [] }) =>
    made.map((use) => ({ ...use, reconciliation_id: id, decided_by })),
  );
  await clientCreditsRepository.use(tx, distributorId, uses);
  await refreshLetters(tx, distributorId, [...to_refresh, ...uses.map((use) => use.invoice_id)]);

  const details = numbered.map((decision): ReconciledDetails => {
    const left = (id: number, amount: Cents): Cents =>
      (must(invoices.get(id), "locked invoice").outstanding - amount - usedOn(decision.uses, id)) as Cents;
    return {
      reconciliation_id: decision.id,
      user_action_id: decision.user_action_id,
      allocations: decision.allocations.map(({ invoice_id, amount }) => ({
        invoice_id,
        invoice_number: must(invoices.get(invoice_id), "locked invoice").invoice_number,
        amount: centsToWire(amount),
        outstanding: centsToWire(left(invoice_id, amount)),
      })),
      ...(decision.parts && decision.parts.length > 0
        ? { parts: decision.parts.map((part) => ({ ...part, amount: centsToWire(part.amount) })) }
        : {}),
      surplus_amount: centsToWire(decision.surplus),
      ...(decision.alias ? { alias: decision.alias } : {}),
    };
  });
  await recordHistory(tx, distributorId, numbered, details);
  return { details, letters: [...new Set(letters)] };
}

const usedOn = (uses: Decision["uses"], invoiceId: number): number =>
  (uses ?? []).reduce((sum, use) => (use.invoice_id === invoiceId ? sum + use.amount : sum), 0);

/** LET-3: the surplus is recorded in the transaction's history. */
async function recordHistory(
  tx: Tx,
  distributorId: number,
  decisions: readonly Decision[],
  details: readonly ReconciledDetails[],
): Promise<void> {
  const events = decisions.flatMap((decision, index) => {
    const event = { transaction_id: decision.transaction_id, actor_id: decision.decided_by };
    const reconciled = { ...event, kind: "reconciled", details: details[index] };
    if (decision.surplus === 0) return [reconciled];
    const surplus = {
      reconciliation_id: details[index]?.reconciliation_id,
      surplus_amount: centsToWire(decision.surplus),
    };
    return [reconciled, { ...event, kind: "surplus", details: surplus }];
  });
  await tx.run(
    prepared(sql`
    insert into transaction_event (distributor_id, transaction_id, kind, details, actor_id)
    select ${distributorId}, transaction_id, kind, details, actor_id
    from json_to_recordset(${JSON.stringify(events)}) as e (transaction_id bigint, kind text, details jsonb, actor_id bigint)`),
  );
}

/** What a payment has beyond its invoices is the credit of the client whose invoice it pays first (LET-22). */
function overpayment(
  amount: Cents,
  allocations: Decision["allocations"],
  invoices: ReadonlyMap<number, LockedInvoice>,
): SettledPart[] {
  if (amount === 0) return [];
  const [first] = allocations
    .map(({ invoice_id }) => must(invoices.get(invoice_id), "locked invoice"))
    .sort((a, b) => compare(a.invoice_date, b.invoice_date) || compare(a.invoice_number, b.invoice_number));
  const part = { amount, account: "", account_label: "" };
  return first === undefined || first.client_account === ""
    ? [{ ...part, kind: "unknown" }]
    : [{ ...part, kind: "credit", cinema_id: first.cinema_id, client_account: first.client_account }];
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
