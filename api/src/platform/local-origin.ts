import type { AddressInfo } from "node:net";

/** Where this machine reaches a server that listens at `address`: one that listens everywhere is reached at 127.0.0.1. */
export function localOriginOf({ address, family, port }: AddressInfo): string {
  const everywhere = address === "0.0.0.0" || address === "::";
  const host = everywhere ? "127.0.0.1" : family === "IPv6" ? `[${address}]` : address;
  return `http://${host}:${port}`;
}
