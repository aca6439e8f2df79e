import {
  inviteUser,
  listInvitations,
  resendInvitation,
  withdrawInvitation,
} from "@bobine/contract/invitations";
import { personName } from "@bobine/contract/person-name";
import { isAdministratorOf } from "@bobine/contract/policy/people";
import type { FastifyInstance } from "fastify";
import { distributorMeant } from "../../access/distributor-meant.ts";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { auditSourceOf } from "../../http/audit.ts";
import type { SignedInUser } from "../../http/identity.ts";
import { mountRoute, type RequestContext } from "../../http/mount-route.ts";
import type { Services } from "../../services.ts";
import { type InvitationRow, invitationById, openInvitations } from "../auth/invitations.repository.ts";
import { invitationView, invite, resend, withdraw } from "./invite.ts";
import { needManager } from "./people.routes.ts";

/** From one address of the network. */
const LIMIT = { rateLimit: { max: 60, timeWindow: "15 minutes" } };

/** Colleagues who are invited (SEC-23). As of people, each call asks whose administrator one is. */
export function mountInvitations(app: FastifyInstance, services: Services): void {
  const among = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    inTransaction(services.pool, { kind: "all" }, work);
  const now = () => services.clock.now();
  const inviterOf = (context: RequestContext, distributorId: number) => ({
    userId: (context.user as SignedInUser).id,
    by: personName(context.user as SignedInUser),
    source: { ...auditSourceOf(context), distributorId },
    now: now(),
  });

  mountRoute(app, services, listInvitations, async (context) => {
    needManager(context.user);
    const distributorId = distributorMeant(context, context.query.distributor);
    const rows = await among((tx) => openInvitations(tx, distributorId));
    return { results: rows.map((row) => invitationView(row, now())) };
  });

  mountRoute(
    app,
    services,
    inviteUser,
    async (context) => {
      needManager(context.user);
      const distributorId = distributorMeant(context, context.query.distributor);
      const { first_name = "", last_name = "", ...asked } = context.body;
      const row = await among((tx) =>
        invite(tx, services, inviterOf(context, distributorId), { ...asked, first_name, last_name }),
      );
      return { ...invitationView(row, now()), ...(row.was_waiting ? { was_waiting: true as const } : {}) };
    },
    LIMIT,
  );

  mountRoute(
    app,
    services,
    resendInvitation,
    async (context) => {
      needManager(context.user);
      const row = await among(async (tx) => {
        const invitation = managed(context.user, await invitationById(tx, context.params.id));
        return resend(tx, services, inviterOf(context, invitation.distributor_id), invitation);
      });
      return invitationView(row, now());
    },
    LIMIT,
  );

  mountRoute(app, services, withdrawInvitation, async (context) => {
    needManager(context.user);
    return among(async (tx) => {
      const invitation = managed(context.user, await invitationById(tx, context.params.id));
      await withdraw(tx, inviterOf(context, invitation.distributor_id), invitation);
      return undefined;
    });
  });
}

/** @throws 404 when there is no such invitation for whoever asks */
function managed(user: SignedInUser, invitation: InvitationRow | undefined): InvitationRow {
  if (!invitation || !isAdministratorOf(user, invitation.distributor_id)) throw errors.notFound();
  return invitation;
}
