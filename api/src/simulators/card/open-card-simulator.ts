import { join } from "node:path";
import type { Config } from "../../config.ts";
import type { Clock } from "../../services.ts";
import { openStoredJson } from "../stored-json.ts";
import { cardSimulatorShape } from "./card-objects.ts";
import { type CardSimulator, createCardSimulator } from "./card-simulator.ts";
import { SIMULATED_CARD_PATH } from "./card-simulator.routes.ts";
import { type CardSimulatorServer, serveCardSimulator } from "./card-simulator-server.ts";

export interface OpenCardSimulator {
  readonly simulator: CardSimulator;
  readonly server: CardSimulatorServer;
  /** What stands in for the keys of Stripe. */
  readonly account: NonNullable<Config["stripe"]>;
}

/**
 * The simulated card provider, with its API on 127.0.0.1. It keeps what it knows in a file of `DATA_DIR`, so a restart finds subscriptions
 * and open pages again, and tells what the product had not heard; two processes would have two of them.
 * @param onProblem told when that file cannot be read or written
 */
export async function openCardSimulator(
  { publicUrl, dataDir }: Pick<Config, "publicUrl" | "dataDir">,
  clock: Pick<Clock, "now">,
  onProblem: (error: unknown) => void = () => undefined,
): Promise<OpenCardSimulator> {
  const simulator = createCardSimulator({
    now: () => clock.now(),
    pageUrl: (id) => `${publicUrl}${SIMULATED_CARD_PATH}/${id}`,
    kept: openStoredJson(join(dataDir, "simulators", "card.json"), cardSimulatorShape, onProblem),
  });
  const server = await serveCardSimulator(simulator);
  const { secretKey, webhookSecret } = simulator;
  return { simulator, server, account: { apiUrl: server.url, secretKey, webhookSecret } };
}
