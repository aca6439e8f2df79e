import {
  type CinemaSettings,
  type CinemaSettingsFields,
  createCinemaSettings,
  getCinemaSettings,
  listLinkedCinemas,
  replaceCinemaSettings,
} from "@bobine/contract/cinema-settings";
import { listLinkedDistributors } from "@bobine/contract/distributor-options";
import { mayLinkCinemas, maySeeEveryCinema } from "@bobine/contract/policy/cinemas";
import type { FastifyInstance } from "fastify";
import { inTransaction } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { auditSourceOf } from "../../http/audit.ts";
import { mountRoute, type RequestContext } from "../../http/mount-route.ts";
import { PAGE_SIZE, pageOf } from "../../http/pages.ts";
import type { Services } from "../../services.ts";
import {
  distributorOption,
  foundSettings,
  existingCinema,
  linkedDistributors,
  type StoredSettings,
} from "./cinema-settings.repository.ts";
import { distributorMeant, scopeOfAnyDistributor, scopeOfCinemasOf } from "../../access/distributor-meant.ts";
import { cinemaPage, wholeCinemaList } from "./cinemas.repository.ts";
import { changeSettings, createSettings, type SettingsWork } from "./set-up-cinema.ts";

type Change = RequestContext<typeof createCinemaSettings> | RequestContext<typeof replaceCinemaSettings>;

/** Settings as the wire has them. A decimal of cents read as JSON reads it: nothing is computed with it. */
const answered = (settings: StoredSettings): CinemaSettings => ({
  ...settings,
  minimum_guarantee: settings.minimum_guarantee === null ? null : Number(settings.minimum_guarantee),
});

/** One transaction that writes the settings of the pair that the call names. */
async function writing(
  context: Change,
  write: (work: SettingsWork, requested: CinemaSettingsFields) => Promise<StoredSettings>,
): Promise<CinemaSettings> {
  const { distributor, cinema, ...requested } = context.body;
  const cinemaId = context.params.id;
  const pair = { cinemaId, distributorId: distributorMeant(context, distributor) };
  if (cinema !== cinemaId) throw errors.field("cinema", "Choisissez le cinéma de cette adresse.");
  const mayLink = mayLinkCinemas(context.user);
  const { clock, jobs } = context.services;
  const now = clock.now();
  return answered(
    await inTransaction(context.services.pool, scopeOfAnyDistributor(context), (tx) =>
      write({ tx, jobs, source: auditSourceOf(context), pair, mayLink, now }, requested),
    ),
  );
}

export function mountCinemaSettings(app: FastifyInstance, services: Services): void {
  mountRoute(app, services, getCinemaSettings, async (context) => {
    const distributorId = distributorMeant(context, context.query.distributor);
    const pair = { cinemaId: context.params.id, distributorId };
    const settings = await inTransaction(services.pool, scopeOfAnyDistributor(context), async (tx) => {
      const isSeen =
        maySeeEveryCinema(context.user) || (await existingCinema(tx, pair.cinemaId, distributorId));
      return isSeen ? foundSettings(tx, pair) : undefined;
    });
    if (!settings) throw errors.notFound();
    return answered(settings);
  });
  mountRoute(app, services, createCinemaSettings, async (context) => writing(context, createSettings));
  mountRoute(app, services, replaceCinemaSettings, async (context) => writing(context, changeSettings));

  mountRoute(app, services, listLinkedCinemas, async (context) => {
    const { query, request, params } = context;
    const distributorId = distributorMeant(context, params.id);
    const filter = { search: undefined, ordering: undefined, statuses: undefined, distributorId };
    const { count, cinemas } = await inTransaction(
      services.pool,
      scopeOfCinemasOf(context, distributorId),
      async (tx) => {
        if (!(await distributorOption(tx, distributorId))) throw errors.notFound();
        return query.page === undefined ? wholeCinemaList(tx, filter) : cinemaPage(tx, filter, query.page);
      },
    );
    return pageOf(request, query.page, PAGE_SIZE, count, cinemas);
  });

  mountRoute(app, services, listLinkedDistributors, async (context) => {
    const { params, request, user } = context;
    const only = maySeeEveryCinema(user) ? undefined : distributorMeant(context, undefined);
    const distributors = await inTransaction(services.pool, scopeOfAnyDistributor(context), async (tx) => {
      if (!(await existingCinema(tx, params.id, only))) throw errors.notFound();
      return linkedDistributors(tx, params.id, only);
    });
    return pageOf(request, undefined, distributors.length, distributors.length, distributors);
  });
}
