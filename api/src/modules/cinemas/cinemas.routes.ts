import {
  CINEMA_XLSX_MAX_BYTES,
  CINEMA_XLSX_TOO_LARGE,
  importCinemas as importCinemasRoute,
  NO_CINEMA_FILE,
} from "@bobine/contract/cinema-import";
import {
  activateCinema,
  createCinema,
  deactivateCinema,
  deleteCinema,
  getCinema,
  listCinemas,
  replaceCinema,
  updateCinema,
} from "@bobine/contract/cinemas";
import { distributorOfCinemaList } from "@bobine/contract/policy/cinemas";
import type { FastifyInstance } from "fastify";
import { inTransaction } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { auditSourceOf } from "../../http/audit.ts";
import { mountRoute, type RequestContext } from "../../http/mount-route.ts";
import { PAGE_SIZE, pageOf } from "../../http/pages.ts";
import { withUpload } from "../../http/receive-upload.ts";
import type { Services } from "../../services.ts";
import { mountCinemaSettings } from "./cinema-settings.routes.ts";
import { type CinemaWork, changeCinema, createCinemaWith, deleteCinemaForGood } from "./change-cinema.ts";
import { scopeOfAnyDistributor } from "./cinemas.policy.ts";
import { foundCinema, listedCinemas } from "./cinemas.repository.ts";
import { importCinemas } from "./import-cinemas.ts";
import { mountScreens } from "./screens.routes.ts";
import { tellingWhatIsTaken } from "./taken-numbers.ts";

const UPLOAD = {
  field: "file",
  maxBytes: CINEMA_XLSX_MAX_BYTES,
  tooLarge: CINEMA_XLSX_TOO_LARGE,
  missing: NO_CINEMA_FILE,
};

/** Staff see the cinemas that their distributor works with, and may not ask for another's. */
function visibleDistributor(context: RequestContext<typeof listCinemas>): number | undefined {
  const { query, user, distributorId } = context;
  const asked = { named: query.distributors__id, isPaged: query.page !== undefined };
  const visible = distributorOfCinemaList(user, distributorId, asked);
  if (visible === "not-theirs") throw errors.notFound();
  return visible;
}

/** One transaction that changes a cinema; a code or number that another has is told by its field. */
function changing<T>(
  context: Pick<
    RequestContext<typeof createCinema>,
    "services" | "transaction" | "user" | "distributorId" | "request"
  >,
  change: (work: CinemaWork) => Promise<T>,
): Promise<T> {
  const { user, services } = context;
  const source = auditSourceOf(context);
  return tellingWhatIsTaken(
    () => context.transaction((tx) => change({ tx, jobs: services.jobs, user, source })),
    "screens",
  );
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
    const scope = scopeOfAnyDistributor(context);
    const { count, cinemas } = await inTransaction(services.pool, scope, (tx) => listedCinemas(tx, filter));
    return pageOf(request, query.page, PAGE_SIZE, count, cinemas);
  });

  mountRoute(app, services, getCinema, async ({ transaction, params, distributorId }) => {
    const cinema = await transaction((tx) => foundCinema(tx, params.id, distributorId));
    if (!cinema) throw errors.notFound();
    return cinema;
  });

  mountRoute(app, services, createCinema, async (context) =>
    changing(context, (work) => createCinemaWith(work, context.body)),
  );
  mountRoute(app, services, replaceCinema, async (context) =>
    changing(context, (work) => changeCinema(work, context.params.id, context.body)),
  );
  mountRoute(app, services, updateCinema, async (context) =>
    changing(context, (work) => changeCinema(work, context.params.id, context.body)),
  );
  mountRoute(app, services, deleteCinema, async (context) => {
    await changing(context, (work) => deleteCinemaForGood(work, context.params.id));
    return undefined;
  });
  mountRoute(app, services, importCinemasRoute, async (context) =>
    withUpload(context.request, context.reply, UPLOAD, (upload, signal) =>
      importCinemas(services, auditSourceOf(context), upload, signal),
    ),
  );
  mountRoute(app, services, activateCinema, async (context) =>
    changing(context, (work) => changeCinema(work, context.params.id, { status: "active" })),
  );
  mountRoute(app, services, deactivateCinema, async (context) =>
    changing(context, (work) => changeCinema(work, context.params.id, { status: "inactive" })),
  );
  mountScreens(app, services);
  mountCinemaSettings(app, services);
}
