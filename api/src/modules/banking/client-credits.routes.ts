import { applyCredit as applyContract, undoCreditUse as undoContract } from "@bobine/contract/client-credits";
import { CREDIT_LIST } from "@bobine/contract/lists/credits";
import type { FastifyInstance } from "fastify";
import { mountList } from "../../http/mount-list.ts";
import { mountRoute } from "../../http/mount-route.ts";
import type { Services } from "../../services.ts";
import { applyCredit, undoCreditUse } from "./apply-credit.ts";
import { creditListRepository as credits } from "./credit-list.repository.ts";
import { requesterOf } from "./requester.ts";

/** Money of clients that waits: credit notes, what was paid too much, advances (LET-22, LET-24). */
export function mountClientCredits(app: FastifyInstance, services: Services): void {
  mountList(app, services, CREDIT_LIST, {
    readsAtOnce: true,
    page: (tx, { query: { search, cinema_id, open, to }, distributorId }, page, size) =>
      credits.page(tx, { distributorId, search, cinema_id, is_open: open === "true", to }, page, size),
    csv: (tx, { query: { search, open }, distributorId }) =>
      credits.all(tx, { distributorId, search, is_open: open === "true" }),
  });

  mountRoute(
    app,
    services,
    applyContract,
    async (context) => {
      const { body, params } = context;
      const request = { ...requesterOf(context), id: params.id, today: services.clock.today(), body };
      return await context.transaction((tx) => applyCredit(tx, request));
    },
    { touchesFew: true },
  );

  mountRoute(
    app,
    services,
    undoContract,
    async (context) => {
      const request = { ...requesterOf(context), id: context.params.id, today: services.clock.today() };
      return await context.transaction((tx) => undoCreditUse(tx, request));
    },
    { touchesFew: true },
  );
}
