import { EXPORT_FORMATS, type ExportFormat, exportRoutes } from "@bobine/contract/exports";
import type { FastifyInstance } from "fastify";
import { defaultPeriod } from "../../domain/exports/export-data.ts";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { auditSourceOf, writeAudit } from "../../http/audit.ts";
import { mountRoute } from "../../http/mount-route.ts";
import { streamBody } from "../../http/stream-body.ts";
import { turnstile } from "../../http/turnstile.ts";
import type { Services } from "../../services.ts";
import { letterWhatIsSettled } from "../banking/letter-groups.ts";
import { EXPORT_CHARSETS, exportBooks } from "./export-books.ts";
import { periodOf } from "./exports.repository.ts";

/** An export holds the books of its period in memory: a few at a time. */
const EXPORTS_AT_ONCE = 2;
const EXPORTS_EACH = 1;

/** Accounting exports (SPEC §2.15, §7; DOMAIN §7). */
export function mountExports(app: FastifyInstance, services: Services): void {
  const door = turnstile(EXPORTS_AT_ONCE, EXPORTS_EACH);

  const mount = (format: ExportFormat): void =>
    mountRoute(app, services, exportRoutes[format], async (context) => {
      const { distributorId, query, reply, transaction } = context;
      const period = periodOf(query, defaultPeriod(services.clock.today()));
      if (period.from > period.to) throw errors.field("to", "La date de fin doit suivre la date de début.");
      await transaction((tx) => letterWhatIsSettled(tx, distributorId));
      let row_count = 0;
      // The export is one snapshot of the books, which would fail at COMMIT if an entry were added to the log meanwhile: its own
      // entry comes after it, and before the body ends.
      const written = async (work: (tx: Tx) => Promise<void>): Promise<void> => {
        await transaction(work);
        await transaction((tx) =>
          writeAudit(tx, auditSourceOf(context), "other", {
            export_format: format,
            file_name: EXPORT_FORMATS[format].fileName,
            period_start: period.from,
            period_end: period.to,
            row_count,
          }),
        );
      };
      const body = await streamBody(door, distributorId, written, async (tx, write) => {
        row_count = await exportBooks(tx, { distributorId, format, period }, write);
      });
      return reply
        .type(`text/csv; charset=${EXPORT_CHARSETS[format]}`)
        .header("content-disposition", `attachment; filename="${EXPORT_FORMATS[format].fileName}"`)
        .send(body);
    });
  mount("A");
  mount("B");
  mount("C");
}
