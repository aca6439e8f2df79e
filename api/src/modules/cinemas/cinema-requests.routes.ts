import {
  type ConsoleRequest,
  answerCinemaRequest as answerCinemaRequestRoute,
  CINEMA_REQUESTS_PAGE_SIZE,
  listAllCinemaRequests,
  listCinemaRequests,
  previewCinemaList,
  proposeCinemaList,
  proposeCinema as proposeCinemaRoute,
  requestCorrection,
  withdrawCinemaRequest as withdrawRoute,
} from "@bobine/contract/cinema-requests";
import type { FastifyInstance } from "fastify";
import { lockCinemas, shareCinemas } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { auditSourceOf } from "../../http/audit.ts";
import { mountPages } from "../../http/mount-list.ts";
import { mountRoute, type RequestContext } from "../../http/mount-route.ts";
import { uploadField, withUpload } from "../../http/receive-upload.ts";
import type { Services } from "../../services.ts";
import { previewList } from "./accept-list.ts";
import { candidatesOf } from "./cinema-candidates.ts";
import { answerCinemaRequest } from "./answer-cinema-request.ts";
import {
  type RequestMaker,
  makeCorrectionRequest,
  proposeCinema,
  withdrawCinemaRequest,
} from "./make-cinema-request.ts";
import { CINEMA_LIST_UPLOAD } from "./listed-cinemas.ts";
import { proposeList } from "./propose-list.ts";
import { type ConsoleRow, cinemaRequestsRepository as repository } from "./cinema-requests.repository.ts";
import { sandboxRepository } from "./sandbox.repository.ts";
import { takenAsFieldError } from "./taken-as-field-error.ts";

/** What distributors ask about cinemas, and what super admins answer (CIN-10). */
export function mountCinemaRequests(app: FastifyInstance, services: Services): void {
  const makerOf = (
    context:
      | RequestContext<typeof requestCorrection>
      | RequestContext<typeof proposeCinemaRoute>
      | RequestContext<typeof proposeCinemaList>
      | RequestContext<typeof withdrawRoute>,
  ): RequestMaker => ({
    distributorId: context.distributorId,
    userId: context.user.id,
    source: auditSourceOf(context),
    at: services.clock.now(),
    jobs: services.jobs,
  });

  mountPages(app, services, listCinemaRequests, CINEMA_REQUESTS_PAGE_SIZE, (tx, context, page, size) =>
    repository.page(tx, context.distributorId, context.query.cinema, page, size),
  );
  mountRoute(app, services, requestCorrection, async (context) =>
    context.transaction((tx) =>
      makeCorrectionRequest(tx, makerOf(context), context.body.cinema, context.body.words),
    ),
  );
  mountRoute(app, services, withdrawRoute, async (context) =>
    context.transaction((tx) => withdrawCinemaRequest(tx, makerOf(context), context.params.id)),
  );
  mountRoute(app, services, proposeCinemaRoute, async (context) => {
    const { words, ...proposal } = context.body;
    return await context.transaction((tx) => proposeCinema(tx, makerOf(context), proposal, words));
  });

  mountRoute(app, services, proposeCinemaList, async (context) =>
    withUpload(context.request, context.reply, CINEMA_LIST_UPLOAD, (upload, signal) =>
      proposeList(
        services,
        makerOf(context),
        upload,
        uploadField(proposeCinemaList, upload, "words") ?? "",
        signal,
      ),
    ),
  );

  mountPages(
    app,
    services,
    listAllCinemaRequests,
    CINEMA_REQUESTS_PAGE_SIZE,
    async (tx, { query }, page, size) => {
      const { count, open, rows } = await repository.asked(tx, query.state, page, size);
      return { count, rows: await withTheirCinemas(tx, rows), more: { open_count: open } };
    },
  );
  mountRoute(app, services, previewCinemaList, async ({ params, transaction }) =>
    transaction(async (tx) => {
      const rows = await repository.openList(tx, params.id);
      if (!rows) throw errors.notFound();
      return await previewList(tx, rows);
    }),
  );
  mountRoute(app, services, answerCinemaRequestRoute, async (context) => {
    const { params, body, user } = context;
    const answer = () =>
      context.transaction(async (tx) => {
        await ((await repository.isList(tx, params.id)) ? lockCinemas : shareCinemas)(tx);
        const work = { tx, jobs: services.jobs, user, source: auditSourceOf(context) };
        const answered = await answerCinemaRequest(work, params.id, body, services.clock.now());
        return { ...answered, candidate: null };
      });
    return await takenAsFieldError(answer, "screens");
  });
}

/** Each open proposal with the shared cinema that a report would find by what it says, and each cinema with whether it is of a sandbox. */
async function withTheirCinemas(tx: Tx, rows: readonly ConsoleRow[]): Promise<ConsoleRequest[]> {
  const proposals = rows.flatMap(({ proposal, state }) => (proposal && state === "open" ? [proposal] : []));
  const found = await candidatesOf(
    tx,
    proposals.map(({ name, city, siren, cnc_authorization: cnc }) => ({
      name,
      city,
      siren,
      cnc,
      siret: "",
      short_code: "",
      screens: [],
    })),
  );
  const candidates = new Map(proposals.map((proposal, position) => [proposal, found[position] ?? null]));
  const sandboxed = await sandboxRepository.sandboxed(
    tx,
    rows.flatMap(({ cinema_id }) => cinema_id ?? []),
  );
  return rows.map((row) => ({
    ...row,
    is_sandboxed: row.cinema_id !== null && sandboxed.has(row.cinema_id),
    candidate: (row.proposal && candidates.get(row.proposal)) ?? null,
  }));
}
