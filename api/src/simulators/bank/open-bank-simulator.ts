import { join } from "node:path";
import type { Config } from "../../config.ts";
import type { Clock } from "../../services.ts";
import { openStoredJson } from "../stored-json.ts";
import { type BankSimulator, type SimulatedAccountOf, startBankSimulator } from "./bank-simulator.ts";
import { SIMULATOR_PAGES } from "./simulator-pages.ts";
import { simulatorShape } from "./simulator-state.ts";

export interface OpenBankSimulator {
  readonly simulator: BankSimulator;
  /** What stands in for the keys of Bridge. */
  readonly access: NonNullable<Config["bridge"]>;
}

/**
 * The simulated bank aggregator, with its API on 127.0.0.1. It keeps what it knows in a file of `DATA_DIR`, so a restart finds the banks again;
 * two processes would have two of them.
 * @param options.accountOf what is on the simulated account of a distributor
 * @param options.onProblem told when that file cannot be read or written
 */
export async function openBankSimulator(
  { publicUrl, dataDir }: Pick<Config, "publicUrl" | "dataDir">,
  clock: Pick<Clock, "now">,
  options: { readonly accountOf: SimulatedAccountOf; readonly onProblem?: (error: unknown) => void },
): Promise<OpenBankSimulator> {
  const { accountOf, onProblem = () => undefined } = options;
  const simulator = await startBankSimulator({
    now: () => clock.now(),
    pagesUrl: publicUrl + SIMULATOR_PAGES,
    accountOf,
    kept: openStoredJson(join(dataDir, "simulators", "bank.json"), simulatorShape, onProblem),
  });
  const { url, clientId, clientSecret, webhookSecret } = simulator;
  return { simulator, access: { url, clientId, clientSecret, webhookSecret } };
}
