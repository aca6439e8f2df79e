import { AUDIT_PAGE_SIZE, listAuditLogs } from "@bobine/contract/audit";
import type { FastifyInstance } from "fastify";
import { mountRoute } from "../../http/mount-route.ts";
import { pageOf } from "../../http/pages.ts";
import type { Services } from "../../services.ts";
import { auditPage } from "./audit.repository.ts";

export function mountAudit(app: FastifyInstance, services: Services): void {
  mountRoute(
    app,
    services,
    listAuditLogs,
    async ({ transaction, query, distributorId, request }) => {
      const page = query.page ?? 1;
      const { count, entries } = await transaction((tx) =>
        auditPage(tx, distributorId, page, query.action_type),
      );
      return pageOf(request, page, AUDIT_PAGE_SIZE, count, entries);
    },
    { readsAtOnce: () => true },
  );
}
