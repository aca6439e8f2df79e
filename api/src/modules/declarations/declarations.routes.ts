import { getReport, listDeclarations, listReports } from "@bobine/contract/declarations";
import type { FastifyInstance } from "fastify";
import { errors } from "../../errors.ts";
import { mountRoute } from "../../http/mount-route.ts";
import { PAGE_SIZE, pageOf } from "../../http/pages.ts";
import type { Services } from "../../services.ts";
import { readDeclarations } from "./read-declarations.ts";
import { reportsRepository } from "./reports.repository.ts";

/** What the reports contained, and what became of each declaration (BOX-3). */
export function mountDeclarations(app: FastifyInstance, services: Services): void {
  mountRoute(app, services, listReports, async ({ query, transaction, request, distributorId }) => {
    const page = query.page ?? 1;
    const { count, rows } = await transaction((tx) =>
      reportsRepository.page(tx, distributorId, page, PAGE_SIZE),
    );
    return pageOf(request, page, PAGE_SIZE, count, rows);
  });

  mountRoute(app, services, getReport, async ({ params, transaction }) => {
    const report = await transaction((tx) => reportsRepository.one(tx, params.id));
    if (!report) throw errors.notFound();
    return report;
  });

  mountRoute(app, services, listDeclarations, async (context) => {
    const { params, query, transaction, request, distributorId } = context;
    const page = query.page ?? 1;
    const { count, rows } = await transaction((tx) =>
      readDeclarations(tx, distributorId, params.id, { ...query, page, size: PAGE_SIZE }),
    );
    return pageOf(request, page, PAGE_SIZE, count, rows);
  });
}
