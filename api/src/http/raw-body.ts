import type { FastifyInstance, FastifyRequest } from "fastify";

/**
 * Leaves the body of every request as the bytes that came, in this plugin's routes only: a webhook's signature is over them
 * (SEC-11).
 */
export function readRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => {
    done(null, body);
  });
}

/** The bytes of a request under `readRawBodies`; none for a request without a body. */
export const rawBodyOf = (request: FastifyRequest): Buffer =>
  Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
