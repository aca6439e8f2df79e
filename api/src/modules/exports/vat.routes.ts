import { Readable } from "node:stream";
import {
  changeVatSettings as changeContract,
  exportVat,
  readVat as readContract,
  readVatSettings as settingsContract,
  vatFileName,
} from "@bobine/contract/vat";
import type { FastifyInstance } from "fastify";
import { auditSourceOf, writeAudit } from "../../http/audit.ts";
import { concurrencyLimiter } from "../../http/concurrency-limiter.ts";
import { mountRoute } from "../../http/mount-route.ts";
import { signalOf } from "../../http/signal-of.ts";
import { isHeadRequest, noBody } from "../../http/stream-body.ts";
import type { Services } from "../../services.ts";
import { lastMonth, readVat, vatFile } from "./read-vat.ts";
import { changeVatSettings, readVatSettings } from "./vat-settings.ts";

/** Whoever looks at the VAT of an open month reads all the books: a few at a time. */
const READERS_AT_ONCE = 2;
const READERS_EACH = 1;
const ALL_BOOKS = { mayLag: true, isSnapshot: true } as const;

/** VAT that is due, by month, and the settings that say when it is (VAT-3, VAT-5). */
export function mountVat(app: FastifyInstance, services: Services): void {
  const readers = concurrencyLimiter(READERS_AT_ONCE, READERS_EACH);
  const today = () => services.clock.today();

  mountRoute(
    app,
    services,
    settingsContract,
    ({ distributorId, transaction }) => transaction((tx) => readVatSettings(tx, distributorId, today())),
    { readsAtOnce: () => true },
  );

  mountRoute(app, services, changeContract, (context) => {
    const by = { at: services.clock.now(), today: today(), userId: context.user.id };
    return context.transaction((tx) =>
      changeVatSettings(
        tx,
        { ...auditSourceOf(context), distributorId: context.distributorId },
        context.body,
        by,
      ),
    );
  });

  mountRoute(
    app,
    services,
    readContract,
    ({ distributorId, query, reply, transaction }) => {
      const month = query.month ?? lastMonth(today());
      return readers.run(
        () => transaction((tx) => readVat(tx, { distributorId, month, today: today() })),
        signalOf(reply),
        distributorId,
      );
    },
    ALL_BOOKS,
  );

  mountRoute(
    app,
    services,
    exportVat,
    async (context) => {
      const { distributorId, query, request, reply, transaction, writing } = context;
      const month = query.month ?? lastMonth(today());
      const send = (body: Readable) =>
        reply
          .type("text/csv; charset=utf-8")
          .header("content-disposition", `attachment; filename="${vatFileName(month)}"`)
          .send(body);
      if (isHeadRequest(request)) return send(noBody());
      const file = await readers.run(
        () => transaction((tx) => vatFile(tx, { distributorId, month, today: today() })),
        signalOf(reply),
        distributorId,
      );
      // The file is one snapshot of the books, which would fail at COMMIT if an entry were added to the log meanwhile.
      await writing((tx) =>
        writeAudit(tx, auditSourceOf(context), "other", {
          file_name: vatFileName(month),
          row_count: file.count,
        }),
      );
      return send(Readable.from([file.text]));
    },
    ALL_BOOKS,
  );
}
