import { revertReconciliation } from "@bobine/contract/banking";
import type { exportUserActionList } from "@bobine/contract/list-exports";
import { USER_ACTION_LIST } from "@bobine/contract/lists/user-actions";
import type { QueryOf } from "@bobine/contract/route";
import {
  assignUserAction,
  canMoveUserAction,
  getUserAction,
  isClosed,
  listDecisions,
  readUserActionOverview,
  updateUserAction,
} from "@bobine/contract/user-actions";
import type { FastifyInstance } from "fastify";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { auditSourceOf, writeAudit } from "../../http/audit.ts";
import { mountList } from "../../http/mount-list.ts";
import { mountRoute } from "../../http/mount-route.ts";
import type { Services } from "../../services.ts";
import { must } from "../../domain/must.ts";
import { acceptReturn } from "../banking/accept-return.ts";
import { subjectOfAction } from "../banking/action-subject.ts";
import { requestProposals } from "../banking/propose-again.ts";
import { requesterOf } from "../banking/requester.ts";
import { assign } from "./assign.ts";
import { latestDecisions } from "./history.repository.ts";
import { reopenAction } from "./reopen-action.ts";
import { readUserAction } from "./read-user-action.ts";
import { isTab, type UserActionFilter } from "./user-action-search.ts";
import { userActionsRepository } from "./user-actions.repository.ts";

/** LET-4: such an action is resolved by choosing its invoices; nobody else has changed it. */
const invoicesFirst = () =>
  errors.conflict("Choisissez les factures de cette opération pour résoudre cette action.", "invoices_first");

/** LET-53: why somebody rejects is no decision; the rejection was undone meanwhile. */
const notRejected = () =>
  errors.conflict("Ce rejet a été annulé entre-temps\u00a0: il n’y a plus rien à expliquer.", "not_rejected");

interface Asked {
  readonly distributorId: number;
  readonly user: { readonly id: number };
  readonly query: QueryOf<typeof exportUserActionList> & { readonly page?: unknown };
}
/** « me » is whoever asks. */
const filterOf = ({
  distributorId,
  user,
  query: { assigned, page: _page, ...query },
}: Asked): UserActionFilter => ({
  distributorId,
  ...query,
  ...(assigned === undefined ? {} : { assignedTo: assigned === "me" ? user.id : null }),
});

/** What the engine left to people (UI-12, LET-4). Choosing invoices is the banking module's. */
export function mountUserActions(app: FastifyInstance, services: Services): void {
  const all = (tx: Tx, context: Asked) => userActionsRepository.all(tx, filterOf(context));
  mountList(app, services, USER_ACTION_LIST, {
    page: async (tx, context, page, size) =>
      await userActionsRepository.page(tx, filterOf(context), page, size),
    whole: all,
    csv: all,
    readsAtOnce: ({ page: _page, ...asked }) => isTab(asked),
  });

  mountRoute(
    app,
    services,
    readUserActionOverview,
    async ({ distributorId, query, transaction }) =>
      await transaction((tx) =>
        userActionsRepository.overview(tx, distributorId, services.clock.today(), query.bank_account),
      ),
    { readsAtOnce: () => true },
  );

  mountRoute(
    app,
    services,
    listDecisions,
    async ({ query, distributorId, user, transaction }) => {
      const by = {
        userId: query.by === "me" ? user.id : null,
        withAutomatic: query.by === "all",
      };
      return { results: await transaction((tx) => latestDecisions(tx, distributorId, by)) };
    },
    { readsAtOnce: () => true },
  );

  mountRoute(
    app,
    services,
    getUserAction,
    async ({ params, distributorId, transaction }) =>
      await transaction((tx) => readUserAction(tx, distributorId, params.id)),
    { readsAtOnce: () => true },
  );

  mountRoute(app, services, updateUserAction, async (context) => {
    const { params, body, user } = context;
    return await context.transaction(async (tx) => {
      if (
        body.status === "DONE" &&
        !body.only_explains &&
        (await userActionsRepository.isReturn(tx, params.id))
      ) {
        const requester = requesterOf(context);
        await acceptReturn(tx, { ...requester, userActionId: params.id });
        await requestProposals(tx, services.jobs, { distributorIds: [requester.distributorId] });
        return must(await userActionsRepository.one(tx, params.id), "accepted action");
      }
      const action = await userActionsRepository.lock(tx, params.id);
      if (!action) throw errors.notFound();
      if (body.only_explains && action.status !== "REJECTED") throw notRejected();
      // Why, said of what is rejected already.
      const explains =
        action.status === "REJECTED" && body.status === "REJECTED" && body.rejection_reason !== undefined;
      if (explains) await userActionsRepository.explain(tx, params.id, body.rejection_reason ?? "");
      else if (!canMoveUserAction(action.status, body.status))
        throw isClosed(action.status) ? errors.conflict() : invoicesFirst();
      else
        await userActionsRepository.close(tx, params.id, body.status, {
          userId: user.id,
          at: services.clock.now(),
          rejectionReason: body.status === "REJECTED" ? (body.rejection_reason ?? "") : "",
        });
      const moved = await userActionsRepository.one(tx, params.id);
      if (!moved) throw errors.notFound();
      await writeAudit(tx, auditSourceOf(context), "other", {
        user_action_id: moved.id,
        reason: moved.reason,
        previous_status: action.status,
        new_status: moved.status,
        ...(await subjectOfAction(tx, moved)),
        ...(body.status === "REJECTED" && body.rejection_reason ? { comment: body.rejection_reason } : {}),
      });
      return moved;
    });
  });

  mountRoute(
    app,
    services,
    revertReconciliation,
    async (context) => {
      const { body, transaction } = context;
      return await transaction((tx) => reopenAction(tx, requesterOf(context), body.user_action_id));
    },
    { touchesFew: true },
  );

  mountRoute(app, services, assignUserAction, async (context) =>
    context.transaction(async (tx) => {
      const { params, body, distributorId } = context;
      return await assign(tx, auditSourceOf(context), { id: params.id, distributorId, userId: body.user });
    }),
  );
}
