import { describeProblem } from "../operator-problem.ts";
import { type Area, type Say, UsageError, usageOf } from "./area.ts";

/** Loaded when they are needed: a mail server starts one for each bounce. */
export const AREAS: Readonly<Record<string, () => Promise<Area>>> = {
  ledger: async () => (await import("./ledger-commands.ts")).ledgerArea,
  audit: async () => (await import("./audit-commands.ts")).auditArea,
  backup: async () => (await import("./backup-commands.ts")).backupArea,
  remotes: async () => (await import("./remotes-commands.ts")).remotesArea,
  plans: async () => (await import("./plans-commands.ts")).plansArea,
  invoicing: async () => (await import("./invoicing-commands.ts")).invoicingArea,
  people: async () => (await import("./people-commands.ts")).peopleArea,
  rates: async () => (await import("./rates-commands.ts")).ratesArea,
  bounces: async () => (await import("./bounces-commands.ts")).bouncesArea,
};

const HELP = ["help", "--help", "-h"];

/**
 * Does what an operator asks for: `<area> <verb> …`; without an area, or with `help`, says what there is.
 * @returns the exit code: 1 says no, 2 that it could not be done
 */
export async function operatorCommand(
  [name = "help", ...args]: readonly string[],
  { say, complain }: { readonly say: Say; readonly complain: (problem: unknown) => void },
): Promise<number> {
  if (HELP.includes(name)) {
    say(await helpOf(Object.values(AREAS)));
    return 0;
  }
  const load = Object.hasOwn(AREAS, name) ? AREAS[name] : undefined;
  if (load === undefined) {
    complain(`There is no area "${name}": ${Object.keys(AREAS).join(", ")}.`);
    return 2;
  }
  if (args.some((arg) => HELP.includes(arg))) {
    say(await helpOf([load]));
    return 0;
  }
  const area = await load();
  try {
    return await area.run(args, say, complain);
  } catch (error) {
    const isSaidInALine = [UsageError, ...(area.problems ?? [])].some((problem) => error instanceof problem);
    complain(isSaidInALine ? (error as Error).message : describeProblem(error));
    return 2;
  }
}

async function helpOf(areas: readonly (() => Promise<Area>)[]): Promise<string> {
  const loaded = await Promise.all(areas.map((load) => load()));
  return usageOf(loaded.map(({ help }) => help).join("\n\n"));
}
