import { openComposition, reportBuilds } from "@bobine/contract/build-reports";
import type { FastifyInstance } from "fastify";
import { errors } from "../../errors.ts";
import { auditSourceOf, writeAudit } from "../../http/audit.ts";
import { inTransaction } from "../../db/scope.ts";
import { mountRoute } from "../../http/mount-route.ts";
import type { Services } from "../../services.ts";
import type { Pointers } from "../shell/registry-ledger.ts";
import { allowReplay, compositionOf } from "../shell/replayed-composition.ts";
import type { RegistryStore } from "../shell/registry-store.ts";
import { idOfComposition, recordReport, knownPart } from "./build-reports.ts";

/** From one address of the network, behind which a whole office may be: a page tells two or three times. */
const REPORT_LIMIT = { max: 300, timeWindow: "1 minute" };
/** How old what a bucket says may be, in milliseconds: a report needs no newer one. */
const FRESH_MS = 5_000;

/** What pages tell of the builds that they run (FED-26, SEC-27), and pages with the builds that somebody had (FED-28). */
export function mountBuildReports(app: FastifyInstance, services: Services, store: RegistryStore): void {
  const pointersNow = freshPointers(store);
  mountRoute(app, services, openComposition, async (context) => {
    const { composition } = context.params;
    await inTransaction(services.pool, { kind: "all" }, async (tx) => {
      if ((await compositionOf(tx, composition)) === undefined) throw errors.notFound();
      const source = auditSourceOf({ ...context, distributorId: undefined });
      await writeAudit(tx, source, "other", { event: "Page rejouée", message: composition });
    });
    allowReplay(services.config, context.reply, composition, services.clock.now());
    return undefined;
  });
  mountRoute(
    app,
    services,
    reportBuilds,
    async ({ body, user, request }) => {
      // Counts that are lost while the registry is away cost nobody anything.
      const pointers = await pointersNow().catch(() => undefined);
      if (pointers === undefined) return undefined;
      const report = knownPart(body, pointers);
      if (report.loads.length === 0 && report.failures.length === 0) return undefined;
      await recordReport(services, report, user.id, pointers);
      for (const { remote, build, stage, kind, supportCode } of report.failures)
        request.log.warn(
          { remote, build, stage, kind, supportCode, composition: idOfComposition(report.composition) },
          "a build failed in a browser",
        );
      return undefined;
    },
    { rateLimit: REPORT_LIMIT, touchesFew: true },
  );
}

/** A folder is read in less than a millisecond; a bucket is asked now and then. */
function freshPointers(store: RegistryStore): () => Promise<Pointers> {
  if (store.storage.folder !== null) return () => store.pointers();
  let last: { readonly at: number; readonly pointers: Promise<Pointers> } | undefined;
  return () => {
    if (last === undefined || performance.now() - last.at > FRESH_MS) {
      const pointers = store.pointers();
      last = { at: performance.now(), pointers };
      // One that failed is asked again at once.
      pointers.catch(() => {
        if (last?.pointers === pointers) last = undefined;
      });
    }
    return last.pointers;
  };
}
