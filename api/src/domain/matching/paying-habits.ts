import { nameToRemember } from "./payer-words.ts";
import type { TransactionReading } from "./reading.ts";

/** Cents that were missing of what a credit paid. */
export interface Deduction {
  readonly cents: number;
  /** By the payers in question; else by several others. */
  readonly isOwn: boolean;
}

/** Whom the payer of this line has paid for before. */
export const paidBeforeBy = (
  habits: PayingHabits,
  { label, transaction }: TransactionReading,
): ReadonlyMap<string, number> => habits.paidBefore(nameToRemember(label), transaction.evidence?.party_iban);

/** What reconciled credits tell of who pays for whom. */
export interface PayingHabits {
  readonly paidTogether: (circuit: readonly string[]) => ReadonlySet<string>;
  readonly hasPaidAlone: (payerKey: string) => boolean;
  readonly hasPaidByCheque: (payerKey: string) => boolean;
  readonly chequePayers: () => readonly string[];
  /** Payers whose invoices were paid under this name or from this account, each with how often. */
  readonly paidBefore: (name: string, iban: string | undefined) => ReadonlyMap<string, number>;
  /** What these payers, or several others, kept back of what they paid; what is theirs first. */
  readonly keptBack: (payerKeys: readonly string[]) => readonly Deduction[];
  readonly usualDelay: (payerKeys: readonly string[]) => number | undefined;
}
