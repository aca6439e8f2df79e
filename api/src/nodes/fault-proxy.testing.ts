// Stands between a node and something that it needs, and makes the way there slow, silent or none.
import { once } from "node:events";
import { createServer, type Server, type Socket, connect } from "node:net";
import type { AddressInfo } from "node:net";

/** `hanging`: whoever calls is let in, and nothing goes through. `flapping`: it refuses and serves by turns. */
export type Fault = "slow" | "hanging" | "refusing" | "flapping";
export const FAULTS: readonly Fault[] = ["slow", "hanging", "refusing", "flapping"];

/** Later than it comes, each part of an answer. */
const SLOW_MS = 1_000;
const FLAP_MS = 700;

export interface FaultProxy {
  readonly port: number;
  /** The same address by way of the proxy. */
  through(url: string): string;
  begin(fault: Fault): Promise<void>;
  /** It serves again; what was held goes on its way. */
  end(): Promise<void>;
  /** Where it leads from now on. */
  leadTo(port: number): void;
  close(): Promise<void>;
}

/** @param target the port on 127.0.0.1 that it leads to */
export async function startFaultProxy(target: number): Promise<FaultProxy> {
  let leadsTo = target;
  let fault: Fault | undefined;
  let flapping: NodeJS.Timeout | undefined;
  const pairs = new Set<readonly [Socket, Socket]>();

  const server: Server = createServer((near) => {
    const far = connect(leadsTo, "127.0.0.1");
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [far, near]] as const) {
      from.setNoDelay(true);
      from.on("data", (chunk) => {
        const pass = () => to.writable && to.write(chunk);
        if (fault === "slow" && from === far) setTimeout(pass, SLOW_MS);
        else pass();
      });
      // An end that comes after a held answer stays behind it.
      from.on("end", () =>
        fault === "slow" && from === far ? setTimeout(() => to.end(), SLOW_MS) : to.end(),
      );
      from.on("error", () => undefined);
      from.on("close", () => {
        pairs.delete(pair);
        to.destroy();
      });
      if (fault === "hanging") from.pause();
    }
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const refuse = async () => {
    const closed = server.listening ? once(server, "close") : Promise.resolve();
    server.close();
    for (const pair of pairs) for (const socket of pair) socket.destroy();
    await closed;
  };
  const serve = async () => {
    if (!server.listening) await listen(port);
  };

  return {
    port,
    through: (url) => {
      const other = new URL(url);
      other.hostname = "127.0.0.1";
      other.port = String(port);
      return other.href.replace(/\/$/, url.endsWith("/") ? "/" : "");
    },
    async begin(next) {
      fault = next;
      if (next === "hanging") for (const pair of pairs) for (const socket of pair) socket.pause();
      if (next === "refusing" || next === "flapping") await refuse();
      if (next === "flapping") {
        const turn = () => {
          void (server.listening ? refuse() : serve());
          flapping = setTimeout(turn, FLAP_MS);
        };
        flapping = setTimeout(turn, FLAP_MS);
      }
    },
    async end() {
      fault = undefined;
      clearTimeout(flapping);
      await serve();
      for (const pair of pairs) for (const socket of pair) socket.resume();
    },
    leadTo: (other) => {
      leadsTo = other;
    },
    async close() {
      clearTimeout(flapping);
      await refuse();
    },
  };
}
