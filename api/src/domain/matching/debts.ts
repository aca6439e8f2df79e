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

/** What several payers owe together. */
export interface JointDebt extends Owed {
  /** What is left without odd rests; undefined where there are none. */
  readonly firm: Owed | undefined;
}

/** What one payer owes. It is asked for line after line, of some payers thousands of invoices: it is read once. */
export interface Debt extends JointDebt {
  readonly sum: number;
  /** One of them at least was lowered by a credit note or an instalment. */
  readonly hasLowered: boolean;
  /** Cents before tax, as `owed`; undefined when of none it is known. */
  readonly nets: readonly number[] | undefined;
}

const owedIn = ({ outstanding }: RestSource, owed: readonly number[]): Owed => ({
  owed,
  amounts: owed.map((rank) => must(outstanding[rank], "outstanding amount")),
});

/** @param owed ranks of open invoices, oldest due date first */
export function jointDebtIn(source: RestSource, owed: readonly number[]): JointDebt {
  const firm = owed.filter((rank) => !isOddRest(source, rank));
  return { ...owedIn(source, owed), firm: firm.length < owed.length ? owedIn(source, firm) : undefined };
}

/** @param owed as of `jointDebtIn` */
export function debtIn(source: DebtSource, owed: readonly number[]): Debt {
  const joint = jointDebtIn(source, owed);
  const { amounts } = joint;
  const nets = owed.map((rank) => must(source.nets[rank], "net amount"));
  return {
    ...joint,
    sum: amounts.reduce((sum, amount) => sum + amount, 0),
    hasLowered: owed.some(
      (rank, place) => must(source.totals[rank], "total") > must(amounts[place], "amount"),
    ),
    nets: nets.every(Number.isNaN) ? undefined : nets,
  };
}
