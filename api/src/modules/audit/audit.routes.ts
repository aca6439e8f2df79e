import { listAuditArchives } from "@bobine/contract/audit";
import { exportAuditArchive } from "@bobine/contract/list-exports";
import { archiveFileName, AUDIT_LIST, CONSOLE_LOG_LIST } from "@bobine/contract/lists/audit";
import type { FastifyInstance } from "fastify";
import { errors } from "../../errors.ts";
import { mountList } from "../../http/mount-list.ts";
import { mountRoute } from "../../http/mount-route.ts";
import { sendCsvFile } from "../../http/send-whole-list.ts";
import type { Services } from "../../services.ts";
import { archivedRows, yearsOf } from "./archived-rows.ts";
import { auditArchivesRepository } from "./audit-archives.repository.ts";
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

  mountList(app, services, CONSOLE_LOG_LIST, {
    page: async (tx, { query }, page) => {
      const { count, entries } = await auditPage(tx, null, page, query);
      return { count, rows: entries };
    },
    csv: (tx, { query }) => auditRows(tx, null, query),
    readsAtOnce: true,
    asksAtOnce: true,
  });

  mountRoute(app, services, listAuditArchives, async ({ transaction, distributorId }) => ({
    results: yearsOf(await transaction((tx) => auditArchivesRepository.own(tx, distributorId))),
  }));

  mountRoute(app, services, exportAuditArchive, async (context) => {
    const { distributorId, params, transaction } = context;
    const all = await transaction((tx) => auditArchivesRepository.own(tx, distributorId));
    const archives = all.filter(({ year }) => year === params.year);
    if (archives.length === 0) throw errors.notFound();
    const list = { ...AUDIT_LIST, fileName: archiveFileName(params.year) };
    return await sendCsvFile(
      context,
      list,
      () => archivedRows(services.files, archives),
      "audit_archive_export",
    );
  });
}
