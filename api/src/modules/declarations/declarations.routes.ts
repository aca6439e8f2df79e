import { getReport } from "@bobine/contract/declarations";
import { DECLARATION_LIST } from "@bobine/contract/lists/declarations";
import { REPORT_LIST } from "@bobine/contract/lists/reports";
import { previewReport as previewContract } from "@bobine/contract/report-previews";
import type { FastifyInstance } from "fastify";
import { errors } from "../../errors.ts";
import { auditSourceOf } from "../../http/audit.ts";
import { mountList } from "../../http/mount-list.ts";
import { mountRoute } from "../../http/mount-route.ts";
import { withUpload } from "../../http/receive-upload.ts";
import type { Services } from "../../services.ts";
import { refuseOtherFiles, REPORT_UPLOAD } from "../box-office/box-office.routes.ts";
import { previewReport } from "./preview-report.ts";
import { allDeclarations, readDeclarations } from "./read-declarations.ts";
import { reportsRepository } from "./reports.repository.ts";

/** What the reports contained, and what became of each declaration (BOX-3). */
export function mountDeclarations(app: FastifyInstance, services: Services): void {
  mountList(app, services, REPORT_LIST, {
    page: async (tx, { distributorId, query }, page, size) =>
      await reportsRepository.page(tx, distributorId, query, page, size),
    csv: (tx, { distributorId, query }) => reportsRepository.all(tx, distributorId, query),
  });

  mountRoute(app, services, previewContract, async (context) => {
    const { request, reply, user, distributorId } = context;
    return await withUpload(request, reply, REPORT_UPLOAD, async (upload, signal) => {
      refuseOtherFiles(upload);
      const viewer = { distributorId, userId: user.id, source: auditSourceOf(context) };
      return await previewReport(services, viewer, upload, signal);
    });
  });

  mountRoute(app, services, getReport, async ({ params, transaction }) => {
    const report = await transaction((tx) => reportsRepository.one(tx, params.id));
    if (!report) throw errors.notFound();
    return report;
  });

  mountList(app, services, DECLARATION_LIST, {
    page: async (tx, { params, query, distributorId }, page, size) =>
      await readDeclarations(tx, distributorId, params.id, { ...query, page, size }),
    csv: (tx, { params, query, distributorId }) => allDeclarations(tx, distributorId, params.id, query),
    beforeCsv: async ({ params, transaction }) => {
      if (!(await transaction((tx) => reportsRepository.exists(tx, params.id)))) throw errors.notFound();
    },
  });
}
