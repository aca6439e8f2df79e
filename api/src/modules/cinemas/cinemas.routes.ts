import { isDeepStrictEqual } from "node:util";
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
import { shareCinemas } from "../../db/locks.ts";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { auditSourceOf } from "../../http/audit.ts";
import { mountRoute, type RequestContext } from "../../http/mount-route.ts";
import { PAGE_SIZE, pageOf } from "../../http/pages.ts";
import { withUpload } from "../../http/receive-upload.ts";
import { streamBody, writeJsonRows } from "../../http/stream-body.ts";
import { concurrencyLimiter } from "../../http/concurrency-limiter.ts";
import type { Services } from "../../services.ts";
import { mountCinemaLinks } from "./cinema-links.routes.ts";
import { mountCinemaSettings } from "./cinema-settings.routes.ts";
import { type CinemaWork, changeCinema, createCinemaWith, deleteCinemaForGood } from "./change-cinema.ts";
import { scopeOfCinemasOf } from "../../access/distributor-meant.ts";
import { allCinemas, cinemaPage, foundCinema } from "./cinemas.repository.ts";
import { importCinemas } from "./import-cinemas.ts";
import { mountScreens } from "./screens.routes.ts";
import { takenAsFieldError } from "./taken-as-field-error.ts";

const UPLOAD = {
  field: "file",
  maxBytes: CINEMA_XLSX_MAX_BYTES,
  tooLarge: CINEMA_XLSX_TOO_LARGE,
  missing: NO_CINEMA_FILE,
};
/** A whole list holds a database session until its reader has taken it. */
const WHOLE_LISTS_AT_ONCE = 4;
/** Of them, for one distributor; super admins without one share them too. */
const WHOLE_LISTS_EACH = 2;

/** Staff see the cinemas that their distributor works with, and may not ask for another's. */
function visibleDistributor(context: RequestContext<typeof listCinemas>): number | undefined {
  const { query, user, distributorId } = context;
  const asked = { named: query.distributors__id, isPaged: query.page !== undefined };
  const visible = distributorOfCinemaList(user, distributorId, asked);
  if (visible === "not-theirs") throw errors.notFound();
  return visible;
}

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
  const limiter = concurrencyLimiter(WHOLE_LISTS_AT_ONCE, WHOLE_LISTS_EACH);

  mountRoute(
    app,
    services,
    listCinemas,
    async (context) => {
      const { query, request, distributorId } = context;
      const filter = {
        search: query.search,
        ordering: query.ordering,
        statuses: query.status,
        distributorId: visibleDistributor(context),
      };
      // A super admin's list is narrowed by its filter only, so that the console shows cinemas that nobody is linked to yet.
      const scope = scopeOfCinemasOf(context, filter.distributorId);
      const transaction = <T>(work: (tx: Tx) => Promise<T>) =>
        isDeepStrictEqual(scope, context.scope)
          ? context.transaction(work)
          : inTransaction(services.pool, scope, work);
      const { page } = query;
      if (page !== undefined) {
        const { count, cinemas } = await transaction((tx) => cinemaPage(tx, filter, page));
        return pageOf(request, page, PAGE_SIZE, count, cinemas);
      }
      const body = await streamBody(limiter, distributorId ?? 0, transaction, async (tx, write) => {
        const count = await writeJsonRows(write, allCinemas(tx, filter), '{"results":');
        await write(`,"next":null,"previous":null,"count":${count}}`);
      });
      return context.reply.type("application/json; charset=utf-8").send(body);
    },
    { readsAtOnce: (query) => query?.page !== undefined },
  );

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
  mountCinemaLinks(app, services);
}
