// The simulators as a process of their own: the product speaks to it as to any provider, and it ends with the product.
import { fork } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { Config } from "../config.ts";
import type { SimulatedProviders } from "./start-simulators.ts";

const MAIN = fileURLToPath(new URL("main.ts", import.meta.url));
const END_LIMIT_MS = 5_000;

/** What the process is told first. */
export interface SimulatorOrder {
  readonly missing: { readonly bank: boolean; readonly card: boolean };
  readonly config: Pick<Config, "publicUrl" | "dataDir" | "secretKey" | "logLevel">;
  /** Accounts are made of the open invoices of a distributor. */
  readonly databaseUrl: string;
}

/** What it is told after: where the product listens. */
export type SimulatorMessage = { readonly order: SimulatorOrder } | { readonly deliverTo: AddressInfo };

export interface SimulatorProcess extends SimulatedProviders {
  readonly pid: number | undefined;
  /** From now on events go to the product that listens there. */
  deliverTo(address: AddressInfo): void;
  close(): Promise<void>;
}

/**
 * Starts it, and waits until it can be asked.
 * @param onEnd told when it ends by itself: it is then as a provider that does not answer
 */
export async function startSimulatorProcess(
  order: SimulatorOrder,
  onEnd: (how: { readonly code: number | null; readonly signal: string | null }) => void,
): Promise<SimulatorProcess> {
  const child = fork(MAIN, { stdio: ["ignore", "inherit", "inherit", "ipc"], execArgv: [] });
  const ended = once(child, "exit") as Promise<[code: number | null, signal: string | null]>;
  const send = (message: SimulatorMessage): void => {
    // Whether it is still there is heard of its exit.
    if (child.connected) child.send(message, () => undefined);
  };
  send({ order });
  const [providers] = await Promise.race([
    once(child, "message") as Promise<[SimulatedProviders]>,
    ended.then(([code, signal]) => {
      throw new Error(`the simulators did not start (${signal ?? code})`);
    }),
  ]);
  let isClosing = false;
  void ended.then(([code, signal]) => {
    if (!isClosing) onEnd({ code, signal });
  });
  return {
    ...providers,
    pid: child.pid,
    deliverTo: (address) => send({ deliverTo: address }),
    close: async () => {
      isClosing = true;
      if (child.connected) child.disconnect();
      const kill = setTimeout(() => child.kill("SIGKILL"), END_LIMIT_MS);
      await ended;
      clearTimeout(kill);
    },
  };
}
