import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Config } from "../../config.ts";
import type { Clock } from "../../services.ts";
import { openKeptJson } from "../../simulators/kept-json.ts";
import { localOriginOf } from "../local-origin.ts";
import type { CardPayments } from "./card-payments.ts";
import {
  type CardSimulator,
  cardSimulatorShape,
  createCardSimulator,
} from "../../simulators/card/card-simulator.ts";
import { SIMULATED_CARD_PATH } from "../../simulators/card/card-simulator.routes.ts";
import {
  type CardSimulatorServer,
  deliverOverHttp,
  serveCardSimulator,
} from "../../simulators/card/card-simulator-server.ts";
import { stripePayments } from "./stripe-payments.ts";

export interface OpenCardPayments {
  readonly payments: CardPayments;
  /** Only without keys of Stripe. */
  readonly simulated?: { readonly simulator: CardSimulator; readonly server: CardSimulatorServer };
}

/**
 * Card payments by Stripe, or by the built-in simulator when there are no keys (OPS-4). The same adapter speaks to both.
 * The simulator keeps what it knows in a file of `DATA_DIR`, so a restart finds subscriptions and open pages again, and tells what
 * the product had not heard; two processes would have two of them.
 * @param onProblem told when that file cannot be read or written
 */
export async function openCardPayments(
  { stripe, publicUrl, dataDir }: Pick<Config, "stripe" | "publicUrl" | "dataDir">,
  clock: Clock,
  onProblem: (error: unknown) => void = () => undefined,
): Promise<OpenCardPayments> {
  if (stripe) return { payments: stripePayments(stripe) };
  const simulator = createCardSimulator({
    now: () => clock.now(),
    pageUrl: (id) => `${publicUrl}${SIMULATED_CARD_PATH}/${id}`,
    kept: openKeptJson(join(dataDir, "simulators", "card.json"), cardSimulatorShape, onProblem),
  });
  const server = await serveCardSimulator(simulator);
  const { secretKey, webhookSecret } = simulator;
  const payments = stripePayments({ apiUrl: server.url, secretKey, webhookSecret });
  return { payments, simulated: { simulator, server } };
}

/** The simulator's events go to the product that listens at `address`. */
export function deliverToProduct(simulator: CardSimulator, address: AddressInfo): void {
  simulator.deliverTo(deliverOverHttp(`${localOriginOf(address)}/api/v1/subscriptions/webhook`));
}
