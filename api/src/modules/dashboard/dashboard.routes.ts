import { dashboardFigures, dashboardStats } from "@bobine/contract/dashboard";
import type { FastifyInstance } from "fastify";
import { mountRoute } from "../../http/mount-route.ts";
import type { Services } from "../../services.ts";
import { pendingPayments } from "./dashboard.repository.ts";
import { readFigures } from "./figures.repository.ts";

/** One round trip. */
const ALL_AT_ONCE = { readsAtOnce: () => true, asksAtOnce: () => true };

export function mountDashboard(app: FastifyInstance, services: Services): void {
  mountRoute(
    app,
    services,
    dashboardStats,
    async ({ transaction, distributorId }) =>
      transaction((tx) => pendingPayments(tx, distributorId, services.clock.today())),
    ALL_AT_ONCE,
  );
  mountRoute(
    app,
    services,
    dashboardFigures,
    async ({ transaction, distributorId }) =>
      transaction((tx) => readFigures(tx, distributorId, services.clock.today())),
    ALL_AT_ONCE,
  );
}
