import type { Family } from "./banks.ts";

/** How a distributor numbers its invoices. */
export type Numbering = "compact" | "dashed" | "lettered" | "slashed" | "long" | "bare";

/** The axes of the benchmark: each can be swept alone. Shares are 0–1. */
export interface Axes {
  readonly cinemas: number;
  /** Weeks invoiced; payments of the last `measuredWeeks` are judged. */
  readonly weeks: number;
  readonly measuredWeeks: number;
  /** Share of cinemas invoiced in a week. */
  readonly activity: number;
  readonly numbering: Numbering;
  /** Share of payers who write the numbers of what they pay. */
  readonly references: number;
  /** Share of written numbers with one wrong, missing or swapped digit. */
  readonly digitErrors: number;
  /** Share of labels that the bank cuts. */
  readonly truncated: number;
  /** Share of payments made by someone else of the circuit, or a name that no file knows. */
  readonly strangers: number;
  readonly guarantees: number;
  /** Share of payers who pay several invoices at once. */
  readonly grouped: number;
  readonly partial: number;
  readonly rounded: number;
  readonly charges: number;
  readonly creditNotes: number;
  readonly twice: number;
  readonly overpaid: number;
  readonly cheques: number;
  readonly returned: number;
  readonly factors: number;
  /** Unrelated credits, per payment. */
  readonly unrelated: number;
  /** Share of payers who write weeks or films instead of numbers. */
  readonly weekLabels: number;
  /** Every invoice is a whole number of euros. */
  readonly wholeEuros: boolean;
  readonly families: readonly Family[];
}

export const USUAL: Omit<Axes, "families"> = {
  cinemas: 400,
  weeks: 26,
  measuredWeeks: 12,
  activity: 0.6,
  numbering: "compact",
  references: 0.62,
  digitErrors: 0.02,
  truncated: 0.08,
  strangers: 0.05,
  guarantees: 0.12,
  grouped: 0.3,
  partial: 0.03,
  rounded: 0.03,
  charges: 0.01,
  creditNotes: 0.03,
  twice: 0.01,
  overpaid: 0.015,
  cheques: 0.05,
  returned: 0.01,
  factors: 0.01,
  unrelated: 0.08,
  weekLabels: 0.1,
  wholeEuros: false,
};
