import { listAuditArchives, listConsoleArchives } from "@bobine/contract/audit";
import { exportAuditArchive, exportConsoleArchive } from "@bobine/contract/list-exports";
import {
  archiveFileName,
  AUDIT_LIST,
  CONSOLE_LOG_LIST,
  consoleArchiveFileName,
} from "@bobine/contract/lists/audit";
import type { FastifyInstance, FastifyReply } from "fastify";
import { errors } from "../../errors.ts";
import { mountList } from "../../http/mount-list.ts";
import { mountRoute, type RequestContext } from "../../http/mount-route.ts";
import { sendCsvFile } from "../../http/send-whole-list.ts";
import type { Services } from "../../services.ts";
import { archivedRows, yearsOf } from "./archived-rows.ts";
import { auditArchivesRepository } from "./audit-archives.repository.ts";
import { auditRows } from "./audit-csv.repository.ts";
import { auditPage, type LogOwner } from "./audit.repository.ts";

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
  mountRoute(app, services, listConsoleArchives, async ({ transaction }) => ({
    results: yearsOf(await transaction((tx) => auditArchivesRepository.own(tx, null))),
  }));

  mountRoute(app, services, exportAuditArchive, async (context) =>
    sendYear(context, context.distributorId, context.params.year, archiveFileName),
  );
  mountRoute(app, services, exportConsoleArchive, async (context) =>
    sendYear(context, null, context.params.year, consoleArchiveFileName),
  );
}

async function sendYear(
  context: Pick<RequestContext, "services" | "transaction"> & Parameters<typeof sendCsvFile>[0],
  owner: LogOwner,
  year: number,
  nameOf: (year: number) => string,
): Promise<FastifyReply> {
  const all = await context.transaction((tx) => auditArchivesRepository.own(tx, owner));
  const archives = all.filter((archive) => archive.year === year);
  if (archives.length === 0) throw errors.notFound();
  return await sendCsvFile(
    context,
    { ...AUDIT_LIST, fileName: nameOf(year) },
    () => archivedRows(context.services.files, archives),
    "audit_archive_export",
  );
}
