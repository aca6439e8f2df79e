import { listDistributorOptions, listDistributors, ownDistributor } from "@bobine/contract/distributors";
import type { FastifyInstance } from "fastify";
import { mountRoute } from "../../http/mount-route.ts";
import type { Services } from "../../services.ts";
import { distributorOptions, distributorProfile, distributorRows } from "./distributors.repository.ts";

export function mountDistributors(app: FastifyInstance, services: Services): void {
  mountRoute(app, services, listDistributorOptions, async ({ transaction }) =>
    transaction(distributorOptions),
  );
  mountRoute(app, services, listDistributors, async ({ transaction }) => transaction(distributorRows));
  mountRoute(app, services, ownDistributor, async ({ transaction, distributorId }) =>
    transaction((tx) => distributorProfile(tx, distributorId)),
  );
}
