import { isOddRest, type RestSource } from "./rests.ts";
import { must } from "../must.ts";

/** What it reads of an open set. */
interface DebtSource extends RestSource {
  readonly nets: Float64Array;
}

/** Open invoices of one payer or several. */
export interface Owed {
  /** Ranks, oldest due date first. */
  readonly owed: readonly number[];
  /** Cents, as `owed`. */
  readonly amounts: readonly number[];
}

/** What one payer owes. It is asked for line after line, of some payers thousands of invoices: it is read once. */
export interface Debt extends Owed {
  readonly sum: number;
  /** One of them at least is an odd rest. */
  readonly hasOddRests: boolean;
  /** One of them at least was lowered by a credit note or an instalment. */
  readonly hasLowered: boolean;
  /** Cents before tax, as `owed`; undefined when of none it is known. */
  readonly nets: readonly number[] | undefined;
}

/** @param owed ranks of open invoices, oldest due date first */
export function debtIn(source: DebtSource, owed: readonly number[]): Debt {
  const amounts = owed.map((rank) => must(source.outstanding[rank], "outstanding amount"));
  const nets = owed.map((rank) => must(source.nets[rank], "net amount"));
  return {
    owed,
    amounts,
    sum: amounts.reduce((sum, amount) => sum + amount, 0),
    hasOddRests: owed.some((rank) => isOddRest(source, rank)),
    hasLowered: owed.some(
      (rank, place) => must(source.totals[rank], "total") > must(amounts[place], "amount"),
    ),
    nets: nets.every(Number.isNaN) ? undefined : nets,
  };
}
