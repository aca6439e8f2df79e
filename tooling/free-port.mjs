// Ports for the servers that tests and benchmarks start.
import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";

/** Above the last port that browsers refuse to open (10080, the last of the « bad ports » of the Fetch standard). */
export const LOWEST_PORT = 10_081;
/** Where Linux begins with the ports that it gives to outgoing connections, unless it is told otherwise. */
const USUAL_CEILING = 32_768;
const given = new Set();

/**
 * A port of this machine that nobody uses. It is not one that the kernel gives to outgoing connections: among those, a
 * connection of any program may take it before the server listens, or while a node is restarted on it.
 *
 * @returns {Promise<number>}
 */
export async function freePort() {
  const ceiling = ceilingOf();
  for (;;) {
    const port = randomInt(LOWEST_PORT, ceiling);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

function ceilingOf() {
  try {
    const [first] = readFileSync("/proc/sys/net/ipv4/ip_local_port_range", "utf8").split(/\s+/);
    return Number(first) > 2 * LOWEST_PORT ? Number(first) : USUAL_CEILING;
  } catch {
    return USUAL_CEILING;
  }
}

const isFree = (port) =>
  new Promise((done) => {
    const server = createServer();
    server.once("error", () => done(false));
    server.listen(port, "127.0.0.1", () => server.close(() => done(true)));
  });
