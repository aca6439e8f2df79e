import { daysBetween } from "@bobine/contract/civil-date";
import { possiblePayers, repeatedNumber } from "./user-action-entry.ts";
import type { LetteredTransaction } from "./lettering-types.ts";
import type { TransactionReading } from "./reading.ts";

/** LET-13. */
const DUPLICATE_DAYS = 10;
/** Fewer invoices show no habit. */
const FEWEST_PAID = 3;

/** The credits that are reconciled, before this batch and in it, by amount and by invoice number. */
export class LetteredCredits {
  readonly #byAmount = new Map<number, LetteredTransaction[]>();
  readonly #byNumber = new Map<string, LetteredTransaction[]>();
  readonly #ofSeveral: (readonly string[])[] = [];
  readonly #alone = new Set<string>();
  readonly #byCheque = new Set<string>();
  /** Days after the due date, by payer. */
  readonly #late = new Map<string, number[]>();
  /** Asked for every set that is weighed; forgotten when a credit is added. */
  readonly #usual = new Map<string, number | undefined>();

  constructor(known: readonly LetteredTransaction[]) {
    for (const lettered of known) this.add(lettered);
  }

  add(lettered: LetteredTransaction): void {
    this.#usual.clear();
    push(this.#byAmount, lettered.amount, lettered);
    const [payer, ...others] = lettered.payer_keys;
    if (others.length > 0) this.#ofSeveral.push(lettered.payer_keys);
    else if (payer !== undefined) this.#alone.add(payer);
    if (lettered.is_cheque) for (const key of lettered.payer_keys) this.#byCheque.add(key);
    for (const due of lettered.due_dates ?? [])
      for (const key of lettered.payer_keys)
        push(this.#late, key, daysBetween(due, lettered.transaction_date));
    for (const number of lettered.invoice_numbers)
      push(this.#byNumber, number.toUpperCase().replace(/[^A-Z0-9]/g, ""), lettered);
  }

  /** Same payer and same amount within ten days, or a number that was paid already: LET-13. */
  repeatedBy(reading: TransactionReading): LetteredTransaction[] {
    const { transaction, references } = reading;
    const payers = possiblePayers(reading);
    const found = new Set<LetteredTransaction>();
    for (const lettered of this.#byAmount.get(transaction.amount) ?? []) {
      const days = Math.abs(daysBetween(lettered.transaction_date, transaction.transaction_date));
      if (days <= DUPLICATE_DAYS && lettered.payer_keys.some((key) => payers.has(key))) found.add(lettered);
    }
    for (const reference of references) {
      if (reference.ranks.length > 0) continue;
      for (const lettered of this.#byNumber.get(reference.written.replace(/[^A-Z0-9]/g, "")) ?? [])
        if (repeatedNumber(reading, lettered) !== undefined) found.add(lettered);
    }
    return sorted([...found].filter((lettered) => lettered.transaction_id !== transaction.id));
  }

  /**
   * Companies of a circuit whose invoices one credit settled together: its head office pays for them. A credit that also settled
   * somebody else's, as a deposit of cheques does, says nothing.
   */
  paidTogether(circuit: readonly string[]): ReadonlySet<string> {
    const members = new Set(circuit);
    const together = this.#ofSeveral.filter((keys) => keys.every((key) => members.has(key)));
    return new Set(together.flat());
  }

  /** A credit settled invoices of this payer and of nobody else. */
  hasPaidAlone(payerKey: string): boolean {
    return this.#alone.has(payerKey);
  }

  /** A credit of this payer came as a cheque. */
  hasPaidByCheque(payerKey: string): boolean {
    return this.#byCheque.has(payerKey);
  }

  /** All of them, in the order of their keys. */
  chequePayers(): string[] {
    return [...this.#byCheque].sort();
  }

  /** Days after the due date on which these payers usually pay: the median of at least three invoices; undefined of fewer. */
  usualDelay(payerKeys: readonly string[]): number | undefined {
    const name = payerKeys.join("\n");
    if (this.#usual.has(name)) return this.#usual.get(name);
    const days = payerKeys.flatMap((key) => this.#late.get(key) ?? []).sort((a, b) => a - b);
    const usual = days.length < FEWEST_PAID ? undefined : days[days.length >> 1];
    this.#usual.set(name, usual);
    return usual;
  }
}

function push<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

const sorted = (list: LetteredTransaction[]): LetteredTransaction[] =>
  list.sort((a, b) =>
    a.transaction_date !== b.transaction_date
      ? a.transaction_date < b.transaction_date
        ? 1
        : -1
      : a.transaction_id < b.transaction_id
        ? -1
        : 1,
  );
