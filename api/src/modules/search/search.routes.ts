import { searchEverything } from "@bobine/contract/search";
import type { FastifyInstance } from "fastify";
import { mountRoute } from "../../http/mount-route.ts";
import type { Services } from "../../services.ts";
import { findEverywhere } from "./find-everywhere.repository.ts";

/** One box that finds what a distributor works with. */
export function mountSearch(app: FastifyInstance, services: Services): void {
  mountRoute(
    app,
    services,
    searchEverything,
    async ({ query, transaction, distributorId }) =>
      transaction((tx) => findEverywhere(tx, distributorId, query.search)),
    { readsAtOnce: () => true },
  );
}
