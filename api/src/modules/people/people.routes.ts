import {
  changeUserRole,
  disableUser,
  enableUser,
  endOtherSessions,
  endSession,
  endUserSessions,
  listColleagues,
  listOwnSessions,
  listUsers,
  listUserSessions,
} from "@bobine/contract/people";
import { isManagedBy, isSuperAdmin, managesPeople, whoMay } from "@bobine/contract/policy/people";
import {
  listFactorHolders,
  resetSecondFactor as resetSecondFactorRoute,
} from "@bobine/contract/second-factor";
import type { FastifyInstance } from "fastify";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { auditSourceOf } from "../../http/audit.ts";
import type { SignedInUser } from "../../http/identity.ts";
import { mountRoute } from "../../http/mount-route.ts";
import type { Services } from "../../services.ts";
import { distributorMeant } from "../../access/distributor-meant.ts";
import { colleaguesOf } from "../company/colleagues.repository.ts";
import { peopleOfPlan } from "../company/people-of-plan.ts";
import { changeRole, disable, enable, auditChange } from "./change-user.ts";
import {
  endOneSession,
  endSessionsOf,
  type LockedPerson,
  membersOf,
  openSessions,
  ownerOfSession,
  personOf,
} from "./people.repository.ts";
import { factorHolders, resetSecondFactor } from "./reset-second-factor.ts";

/**
 * People and their sessions. Sessions belong to people, not to distributors, and a super admin's own to none: these calls read under
 * no distributor, and each asks `isManagedBy` about the one person that it is for.
 */
export function mountPeople(app: FastifyInstance, services: Services): void {
  const among = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    inTransaction(services.pool, { kind: "all" }, work);
  const now = () => services.clock.now();

  mountRoute(app, services, listUsers, async (context) => {
    needManager(context.user);
    const distributorId = distributorMeant(context, context.query.distributor);
    return await among(async (tx) => {
      const people = await membersOf(tx, distributorId, isSuperAdmin(context.user), now());
      if (!people) throw errors.notFound();
      return { results: people, people_of_plan: (await peopleOfPlan(tx, distributorId, now())) ?? null };
    });
  });

  mountRoute(app, services, listColleagues, async ({ user, distributorId, transaction }) => {
    const people = await transaction((tx) => colleaguesOf(tx, distributorId));
    return { results: people.map((person) => ({ ...person, is_oneself: person.id === user.id })) };
  });

  for (const [route, change] of [
    [disableUser, disable],
    [enableUser, enable],
  ] as const) {
    mountRoute(app, services, route, async (context) => {
      needManager(context.user);
      return among((tx) =>
        change(tx, {
          actorId: context.user.id,
          targetId: context.params.id,
          source: auditSourceOf(context),
          now: now(),
          services,
        }),
      );
    });
  }

  mountRoute(app, services, changeUserRole, async (context) => {
    needManager(context.user);
    const { user, params, body } = context;
    const change = {
      actorId: user.id,
      targetId: params.id,
      source: auditSourceOf(context),
      now: now(),
      services,
    };
    return among((tx) => changeRole(tx, change, body.role));
  });

  mountRoute(app, services, listUserSessions, async ({ user, params }) => {
    needManager(user);
    return among(async (tx) => {
      const target = managed(user, await personOf(tx, params.id));
      return { results: await openSessions(tx, target.id, user.session_id, now()) };
    });
  });

  mountRoute(app, services, endUserSessions, async (context) => {
    needManager(context.user);
    return among(async (tx) => {
      const target = managed(context.user, await personOf(tx, context.params.id));
      const ended = await endSessionsOf(tx, target.id, null, now());
      if (ended > 0) await auditChange(tx, auditSourceOf(context), target, "Sessions fermées");
      return { ended };
    });
  });

  mountRoute(app, services, listFactorHolders, async ({ user }) => ({
    results: await among((tx) => factorHolders(tx, user.id)),
  }));

  mountRoute(
    app,
    services,
    resetSecondFactorRoute,
    (context) =>
      resetSecondFactor(
        services,
        { actorId: context.user.id, targetId: context.params.id, code: context.body.totp_code },
        auditSourceOf(context),
      ),
    { rateLimit: { max: 60, timeWindow: "15 minutes" } },
  );

  mountRoute(app, services, listOwnSessions, async ({ user }) =>
    among(async (tx) => ({ results: await openSessions(tx, user.id, user.session_id, now()) })),
  );

  mountRoute(app, services, endSession, async (context) => {
    const { user, params } = context;
    return among(async (tx) => {
      const owner = await ownerOfSession(tx, params.session);
      const target = owner?.id === user.id ? owner : managed(user, owner);
      const ended = await endOneSession(tx, params.session, now());
      if (ended > 0 && target.id !== user.id)
        await auditChange(tx, auditSourceOf(context), target, "Session fermée");
      return undefined;
    });
  });

  mountRoute(app, services, endOtherSessions, async ({ user }) =>
    among(async (tx) => ({ ended: await endSessionsOf(tx, user.id, user.session_id, now()) })),
  );
}

export function needManager(user: SignedInUser): void {
  if (!managesPeople(user)) throw errors.forbidden(whoMay("administrator"));
}

/** @throws 404 when there is no such person for whoever asks */
function managed(user: SignedInUser, target: LockedPerson | undefined): LockedPerson {
  if (!target || !isManagedBy(user, target)) throw errors.notFound();
  return target;
}
