/** What reconciled credits tell of who pays for whom. */
export interface PayingHabits {
  readonly paidTogether: (circuit: readonly string[]) => ReadonlySet<string>;
  readonly hasPaidAlone: (payerKey: string) => boolean;
  readonly hasPaidByCheque: (payerKey: string) => boolean;
  readonly chequePayers: () => readonly string[];
  readonly usualDelay: (payerKeys: readonly string[]) => number | undefined;
}
