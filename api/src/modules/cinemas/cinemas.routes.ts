import { getCinema, listCinemas, validateCinema } from "@bobine/contract/cinemas";
import type { FastifyInstance } from "fastify";
import { inTransaction, type Scope } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { auditSourceOf } from "../../http/audit.ts";
import { mountRoute, type RequestContext } from "../../http/mount-route.ts";
import { PAGE_SIZE, pageOf } from "../../http/pages.ts";
import type { Services } from "../../services.ts";
import { foundCinema, listedCinemas } from "./cinemas.repository.ts";
import { mountScreens } from "./screens.routes.ts";
import { validateCinemaOnce } from "./validate-cinema.ts";

/** Staff see the cinemas that their distributor works with, and may not ask for another's. */
function visibleDistributor(context: RequestContext<typeof listCinemas>): number | undefined {
  const asked = context.query.distributors__id;
  if (context.user.system_role !== "super_admin") {
    if (asked !== undefined && asked !== context.distributorId) throw errors.notFound();
    return context.distributorId;
  }
  // The console pages through every cinema, whatever distributor is chosen beside it (SPEC §2.12).
  return asked ?? (context.query.page === undefined ? context.distributorId : undefined);
}

export function mountCinemas(app: FastifyInstance, services: Services): void {
  mountRoute(app, services, listCinemas, async (context) => {
    const { query, request } = context;
    const filter = {
      page: query.page,
      search: query.search,
      ordering: query.ordering,
      statuses: query.status,
      distributorId: visibleDistributor(context),
    };
    // A super admin's list is narrowed by its filter only, so that the console shows cinemas that nobody is linked to yet.
    const scope: Scope = context.user.system_role === "super_admin" ? { kind: "all" } : context.scope;
    const { count, cinemas } = await inTransaction(services.pool, scope, (tx) => listedCinemas(tx, filter));
    return pageOf(request, query.page, PAGE_SIZE, count, cinemas);
  });

  mountRoute(app, services, getCinema, async ({ transaction, params, distributorId }) => {
    const cinema = await transaction((tx) => foundCinema(tx, params.id, distributorId));
    if (!cinema) throw errors.notFound();
    return cinema;
  });

  mountRoute(app, services, validateCinema, async (context) =>
    context.transaction(async (tx) => {
      await validateCinemaOnce(tx, services.jobs, context.user, auditSourceOf(context), context.params.id);
      const cinema = await foundCinema(tx, context.params.id, undefined);
      if (!cinema) throw errors.notFound();
      return cinema;
    }),
  );

  mountScreens(app, services);
}
