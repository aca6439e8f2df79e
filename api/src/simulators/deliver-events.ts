// Where the simulators' events go: to the webhooks of the product, as those of the real providers do.
import type { AddressInfo } from "node:net";
import type { BankSimulator } from "./bank/bank-simulator.ts";
import type { CardSimulator } from "./card/card-simulator.ts";
import { deliverOverHttp } from "./card/card-simulator-server.ts";

/** Where this machine reaches a server that listens at `address`: one that listens everywhere is reached at 127.0.0.1. */
export function localOriginOf({ address, family, port }: AddressInfo): string {
  const everywhere = address === "0.0.0.0" || address === "::";
  const host = everywhere ? "127.0.0.1" : family === "IPv6" ? `[${address}]` : address;
  return `http://${host}:${port}`;
}

export function deliverBankEvents(simulator: BankSimulator, address: AddressInfo): void {
  simulator.webhookUrl = `${localOriginOf(address)}/api/v1/banking/bridge-webhook/`;
}

export function deliverCardEvents(simulator: CardSimulator, address: AddressInfo): void {
  simulator.deliverTo(deliverOverHttp(`${localOriginOf(address)}/api/v1/subscriptions/webhook`));
}
