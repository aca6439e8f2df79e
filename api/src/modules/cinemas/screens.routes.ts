import { wrongAuthorization } from "@bobine/contract/cinema-values";
import { maySeeEveryCinema } from "@bobine/contract/policy/cinemas";
import {
  createScreen,
  deleteScreen,
  getScreen,
  listScreens,
  type ScreenFields,
  updateScreen,
} from "@bobine/contract/screens";
import type { FastifyInstance } from "fastify";
import { shareCinemas } from "../../db/locks.ts";
import { inTransaction, type Scope, type Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, auditSourceOf } from "../../http/audit.ts";
import { mountRoute } from "../../http/mount-route.ts";
import { PAGE_SIZE, pageOf } from "../../http/pages.ts";
import type { Services } from "../../services.ts";
import { auditCinema } from "./audit-cinema.ts";
import { foundCinema, lockedCinema } from "./cinemas.repository.ts";
import {
  foundScreen,
  insertScreen,
  listedScreens,
  lockedScreen,
  removeScreen,
  writeScreen,
} from "./screens.repository.ts";
import { refuseTakenNumbers } from "./refuse-taken-numbers.ts";
import { takenAsFieldError } from "./taken-as-field-error.ts";

/** A change of a screen is one of its cinema: that one is locked first, always, so that no two changes wait for each other. */
async function lockedScreenOfCinema(tx: Tx, id: number) {
  await shareCinemas(tx);
  const seen = await foundScreen(tx, id, undefined);
  const cinema = seen && (await lockedCinema(tx, seen.cinema));
  const screen = cinema && (await lockedScreen(tx, id));
  if (!screen) throw errors.notFound();
  return { cinema, screen };
}

const screenName = (screen: ScreenFields | undefined): string | null =>
  screen ? [screen.name, screen.authorization_number].filter(Boolean).join(" \u2013 ") : null;

/** @param before undefined for a new screen; `after` for a deleted one */
const auditScreen = (
  tx: Tx,
  source: AuditSource,
  cinema: { readonly id: number; readonly name: string },
  before: ScreenFields | undefined,
  after: ScreenFields | undefined,
): Promise<void> =>
  auditCinema(tx, source, cinema, {
    changed_fields: ["screens"],
    old_value: screenName(before),
    new_value: screenName(after),
  });

/** @throws 400 on `authorization_number` */
function refuseWrongNumber(authorization: string): void {
  const message = wrongAuthorization(authorization);
  if (message !== undefined) throw errors.field("authorization_number", message);
}

export function mountScreens(app: FastifyInstance, services: Services): void {
  mountRoute(app, services, listScreens, async (context) => {
    const { query, request, user } = context;
    // As the list of cinemas: a super admin's filter may name any cinema, whatever distributor is chosen beside it.
    const everywhere = maySeeEveryCinema(user) && query.cinema !== undefined;
    const scope: Scope = everywhere ? { kind: "all" } : context.scope;
    const distributorId = everywhere ? undefined : context.distributorId;
    const { count, screens } = await inTransaction(services.pool, scope, async (tx) => {
      if (query.cinema !== undefined && !(await foundCinema(tx, query.cinema, distributorId)))
        throw errors.notFound();
      return listedScreens(tx, { page: query.page, cinemaId: query.cinema, distributorId });
    });
    return pageOf(request, query.page, PAGE_SIZE, count, screens);
  });

  mountRoute(app, services, getScreen, async ({ transaction, params, user, distributorId }) => {
    // As its cinema (SEC-1): a super admin's is of any, whatever distributor is chosen; one of a sandbox is its distributor's.
    const shared = maySeeEveryCinema(user)
      ? await inTransaction(services.pool, { kind: "all" }, (tx) => foundScreen(tx, params.id, undefined))
      : undefined;
    const screen = shared ?? (await transaction((tx) => foundScreen(tx, params.id, distributorId)));
    if (!screen) throw errors.notFound();
    return screen;
  });

  mountRoute(app, services, createScreen, async (context) => {
    const { cinema: cinemaId, name, authorization_number = "" } = context.body;
    const create = () =>
      context.transaction(async (tx) => {
        await shareCinemas(tx);
        const cinema = await lockedCinema(tx, cinemaId);
        if (!cinema) throw errors.field("cinema", "Choisissez un cinéma qui existe.");
        refuseWrongNumber(authorization_number);
        await refuseTakenNumbers(tx, cinemaId, { cnc: "", screens: [authorization_number], leaving: [] });
        const { id } = await insertScreen(tx, cinemaId, { name, authorization_number });
        await auditScreen(tx, auditSourceOf(context), cinema, undefined, { name, authorization_number });
        return { id, cinema: cinemaId, name, authorization_number };
      });
    return takenAsFieldError(create, "authorization_number");
  });

  mountRoute(app, services, updateScreen, async (context) => {
    const update = () =>
      context.transaction(async (tx) => {
        const { cinema, screen } = await lockedScreenOfCinema(tx, context.params.id);
        const { name = screen.name, authorization_number = screen.authorization_number } = context.body;
        if (name === screen.name && authorization_number === screen.authorization_number) return screen;
        if (authorization_number !== screen.authorization_number) {
          refuseWrongNumber(authorization_number);
          const leaving = [screen.id];
          await refuseTakenNumbers(tx, screen.cinema, { cnc: "", screens: [authorization_number], leaving });
        }
        const changed = { ...screen, name, authorization_number };
        await writeScreen(tx, changed);
        await auditScreen(tx, auditSourceOf(context), cinema, screen, changed);
        return changed;
      });
    return takenAsFieldError(update, "authorization_number");
  });

  mountRoute(app, services, deleteScreen, async (context) => {
    await context.transaction(async (tx) => {
      const { cinema, screen } = await lockedScreenOfCinema(tx, context.params.id);
      await removeScreen(tx, screen.id);
      await auditScreen(tx, auditSourceOf(context), cinema, screen, undefined);
    });
    return undefined;
  });
}
