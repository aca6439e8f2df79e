import {
  applyCredit as applyContract,
  listCredits,
  undoCreditUse as undoContract,
} from "@bobine/contract/client-credits";
import type { FastifyInstance } from "fastify";
import { mountRoute } from "../../http/mount-route.ts";
import { PAGE_SIZE, pageOf } from "../../http/pages.ts";
import type { Services } from "../../services.ts";
import { applyCredit, undoCreditUse } from "./apply-credit.ts";
import { clientCreditsRepository } from "./client-credits.repository.ts";
import { requesterOf } from "./requester.ts";

/** Money of clients that waits: credit notes, what was paid too much, advances (LET-22, LET-24). */
export function mountClientCredits(app: FastifyInstance, services: Services): void {
  mountRoute(
    app,
    services,
    listCredits,
    async ({ query, distributorId, transaction, request }) => {
      const { page = 1, search, cinema_id, open } = query;
      const filter = { distributorId, search, cinema_id, is_open: open === "true" };
      const { count, rows } = await transaction((tx) =>
        clientCreditsRepository.page(tx, filter, page, PAGE_SIZE),
      );
      return pageOf(request, page, PAGE_SIZE, count, rows);
    },
    { readsAtOnce: () => true },
  );

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
