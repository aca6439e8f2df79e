import { EXPORT_FORMATS, type ExportFormat, exportRoutes } from "@bobine/contract/exports";
import type { FastifyInstance } from "fastify";
import { defaultPeriod } from "../../domain/exports/export-data.ts";
import { errors } from "../../errors.ts";
import { auditSourceOf } from "../../http/audit.ts";
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
      const source = auditSourceOf(context);
      const body = await streamBody(door, distributorId, transaction, (tx, write) =>
        exportBooks(tx, { distributorId, format, period, source }, write),
      );
      return reply
        .type(`text/csv; charset=${EXPORT_CHARSETS[format]}`)
        .header("content-disposition", `attachment; filename="${EXPORT_FORMATS[format].fileName}"`)
        .send(body);
    });
  mount("A");
  mount("B");
  mount("C");
}
