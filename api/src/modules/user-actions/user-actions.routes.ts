import {
  canMoveUserAction,
  getUserAction,
  isClosed,
  listDecisions,
  listUserActions,
  readUserActionOverview,
  updateUserAction,
} from "@bobine/contract/user-actions";
import type { FastifyInstance } from "fastify";
import { errors } from "../../errors.ts";
import { auditSourceOf, writeAudit } from "../../http/audit.ts";
import { mountRoute } from "../../http/mount-route.ts";
import { PAGE_SIZE, pageOf } from "../../http/pages.ts";
import { streamBody, writeJsonRows } from "../../http/stream-body.ts";
import { concurrencyLimiter } from "../../http/concurrency-limiter.ts";
import type { Services } from "../../services.ts";
import { latestDecisions } from "./history.repository.ts";
import { readUserAction } from "./read-user-action.ts";
import { userActionsRepository } from "./user-actions.repository.ts";

const WHOLE_LISTS_AT_ONCE = 4;
/** Of them, for one distributor. */
const WHOLE_LISTS_EACH = 2;

/** LET-4: such an action is resolved by choosing its invoices; nobody else has changed it. */
const invoicesFirst = () =>
  errors.conflict("Choisissez les factures de cette opération pour résoudre cette action.", "invoices_first");

/** What the engine left to people (UI-12, LET-4). Choosing invoices and undoing are the banking module's. */
export function mountUserActions(app: FastifyInstance, services: Services): void {
  const limiter = concurrencyLimiter(WHOLE_LISTS_AT_ONCE, WHOLE_LISTS_EACH);

  mountRoute(app, services, listUserActions, async (context) => {
    const { page, ...narrowed } = context.query;
    const filter = { distributorId: context.distributorId, ...narrowed };
    if (page === undefined) {
      const body = await streamBody(
        limiter,
        context.distributorId,
        context.transaction,
        async (tx, write) => {
          const rows = userActionsRepository.all(tx, filter);
          const count = await writeJsonRows(write, rows, '{"next":null,"previous":null,"results":');
          await write(`,"count":${count}}`);
        },
      );
      return context.reply.type("application/json; charset=utf-8").send(body);
    }
    const { count, rows } = await context.transaction((tx) =>
      userActionsRepository.page(tx, filter, page, PAGE_SIZE),
    );
    return pageOf(context.request, page, PAGE_SIZE, count, rows);
  });

  mountRoute(
    app,
    services,
    readUserActionOverview,
    async ({ distributorId, transaction }) =>
      await transaction((tx) => userActionsRepository.overview(tx, distributorId, services.clock.today())),
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
      const action = await userActionsRepository.lock(tx, params.id);
      if (!action) throw errors.notFound();
      if (!canMoveUserAction(action.status, body.status))
        throw isClosed(action.status) ? errors.conflict() : invoicesFirst();
      await userActionsRepository.close(tx, params.id, body.status, {
        userId: user.id,
        at: services.clock.now(),
      });
      const moved = await userActionsRepository.one(tx, params.id);
      if (!moved) throw errors.notFound();
      await writeAudit(tx, auditSourceOf(context), "other", {
        user_action_id: moved.id,
        reason: moved.reason,
        previous_status: action.status,
        new_status: moved.status,
        transaction_id: moved.transaction_id,
        transaction_label: moved.transaction_description,
        transaction_amount: moved.transaction_amount,
      });
      return moved;
    });
  });
}
