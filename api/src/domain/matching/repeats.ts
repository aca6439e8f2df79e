import { daysBetween } from "@bobine/contract/civil-date";
import { possiblePayers, repeatedNumber } from "./user-action-entry.ts";
import type { LetteredTransaction } from "./lettering-types.ts";
import type { Deduction } from "./paying-habits.ts";
import type { TransactionReading } from "./reading.ts";
import { isShare } from "./shares.ts";

/** LET-13. */
const DUPLICATE_DAYS = 10;
/** Fewer invoices show no habit. */
const FEWEST_PAID = 3;
/** Times that a payer kept back a sum, or payers that did, from which it is a habit. */
const FEWEST_KEPT = 2;
/** Cents: one is enough of a sum that somebody chose. */
const ROUND = 50;
const MOST_KEPT = 6;

interface Kept {
  /** Who pays, in the bank's words where it has some: a head office is one, whatever it pays for. */
  readonly by: Set<string>;
  /** Payer → how often. */
  readonly times: Map<string, number>;
}

/** The credits that are reconciled, before this batch and in it, by amount and by invoice number. */
export class LetteredCredits {
  readonly #byAmount = new Map<number, LetteredTransaction[]>();
  readonly #byNumber = new Map<string, LetteredTransaction[]>();
  readonly #numbersOf = new Map<string, string[]>();
  readonly #ofSeveral: (readonly string[])[] = [];
  readonly #alone = new Set<string>();
  readonly #byCheque = new Set<string>();
  /** By name and by account: payer → how often. */
  readonly #paidBefore = new Map<string, Map<string, number>>();
  /** By cents. */
  readonly #keptBack = new Map<number, Kept>();
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
    for (const name of [lettered.paid_by, lettered.payer_iban])
      if (name !== undefined && name !== "") this.#remember(name, lettered.payer_keys);
    if (lettered.kept_back !== undefined && isKeptBack(lettered.kept_back, lettered)) {
      const kept = this.#keptBack.get(lettered.kept_back) ?? { by: new Set(), times: new Map() };
      this.#keptBack.set(lettered.kept_back, kept);
      kept.by.add(lettered.paid_by || lettered.payer_keys.join());
      for (const key of lettered.payer_keys) kept.times.set(key, (kept.times.get(key) ?? 0) + 1);
    }
    for (const due of lettered.due_dates ?? [])
      for (const key of lettered.payer_keys)
        push(this.#late, key, daysBetween(due, lettered.transaction_date));
    for (const number of lettered.invoice_numbers) {
      const compact = number.toUpperCase().replace(/[^A-Z0-9]/g, "");
      push(this.#byNumber, compact, lettered);
      for (const key of lettered.payer_keys) push(this.#numbersOf, key, compact);
    }
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

  /** Letters and digits of the invoices that credits of this payer settled. */
  numbersOf(payerKey: string): readonly string[] {
    return this.#numbersOf.get(payerKey) ?? [];
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

  #remember(name: string, payerKeys: readonly string[]): void {
    const known = this.#paidBefore.get(name) ?? new Map<string, number>();
    for (const key of payerKeys) known.set(key, (known.get(key) ?? 0) + 1);
    this.#paidBefore.set(name, known);
  }

  /** Payers whose invoices were paid from this account, else under this name. */
  paidBefore(name: string, iban: string | undefined): ReadonlyMap<string, number> {
    return this.#paidBefore.get(iban ?? "") ?? this.#paidBefore.get(name) ?? new Map();
  }

  /** What these payers kept back before, and what several others did. */
  keptBack(payerKeys: readonly string[]): Deduction[] {
    return [...this.#keptBack]
      .map(([cents, { by, times }]) => {
        const fewest = cents % ROUND === 0 ? 1 : FEWEST_KEPT;
        return {
          cents,
          isOwn: payerKeys.some((key) => (times.get(key) ?? 0) >= fewest),
          isUsual: by.size >= fewest,
          keepers: by.size,
        };
      })
      .filter(({ isOwn, isUsual }) => isOwn || isUsual)
      .sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || b.keepers - a.keepers || a.cents - b.cents)
      .slice(0, MOST_KEPT);
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

/** Less is a rounding, more a part of what is owed, as is a usual part of the one invoice that was paid. */
const isKeptBack = (cents: number, { amount, invoice_numbers }: LetteredTransaction): boolean =>
  cents >= SMALLEST_KEPT &&
  cents <= LARGEST_KEPT &&
  cents <= amount &&
  !(invoice_numbers.length === 1 && isShare(cents, amount + cents));
const SMALLEST_KEPT = 500;
const LARGEST_KEPT = 15_000;

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
