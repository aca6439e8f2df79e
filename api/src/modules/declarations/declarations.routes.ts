import { getReport } from "@bobine/contract/declarations";
import { DECLARATION_LIST } from "@bobine/contract/lists/declarations";
import { REPORT_LIST } from "@bobine/contract/lists/reports";
import type { FastifyInstance } from "fastify";
import { allPages } from "../../db/cursor.ts";
import { errors } from "../../errors.ts";
import { mountList } from "../../http/mount-list.ts";
import { mountRoute } from "../../http/mount-route.ts";
import type { Services } from "../../services.ts";
import { readDeclarations } from "./read-declarations.ts";
import { reportsRepository } from "./reports.repository.ts";

/** What the reports contained, and what became of each declaration (BOX-3). */
export function mountDeclarations(app: FastifyInstance, services: Services): void {
  mountList(app, services, REPORT_LIST, {
    page: async (tx, { distributorId }, page, size) =>
      await reportsRepository.page(tx, distributorId, page, size),
    csv: (tx, { distributorId }) =>
      allPages(async (page, size) => (await reportsRepository.page(tx, distributorId, page, size)).rows),
  });

  mountRoute(app, services, getReport, async ({ params, transaction }) => {
    const report = await transaction((tx) => reportsRepository.one(tx, params.id));
    if (!report) throw errors.notFound();
    return report;
  });

  mountList(app, services, DECLARATION_LIST, {
    page: async (tx, { params, query, distributorId }, page, size) =>
      await readDeclarations(tx, distributorId, params.id, { ...query, page, size }),
    csv: (tx, { params, query, distributorId }) =>
      allPages(
        async (page, size) =>
          (await readDeclarations(tx, distributorId, params.id, { ...query, page, size })).rows,
      ),
    beforeCsv: async ({ params, transaction }) => {
      if (!(await transaction((tx) => reportsRepository.exists(tx, params.id)))) throw errors.notFound();
    },
  });
}
