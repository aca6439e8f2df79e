/** An area of what operators do: `npm run ops -- <area> <verb> …`. */
export interface Area {
  /** A line for each verb; the first is meant when none is written. */
  readonly help: string;
  /**
   * @param args what follows the area
   * @param complain prints a line to the standard error
   * @returns the exit code: 1 says no, or that something does not hold
   * @throws UsageError
   */
  readonly run: (args: readonly string[], say: Say, complain: Say) => Promise<number>;
  /** What may stop it and is said in a line; the stack is shown of any other error. */
  readonly problems?: readonly (abstract new (
    ...args: never[]
  ) => Error)[];
}

/** Prints a line. */
export type Say = (line: string) => void;

/** @param help of one area, or of all */
export const usageOf = (help: string): string =>
  `Usage: npm run ops -- <area> <verb> …, also while the product runs\n\n${help}`;

/** The command line is wrong: the message says how. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
