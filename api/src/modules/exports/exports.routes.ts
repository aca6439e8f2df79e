import type { CivilDate } from "@bobine/contract/civil-date";
import type { PassThrough, Readable } from "node:stream";
import { exportFileName, type ExportFormat, exportRoutes } from "@bobine/contract/exports";
import type { FastifyInstance } from "fastify";
import type { Tx } from "../../db/scope.ts";
import { defaultPeriod, type ExportPeriod } from "../../domain/exports/export-data.ts";
import { errors } from "../../errors.ts";
import { auditSourceOf, writeAudit } from "../../http/audit.ts";
import { mountRoute } from "../../http/mount-route.ts";
import { signalOf } from "../../http/signal-of.ts";
import { isHeadRequest, noBody, streamBody } from "../../http/stream-body.ts";
import { concurrencyLimiter } from "../../http/concurrency-limiter.ts";
import type { Services } from "../../services.ts";
import { EXPORT_CHARSETS, exportBooks } from "./export-books.ts";
import { StaleLetters } from "./stale-letters.ts";
import { repairLettersBeforeExport } from "./repair-before-export.ts";

/** An export holds the books of its period in memory: a few at a time. */
const EXPORTS_AT_ONCE = 2;
const EXPORTS_EACH = 1;
/** Letters are mended so often for one export, then it takes those of its groups as they are. */
const MOST_MENDINGS = 2;

/** Accounting exports (UI-20, EXP-1). */
export function mountExports(app: FastifyInstance, services: Services): void {
  const limiter = concurrencyLimiter(EXPORTS_AT_ONCE, EXPORTS_EACH);

  const mount = (format: ExportFormat): void =>
    mountRoute(
      app,
      services,
      exportRoutes[format],
      async (context) => {
        const { distributorId, query, request, reply, transaction, writing } = context;
        const { account } = query;
        const fileName = exportFileName(format, account);
        const period = periodOf(query, defaultPeriod(services.clock.today()));
        if (period.from > period.to) throw errors.field("to", "La date de fin doit suivre la date de début.");
        const send = (body: Readable) =>
          reply
            .type(`text/csv; charset=${EXPORT_CHARSETS[format]}`)
            .header("content-disposition", `attachment; filename="${fileName}"`)
            .send(body);
        if (isHeadRequest(request)) return send(noBody());
        const reader = { distributorId, signal: signalOf(reply) };
        let row_count = 0;
        // The export is one snapshot of the books, which would fail at COMMIT if an entry were added to the log meanwhile: its own
        // entry comes after it, and before the body ends.
        const audited = async (work: (tx: Tx) => Promise<void>): Promise<void> => {
          await transaction(work);
          await writing((tx) =>
            writeAudit(tx, auditSourceOf(context), "other", {
              export_format: format,
              file_name: fileName,
              period_start: period.from,
              period_end: period.to,
              row_count,
            }),
          );
        };
        const written = async (mendings: number): Promise<PassThrough> => {
          try {
            const acceptsStaleLetters = mendings === MOST_MENDINGS;
            return await streamBody(limiter, reader, audited, async (tx, write) => {
              const requested = {
                distributorId,
                format,
                period,
                today: services.clock.today(),
                acceptsStaleLetters,
                account,
              };
              row_count = await exportBooks(tx, requested, write);
            });
          } catch (error) {
            if (!(error instanceof StaleLetters)) throw error;
            await repairLettersBeforeExport(services, writing, distributorId, error.accounts);
            return await written(mendings + 1);
          }
        };
        return send(await written(0));
      },
      { mayLag: true, isSnapshot: true },
    );
  mount("A");
  mount("B");
  mount("C");
}

/** The default period of an export, and what its query may narrow. */
const periodOf = (
  query: { readonly from?: CivilDate | undefined; readonly to?: CivilDate | undefined },
  standard: ExportPeriod,
): ExportPeriod => ({ from: query.from ?? standard.from, to: query.to ?? standard.to });
