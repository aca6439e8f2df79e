import { dashboardStats } from "@bobine/contract/dashboard";
import type { FastifyInstance } from "fastify";
import { mountRoute } from "../../http/mount-route.ts";
import type { Services } from "../../services.ts";
import { pendingPayments } from "./dashboard.repository.ts";

export function mountDashboard(app: FastifyInstance, services: Services): void {
  mountRoute(app, services, dashboardStats, async ({ transaction, distributorId }) =>
    transaction((tx) => pendingPayments(tx, distributorId, services.clock.today())),
  );
}
