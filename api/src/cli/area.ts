import { resolve } from "node:path";
import { parseArgs } from "node:util";

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

/** The absolute path of what an operator wrote: npm runs a command from the product's folder; the paths are the operator's. */
export const operatorPath = (path: string): string => resolve(process.env["INIT_CWD"] ?? process.cwd(), path);

/** The command line is wrong: the message says how. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Stands before a value for as long as it is parsed, where its dash would be taken for that of an option. */
const MARK = "\0";
const unmarked = (text: string): string => (text.startsWith(MARK) ? text.slice(MARK.length) : text);

/**
 * Reads a command line whose options all have a value. What begins with a dash and a digit is a value: no option does.
 * @throws {UsageError}
 */
export function readOptions<Name extends string>(
  args: readonly string[],
  names: readonly Name[],
): { positionals: string[]; values: Partial<Record<Name, string>> } {
  try {
    const { positionals, values } = parseArgs({
      args: args.map((arg) => (/^-\d/.test(arg) ? MARK + arg : arg)),
      allowPositionals: true,
      options: Object.fromEntries(names.map((name) => [name, { type: "string" } as const])),
    });
    const given: Partial<Record<Name, string>> = {};
    for (const name of names) {
      const value = values[name];
      if (value !== undefined) given[name] = unmarked(value);
    }
    return { positionals: positionals.map(unmarked), values: given };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
