import type { FastifyInstance } from "fastify";
import { rawBodyOf, readRawBodies } from "../http/raw-body.ts";

const TIMEOUT_MS = 30_000;
/** What a browser is told of a page, beside what the product says of each answer. */
const HEADERS = ["content-type", "cache-control", "location", "referrer-policy"] as const;

/**
 * Shows the pages of the simulators under the product's own address, so that one port serves all: where a person signs in at the
 * simulated bank or pays, and the desks.
 * @param pagesUrl where the simulators serve them
 */
export async function forwardSimulatorPages(app: FastifyInstance, pagesUrl: string): Promise<void> {
  await app.register(async (pages) => {
    readRawBodies(pages);
    pages.route({
      method: ["GET", "POST"],
      url: "/simulateur/*",
      config: { withoutCsrf: true },
      handler: async (request, reply) => {
        const body = rawBodyOf(request);
        const type = request.headers["content-type"];
        const answer = await fetch(pagesUrl + request.url, {
          method: request.method,
          redirect: "manual",
          signal: AbortSignal.timeout(TIMEOUT_MS),
          ...(body.length > 0 ? { body, headers: { "content-type": type ?? "" } } : {}),
        }).catch((error: unknown) => {
          request.log.warn({ err: error }, "the simulators do not answer");
          return undefined;
        });
        if (!answer)
          return reply
            .status(502)
            .header("cache-control", "no-store")
            .type("text/plain; charset=utf-8")
            .send("Le simulateur ne répond pas. Redémarrez Bobine.");
        for (const name of HEADERS) {
          const value = answer.headers.get(name);
          if (value !== null) reply.header(name, value);
        }
        return reply.status(answer.status).send(Buffer.from(await answer.arrayBuffer()));
      },
    });
  });
}
