import { isDeepStrictEqual } from "node:util";
import { importCinemas as importCinemasRoute } from "@bobine/contract/cinema-import";
import {
  activateCinema,
  createCinema,
  deactivateCinema,
  deleteCinema,
  getCinema,
  type listCinemas,
  replaceCinema,
  updateCinema,
} from "@bobine/contract/cinemas";
import { distributorOfCinemaList, maySeeEveryCinema } from "@bobine/contract/policy/cinemas";
import type { exportConsoleCinemas } from "@bobine/contract/list-exports";
import { CINEMA_LIST } from "@bobine/contract/lists/cinemas";
import type { QueryOf } from "@bobine/contract/route";
import type { FastifyInstance } from "fastify";
import { shareCinemas } from "../../db/locks.ts";
import { inTransaction } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { auditSourceOf } from "../../http/audit.ts";
import { mountList } from "../../http/mount-list.ts";
import { mountRoute, type RequestContext } from "../../http/mount-route.ts";
import { withUpload } from "../../http/receive-upload.ts";
import type { Services } from "../../services.ts";
import { mountCinemaLinks } from "./cinema-links.routes.ts";
import { mountCinemaRequests } from "./cinema-requests.routes.ts";
import { mountCinemaSettings } from "./cinema-settings.routes.ts";
import { type CinemaWork, changeCinema, createCinemaWith, deleteCinemaForGood } from "./change-cinema.ts";
import { scopeOfCinemasOf } from "../../access/distributor-meant.ts";
import { allCinemas, type CinemaFilter, cinemaPage, foundCinema } from "./cinemas.repository.ts";
import { importCinemas } from "./import-cinemas.ts";
import { CINEMA_LIST_UPLOAD } from "./listed-cinemas.ts";
import { mountScreens } from "./screens.routes.ts";
import { takenAsFieldError } from "./taken-as-field-error.ts";

/** Staff see the cinemas that their distributor works with, and may not ask for another's. */
function visibleDistributor(context: RequestContext<typeof listCinemas>): number | undefined {
  const { query, user, distributorId } = context;
  const requested = { named: query.distributors__id, isPaged: query.page !== undefined };
  const visible = distributorOfCinemaList(user, distributorId, requested);
  if (visible === "not-theirs") throw errors.notFound();
  return visible;
}

const filterOf = (
  { search, ordering, status }: QueryOf<typeof exportConsoleCinemas>,
  distributorId: number | undefined,
): CinemaFilter => ({ search, ordering, statuses: status, distributorId });

/**
 * One transaction that changes a cinema; a code or number that another has is told by its field. It waits for an import of cinemas
 * to end, and an import for it.
 */
function changing<T>(
  context: Pick<
    RequestContext<typeof createCinema>,
    "services" | "transaction" | "user" | "distributorId" | "request"
  >,
  change: (work: CinemaWork) => Promise<T>,
): Promise<T> {
  const { user, services } = context;
  const source = auditSourceOf(context);
  return takenAsFieldError(
    () =>
      context.transaction(async (tx) => {
        await shareCinemas(tx);
        return change({ tx, jobs: services.jobs, user, source });
      }),
    "screens",
  );
}

export function mountCinemas(app: FastifyInstance, services: Services): void {
  mountList(app, services, CINEMA_LIST, {
    // A super admin's list is narrowed by its filter only, so that the console shows cinemas that nobody is linked to yet.
    transaction: (context) => {
      const scope = scopeOfCinemasOf(context, visibleDistributor(context));
      return isDeepStrictEqual(scope, context.scope)
        ? context.transaction
        : (work) => inTransaction(services.pool, scope, work);
    },
    page: async (tx, context, page) => {
      const { count, cinemas } = await cinemaPage(
        tx,
        filterOf(context.query, visibleDistributor(context)),
        page,
      );
      return { count, rows: cinemas };
    },
    whole: (tx, context) => allCinemas(tx, filterOf(context.query, visibleDistributor(context))),
    csv: (tx, { query }) => allCinemas(tx, filterOf(query, undefined)),
    readsAtOnce: true,
  });

  mountRoute(app, services, getCinema, async ({ transaction, params, user, distributorId }) => {
    // As the console's list: a super admin's form is of any cinema, whatever distributor is chosen; one of a sandbox is its distributor's.
    const shared = maySeeEveryCinema(user)
      ? await inTransaction(services.pool, { kind: "all" }, (tx) => foundCinema(tx, params.id, undefined))
      : undefined;
    const cinema = shared ?? (await transaction((tx) => foundCinema(tx, params.id, distributorId)));
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
    withUpload(context.request, context.reply, CINEMA_LIST_UPLOAD, (upload, signal) =>
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
  mountCinemaLinks(app, services);
  mountCinemaRequests(app, services);
}
