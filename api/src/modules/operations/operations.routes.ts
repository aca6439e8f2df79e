import {
  cancelJob,
  type RemoteFailureReport,
  reportRemoteFailure,
  runJobAgain,
} from "@bobine/contract/operations";
import { JOB_LIST } from "@bobine/contract/lists/jobs";
import type { FastifyInstance } from "fastify";
import { errors } from "../../errors.ts";
import { auditSourceOf } from "../../http/audit.ts";
import { mountList } from "../../http/mount-list.ts";
import { mountRoute } from "../../http/mount-route.ts";
import { withoutPersons } from "../../platform/without-persons.ts";
import type { Services } from "../../services.ts";
import { PRODUCT_REMOTES } from "../shell/product-remotes.ts";
import { cancel, runAgain } from "./change-jobs.ts";
import { operationsRepository as repository } from "./operations.repository.ts";

/** A page that fails tells it a few times, not for ever. */
const REPORT_LIMIT = { max: 30, timeWindow: "1 minute" };
/** Names that the metrics tell apart: anybody may report, and each name costs memory for ever. */
const KNOWN_REMOTES = 30;

export function mountOperations(app: FastifyInstance, services: Services): void {
  const controls = () => {
    if (!services.jobControls) throw errors.unavailable();
    return services.jobControls;
  };
  mountList(app, services, JOB_LIST, {
    page: async (tx, { query }, page) => {
      const counts = await repository.counts(tx);
      const count =
        query.state === undefined
          ? Object.values(counts).reduce((sum, each) => sum + each, 0) - counts.done
          : counts[query.state];
      return { count, rows: await repository.page(tx, query.state, page), more: { counts } };
    },
    csv: (tx, { query }) => repository.all(tx, query.state),
  });

  mountRoute(app, services, runJobAgain, async (context) =>
    context.transaction((tx) => runAgain(tx, controls(), auditSourceOf(context), context.params.job)),
  );

  mountRoute(app, services, cancelJob, async (context) =>
    context.transaction((tx) => cancel(tx, controls(), auditSourceOf(context), context.params.job)),
  );

  const remotes = new Set(["host", ...PRODUCT_REMOTES]);
  mountRoute(
    app,
    services,
    reportRemoteFailure,
    async ({ body, request }) => {
      if (remotes.size < KNOWN_REMOTES) remotes.add(body.remote);
      services.metrics?.remoteFailure(remotes.has(body.remote) ? body.remote : "other", body.kind);
      request.log.warn({ failure: forLog(body) }, "a remote failed in a browser");
      return undefined;
    },
    { rateLimit: REPORT_LIMIT },
  );
}

/** Anybody may have written it: no query of an address, nothing of a person. */
const forLog = ({ path, url, ...rest }: RemoteFailureReport) =>
  Object.fromEntries(
    Object.entries({ ...rest, path: path.split("?")[0] ?? "", url: url?.split("?")[0] ?? "" }).map(
      ([name, text]) => [name, withoutPersons(text)],
    ),
  );
