import type { FastifyInstance } from "fastify";
import type { Services } from "../../services.ts";

/** Accounting exports (SPEC §2.15). */
export function mountExports(_app: FastifyInstance, _services: Services): void {
  // Mounted with the formats.
}
