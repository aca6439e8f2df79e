// The process of the simulators (simulator-process.ts). It ends when the one that started it is gone, however that ended.
import { createPool } from "../db/pool.ts";
import { systemClock } from "../platform/clock.ts";
import { createLogger } from "../platform/logger.ts";
import { simulatedHistory } from "./bank/simulated-history.ts";
import { deliverBankEvents, deliverCardEvents } from "./deliver-events.ts";
import type { SimulatorMessage, SimulatorOrder } from "./simulator-process.ts";
import { type SimulatedProviders, type Simulators, startSimulators } from "./start-simulators.ts";

// A terminal's Ctrl-C reaches this process too: the product ends first, and its requests may still ask something here.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);

let started: Promise<{ readonly simulators: Simulators; close(): Promise<void> }> | undefined;

process.on("message", (message: SimulatorMessage) => {
  if ("order" in message) started ??= start(message.order);
  else
    void started?.then(({ simulators: { bank, card } }) => {
      if (bank) deliverBankEvents(bank, message.deliverTo);
      if (card) deliverCardEvents(card.simulator, message.deliverTo);
    });
});
process.on("disconnect", () => {
  void (async () => {
    await (await started)?.close();
  })().finally(() => process.exit());
});

async function start({ missing, config, databaseUrl }: SimulatorOrder) {
  const log = createLogger(config.logLevel);
  const pool = createPool({
    url: databaseUrl,
    applicationName: "bobine simulators",
    max: 2,
    onError: (error) => log.warn({ err: error }, "a database session ended"),
  });
  const simulators = await startSimulators(missing, config, systemClock, {
    accountOf: simulatedHistory({ pool, clock: systemClock }),
    onProblem: (error) => log.error({ err: error }, "the file of a simulator"),
  });
  const { bridge, stripe, pagesUrl } = simulators;
  process.send?.({ bridge, stripe, pagesUrl } satisfies SimulatedProviders);
  return {
    simulators,
    close: async () => {
      await simulators.close();
      await pool.end();
    },
  };
}
