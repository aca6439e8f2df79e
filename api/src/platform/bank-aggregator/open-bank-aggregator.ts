import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Config } from "../../config.ts";
import type { Clock } from "../../services.ts";
import { openKeptJson } from "../../simulators/kept-json.ts";
import { localOriginOf } from "../local-origin.ts";
import type { BankAggregator } from "./bank-aggregator.ts";
import {
  type BankSimulator,
  type SimulatedAccountOf,
  startBankSimulator,
} from "../../simulators/bank/bank-simulator.ts";
import type { CallPace } from "./call-pace.ts";
import { bridgeAggregator } from "./bridge-aggregator.ts";
import { SIMULATOR_PAGES } from "../../simulators/bank/simulator-pages.ts";
import { simulatorShape } from "../../simulators/bank/simulator-state.ts";

export interface OpenBankAggregator {
  readonly aggregator: BankAggregator;
  /** Only without keys of Bridge. */
  readonly simulator?: BankSimulator;
}

/**
 * The bank aggregator of the configuration, or the built-in simulator when there are no keys (OPS-4). The same adapter speaks
 * to both, over HTTP. The simulator keeps what it knows in a file of `DATA_DIR`, so a restart finds the banks again; two processes
 * would have two of them.
 * @param options.accountOf what is on the simulated account of a distributor
 * @param options.sleep how the adapter waits; tests do not
 */
export async function openBankAggregator(
  { bridge, publicUrl, dataDir }: Pick<Config, "bridge" | "publicUrl" | "dataDir">,
  clock: Clock,
  options: {
    readonly accountOf: SimulatedAccountOf;
    readonly sleep?: (milliseconds: number) => Promise<void>;
    readonly timeoutMs?: number;
    /** How fast Bridge may be asked; the simulator is of one process. */
    readonly pace?: CallPace;
    /** Told when the simulator's file cannot be read or written. */
    readonly onProblem?: (error: unknown) => void;
  },
): Promise<OpenBankAggregator> {
  const { accountOf, onProblem = () => undefined, pace, ...waits } = options;
  const now = () => clock.now();
  if (bridge)
    return { aggregator: bridgeAggregator({ ...bridge, ...waits, ...(pace ? { pace } : {}), now }) };
  const pagesUrl = publicUrl + SIMULATOR_PAGES;
  const simulator = await startBankSimulator({
    now,
    pagesUrl,
    accountOf,
    kept: openKeptJson(join(dataDir, "simulators", "bank.json"), simulatorShape, onProblem),
  });
  const { url, clientId, clientSecret, webhookSecret } = simulator;
  const aggregator = bridgeAggregator({ url, clientId, clientSecret, webhookSecret, ...waits, now });
  return { aggregator, simulator };
}

/** The simulator's events go to the product that listens at `address`. */
export function deliverBankEvents(simulator: BankSimulator, address: AddressInfo): void {
  simulator.webhookUrl = `${localOriginOf(address)}/api/v1/banking/bridge-webhook/`;
}
