import { AUDIT_LIST } from "@bobine/contract/lists/audit";
import type { FastifyInstance } from "fastify";
import { mountList } from "../../http/mount-list.ts";
import type { Services } from "../../services.ts";
import { auditRows } from "./audit-csv.repository.ts";
import { auditPage } from "./audit.repository.ts";

export function mountAudit(app: FastifyInstance, services: Services): void {
  mountList(app, services, AUDIT_LIST, {
    page: async (tx, { query, distributorId }, page) => {
      const { count, entries } = await auditPage(tx, distributorId, page, query);
      return { count, rows: entries };
    },
    csv: (tx, { query, distributorId }) => auditRows(tx, distributorId, query),
    readsAtOnce: true,
    asksAtOnce: true,
  });
}
