import { EXPORT_FORMATS, type ExportFormat } from "@bobine/contract/exports";
import {
  listLots,
  lotFileName,
  lotFileRoutes,
  LOTS_PAGE_SIZE,
  makeLot as makeLotRoute,
  lotPreparation,
  previewLot as previewLotRoute,
} from "@bobine/contract/lots";
import type { FastifyInstance } from "fastify";
import { errors } from "../../errors.ts";
import { auditSourceOf, writeAudit } from "../../http/audit.ts";
import { concurrencyLimiter } from "../../http/concurrency-limiter.ts";
import { mountPages } from "../../http/mount-list.ts";
import { mountRoute } from "../../http/mount-route.ts";
import { signalOf } from "../../http/signal-of.ts";
import { isHeadRequest, noBody, streamBody } from "../../http/stream-body.ts";
import type { Services } from "../../services.ts";
import { EXPORT_CHARSETS } from "./export-books.ts";
import { lotPreparationsRepository } from "./lot-preparations.repository.ts";
import { lotsRepository } from "./lots.repository.ts";
import { previewLot } from "./preview-lot.ts";
import { MOST_ROWS_AT_ONCE, requestLot } from "./request-lot.ts";

/** Whoever makes a lot, or looks what it would hold, reads all the books: a few at a time. */
const READERS_AT_ONCE = 2;
const READERS_EACH = 1;
const DOWNLOADS_AT_ONCE = 4;
const DOWNLOADS_EACH = 2;

/**
 * Lots of accounting entries (EXP-10).
 * @param mostRowsAtOnce books of more rows are posted by a job
 */
export function mountLots(
  app: FastifyInstance,
  services: Services,
  mostRowsAtOnce = MOST_ROWS_AT_ONCE,
): void {
  const readers = concurrencyLimiter(READERS_AT_ONCE, READERS_EACH);
  const downloads = concurrencyLimiter(DOWNLOADS_AT_ONCE, DOWNLOADS_EACH);

  mountPages(
    app,
    services,
    listLots,
    LOTS_PAGE_SIZE,
    (tx, { distributorId }, page, size) => lotsRepository.list(tx, distributorId, page, size),
    { readsAtOnce: () => true },
  );

  mountRoute(app, services, previewLotRoute, ({ distributorId, query, reply, transaction }) =>
    readers.run(
      () =>
        transaction((tx) => previewLot(tx, { distributorId, asked: query, today: services.clock.today() })),
      signalOf(reply),
      distributorId,
    ),
  );

  mountRoute(
    app,
    services,
    lotPreparation,
    ({ distributorId, transaction }) =>
      transaction(async (tx) => ({
        preparation: await lotPreparationsRepository.find(tx, distributorId, services.clock.now()),
      })),
    { readsAtOnce: () => true },
  );

  mountRoute(app, services, makeLotRoute, (context) => {
    const { distributorId, body, user, reply, transaction } = context;
    const requested = {
      period: { from: body.period_from, to: body.period_to },
      userId: user.id,
      userName: `${user.first_name} ${user.last_name}`.trim() || user.email,
      source: auditSourceOf(context),
    };
    return readers.run(
      () => transaction((tx) => requestLot(tx, services, distributorId, requested, mostRowsAtOnce)),
      signalOf(reply),
      distributorId,
    );
  });

  const mountFile = (format: ExportFormat): void =>
    mountRoute(app, services, lotFileRoutes[format], async (context) => {
      const { distributorId, params, request, reply, transaction } = context;
      const lot = await transaction((tx) => lotsRepository.find(tx, distributorId, params.id));
      if (!lot) throw errors.notFound();
      const send = (body: NodeJS.ReadableStream) =>
        reply
          .type(`text/csv; charset=${EXPORT_CHARSETS[format]}`)
          .header("content-disposition", `attachment; filename="${lotFileName(lot, format)}"`)
          .send(body);
      if (isHeadRequest(request)) return send(noBody());
      const reader = { distributorId, signal: signalOf(reply) };
      return send(
        await streamBody(downloads, reader, transaction, async (tx, write) => {
          await writeAudit(tx, auditSourceOf(context), "other", {
            export_format: format,
            file_name: lotFileName(lot, format),
            lot_number: `${lot.year}-${lot.number}`,
            period_start: lot.period_from,
            period_end: lot.period_to,
            row_count: lot.entry_count,
          });
          for await (const bytes of lotsRepository.parts(tx, lot.id, format)) await write(bytes);
        }),
      );
    });
  for (const format of Object.keys(EXPORT_FORMATS) as ExportFormat[]) mountFile(format);
}
