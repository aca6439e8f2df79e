import type { Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

const LOOK_EVERY_MS = 50;

export interface Drain {
  /** True once the node is being taken out of service: `/readyz` then says so. */
  readonly isDraining: () => boolean;
  /** Takes the node out of service, and comes back when it has answered what it was sent. */
  readonly drain: () => Promise<void>;
}

/**
 * Takes a node out of service without cutting anybody off: it serves what comes for a while, since a balancer needs that long to
 * see that it is not ready; each answer ends its connection, so that the next request goes elsewhere; then it takes no more
 * connections, and waits for the answers under way. A connection that is not used in that time is closed only at the end: whoever
 * keeps it may be sending on it this moment.
 * @param options.noticeMs how long it serves on while it says that it is not ready; 0 where nobody else would serve
 * @param options.limitMs how long answers under way may take after that
 */
export function drainOf(server: Server, options: { noticeMs: number; limitMs: number }): Drain {
  const { noticeMs, limitMs } = options;
  const underWay = placesOf<ServerResponse>();
  let isDraining = false;
  server.prependListener("request", (_request, response: ServerResponse) => {
    if (isDraining) response.setHeader("connection", "close");
    const place = underWay.take(response);
    response.once("close", () => underWay.leave(place));
  });

  return {
    isDraining: () => isDraining,
    async drain() {
      isDraining = true;
      for (const response of underWay.all())
        if (!response.headersSent) response.setHeader("connection", "close");
      await pause(noticeMs);
      // After the accepting phase of the event loop: what has arrived by now is served.
      await new Promise((done) => setImmediate(done));
      // Not the HTTP server's own close: it also cuts the connections that seem idle.
      NetServer.prototype.close.call(server);
      const end = Date.now() + limitMs;
      while (
        Date.now() < end &&
        (underWay.all().length > 0 || (noticeMs > 0 && (await connectionsOf(server)) > 0))
      )
        await pause(LOOK_EVERY_MS);
    },
  };
}

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error ? 0 : count));
  });

/**
 * What is under way. Not in a Set: at each change of its size it leaves a table behind that points to the next one, so that once such a
 * table has grown old, each later one, with the requests in it, outlives its time until the next full collection.
 */
function placesOf<One extends object>() {
  const places: (One | undefined)[] = [];
  const free: number[] = [];
  return {
    take(one: One): number {
      const place = free.pop() ?? places.length;
      places[place] = one;
      return place;
    },
    leave(place: number): void {
      places[place] = undefined;
      free.push(place);
    },
    all: (): One[] => places.filter((one) => one !== undefined),
  };
}
