import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import type { Config } from "../config.ts";
import type { Clock } from "../services.ts";
import { deskKeyOf, mountBankDesk } from "./bank/bank-desk.routes.ts";
import type { BankSimulator, SimulatedAccountOf } from "./bank/bank-simulator.ts";
import { openBankSimulator } from "./bank/open-bank-simulator.ts";
import { mountSimulatorPages } from "./bank/simulator-pages.ts";
import { mountCardDesk } from "./card/card-desk.routes.ts";
import { mountCardSimulator } from "./card/card-simulator.routes.ts";
import { type OpenCardSimulator, openCardSimulator } from "./card/open-card-simulator.ts";

/** Of what the installation has no keys, and so is simulated; nothing of both when it has all. */
export const missingKeysOf = ({ bridge, stripe }: Pick<Config, "bridge" | "stripe">) => ({
  bank: bridge === null,
  card: stripe === null,
});

/** What the product is given of the simulators: the same as `BRIDGE_*` and `STRIPE_*` tell it of the real ones, and their pages. */
export interface SimulatedProviders {
  readonly bridge: Config["bridge"];
  readonly stripe: Config["stripe"];
  /** Where their pages are, on this machine; the product shows them under its own address (`forward-pages.ts`). */
  readonly pagesUrl: string;
}

export interface Simulators extends SimulatedProviders {
  readonly bank?: BankSimulator;
  readonly card?: OpenCardSimulator;
  close(): Promise<void>;
}

/**
 * Starts what is missing of bank aggregator and card provider, each with its API on a free port of 127.0.0.1, and their pages on another.
 * Both keep what they know in files of `DATA_DIR`, so a restart finds it again; two processes would have two of them.
 * @param options.accountOf what is on the simulated account of a distributor
 * @param options.onProblem told when a file cannot be read or written
 */
export async function startSimulators(
  missing: { readonly bank: boolean; readonly card: boolean },
  config: Pick<Config, "publicUrl" | "dataDir" | "secretKey">,
  clock: Clock,
  options: {
    readonly accountOf: SimulatedAccountOf;
    readonly onProblem?: (error: unknown) => void;
  },
): Promise<Simulators> {
  const pages = Fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 200 } });
  pages.setNotFoundHandler((_request, reply) =>
    reply.status(404).type("text/plain; charset=utf-8").send("Cette page n’existe pas."),
  );
  const bank = missing.bank ? await openBankSimulator(config, clock, options) : undefined;
  const card = missing.card ? await openCardSimulator(config, clock, options.onProblem) : undefined;
  if (bank) {
    mountSimulatorPages(pages, bank.simulator);
    await mountBankDesk(pages, bank.simulator, {
      key: deskKeyOf(config.secretKey),
      today: () => clock.today(),
    });
  }
  if (card) {
    await mountCardSimulator(pages, card.simulator);
    await mountCardDesk(pages, card.simulator, config.secretKey);
  }
  await pages.listen({ host: "127.0.0.1", port: 0 });
  return {
    bridge: bank?.access ?? null,
    stripe: card?.account ?? null,
    pagesUrl: `http://127.0.0.1:${(pages.server.address() as AddressInfo).port}`,
    ...(bank ? { bank: bank.simulator } : {}),
    ...(card ? { card } : {}),
    close: async () => {
      await Promise.all([pages.close(), bank?.simulator.close(), card?.server.close()]);
    },
  };
}
