import type { AddressInfo } from "node:net";
import type { Config } from "../../config.ts";
import type { Clock } from "../../services.ts";
import { localOriginOf } from "../local-origin.ts";
import type { BankAggregator } from "./bank-aggregator.ts";
import { type BankSimulator, type SimulatedAccountOf, startBankSimulator } from "./bank-simulator.ts";
import { bridgeAggregator } from "./bridge-aggregator.ts";
import { SIMULATOR_PAGES } from "./simulator-pages.ts";

export interface OpenBankAggregator {
  readonly aggregator: BankAggregator;
  /** Only without keys of Bridge. */
  readonly simulator?: BankSimulator;
}

/**
 * The bank aggregator of the configuration, or the built-in simulator when there are no keys (DESIGN §3). The same adapter speaks
 * to both, over HTTP. The simulator keeps what it knows in this process: it forgets it at the end, and two processes would have
 * two of them.
 * @param options.accountOf what is on the simulated account of a distributor
 * @param options.sleep how the adapter and the simulator wait; tests do not
 */
export async function openBankAggregator(
  { bridge, publicUrl }: Pick<Config, "bridge" | "publicUrl">,
  clock: Clock,
  options: {
    readonly accountOf: SimulatedAccountOf;
    readonly sleep?: (milliseconds: number) => Promise<void>;
    readonly timeoutMs?: number;
  },
): Promise<OpenBankAggregator> {
  const { accountOf, ...waits } = options;
  const now = () => clock.now();
  if (bridge) return { aggregator: bridgeAggregator({ ...bridge, ...waits, now }) };
  const pagesUrl = publicUrl + SIMULATOR_PAGES;
  const simulator = await startBankSimulator({ now, pagesUrl, accountOf });
  const { url, clientId, clientSecret, webhookSecret } = simulator;
  const aggregator = bridgeAggregator({ url, clientId, clientSecret, webhookSecret, ...waits, now });
  return { aggregator, simulator };
}

/** The simulator's events go to the product that listens at `address`. */
export function deliverBankEvents(simulator: BankSimulator, address: AddressInfo): void {
  simulator.webhookUrl = `${localOriginOf(address)}/api/v1/banking/bridge-webhook/`;
}
