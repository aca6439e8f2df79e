import { dashboardFigures, dashboardStats } from "@bobine/contract/dashboard";
import type { FastifyInstance } from "fastify";
import { mountRoute } from "../../http/mount-route.ts";
import type { Services } from "../../services.ts";
import { pendingPayments } from "./dashboard.repository.ts";
import { readFigures } from "./figures.repository.ts";

export function mountDashboard(app: FastifyInstance, services: Services): void {
  mountRoute(app, services, dashboardStats, async ({ transaction, distributorId }) =>
    transaction((tx) => pendingPayments(tx, distributorId, services.clock.today())),
  );
  mountRoute(
    app,
    services,
    dashboardFigures,
    async ({ transaction, distributorId }) =>
      transaction((tx) => readFigures(tx, distributorId, services.clock.today())),
    { readsAtOnce: () => true },
  );
}
