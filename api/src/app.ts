import { randomUUID } from "node:crypto";
import fastifyCookie from "@fastify/cookie";
import fastifyMultipart from "@fastify/multipart";
import fastifyRateLimit from "@fastify/rate-limit";
import Fastify, { type FastifyInstance, LogController } from "fastify";
import { errors } from "./errors.ts";
import { compressAnswers } from "./http/compressed-answers.ts";
import { uiBuildOf } from "./http/audit.ts";
import { installCsrf } from "./http/csrf.ts";
import { answerUnroutable, installErrorHandler } from "./http/error-handler.ts";
import { readJsonBodies } from "./http/json-body.ts";
import { mountOperationsEndpoints } from "./http/operations-endpoints.ts";
import { installReadPosition } from "./http/read-position.ts";
import { readQuery } from "./http/read-query.ts";
import { readableAddress } from "./http/readable-address.ts";
import { refuseOverload } from "./http/refuse-overload.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { sharedRateLimit } from "./http/shared-rate-limit.ts";
import { mountAudit } from "./modules/audit/audit.routes.ts";
import { mountAuth } from "./modules/auth/auth.routes.ts";
import { mountBankConnection } from "./modules/bank-connection/bank-connection.routes.ts";
import { mountBankDetails } from "./modules/bank-details/bank-details.routes.ts";
import { mountBanking } from "./modules/banking/banking.routes.ts";
import { mountBoxOffice } from "./modules/box-office/box-office.routes.ts";
import { mountComments } from "./modules/comments/comments.routes.ts";
import { mountDeclarations } from "./modules/declarations/declarations.routes.ts";
import { mountClients } from "./modules/clients/clients.routes.ts";
import { mountCinemas } from "./modules/cinemas/cinemas.routes.ts";
import { mountGroupMerges } from "./modules/cinemas/group-merges.routes.ts";
import { mountDashboard } from "./modules/dashboard/dashboard.routes.ts";
import { mountDistributors } from "./modules/distributors/distributors.routes.ts";
import { mountProspects } from "./modules/prospects/prospects.routes.ts";
import { mountExports } from "./modules/exports/exports.routes.ts";
import { mountLots } from "./modules/exports/lots.routes.ts";
import { mountVat } from "./modules/exports/vat.routes.ts";
import { mountTies } from "./modules/exports/ties.routes.ts";
import { mountGuide } from "./modules/guide/guide.routes.ts";
import { mountInvoices } from "./modules/invoices/invoices.routes.ts";
import { mountDigestPreference } from "./modules/mailing/digest-preference.routes.ts";
import { mountMailing } from "./modules/mailing/mailing.routes.ts";
import { mountStatementMails } from "./modules/mailing/mail-statement.routes.ts";
import { mountReminders } from "./modules/mailing/reminders.routes.ts";
import { mountOpenApi } from "./modules/openapi/openapi.routes.ts";
import { mountOperations } from "./modules/operations/operations.routes.ts";
import { mountInvitations } from "./modules/people/invitations.routes.ts";
import { mountPeople } from "./modules/people/people.routes.ts";
import { mountSavedFilters } from "./modules/saved-filters/saved-filters.routes.ts";
import { mountSecondFactor } from "./modules/second-factor/second-factor.routes.ts";
import { mountSearch } from "./modules/search/search.routes.ts";
import { mountRemotes } from "./modules/remotes/remotes.routes.ts";
import { type RegisteredKeys, registeredKeys } from "./modules/shell/registered-keys.ts";
import { mountShell, type Shell } from "./modules/shell/shell.routes.ts";
import { mountSubscriptions } from "./modules/subscriptions/subscriptions.routes.ts";
import { mountUserActions } from "./modules/user-actions/user-actions.routes.ts";
import { forwardSimulatorPages } from "./simulators/forward-pages.ts";
import type { Services } from "./services.ts";

const REQUEST_TIMEOUT_MS = 120_000;
const JSON_BODY_LIMIT = 1024 * 1024;

/** Fastify takes a number of proxies as a function of the hop. */
const trustedHops = (trust: boolean | number | string) =>
  typeof trust === "number" ? (_address: string, hop: number) => hop < trust : trust;

/**
 * The whole HTTP side: the API, the shell with its registry, the remotes' files, and the health checks.
 * @param frontRoot where the built front end is, when it is not beside the api
 */
export async function buildApp(
  services: Services,
  isReady: () => Promise<boolean>,
  frontRoot?: string,
): Promise<FastifyInstance> {
  const { config } = services;
  const app = Fastify({
    loggerInstance: services.log,
    // One line for each request, when it is answered.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestTimeout: REQUEST_TIMEOUT_MS,
    bodyLimit: JSON_BODY_LIMIT,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200, querystringParser: readQuery },
    trustProxy: trustedHops(config.trustProxy),
    onProtoPoisoning: "error",
    forceCloseConnections: "idle",
    // What a connection that was open still brings while a node ends is served (drain.ts).
    return503OnClosing: false,
    frameworkErrors: answerUnroutable,
    rewriteUrl: (request) => readableAddress(request.url ?? "/"),
  });

  installErrorHandler(app);
  readJsonBodies(app);
  app.addHook("onResponse", (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        // A sign-in link carries its token in the query.
        path: request.url.split("?", 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        remoteAddress: request.ip,
        uiBuild: uiBuildOf(request),
      },
      "answered",
    );
    done();
  });
  app.addHook("onSend", (request, reply, _payload, done) => {
    reply.header("x-request-id", request.id);
    // The route, not the address: that may be spelt otherwise.
    if ((request.routeOptions.url ?? "/api/").startsWith("/api/") && !reply.hasHeader("cache-control"))
      reply.header("cache-control", "no-store");
    // A script without a hash is refused, so that a chunk missing in the registry's list cannot run unchecked (SEC-8).
    if (String(reply.getHeader("content-type")).startsWith("text/html"))
      reply.header("integrity-policy", "blocked-destinations=(script)");
    done();
  });

  const secured = await securityHeaders(config);
  refuseOverload(app, secured);
  await compressAnswers(app);
  await app.register(fastifyCookie);
  installReadPosition(app, services);
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(secured);
    done();
  });
  await app.register(fastifyRateLimit, {
    global: false,
    store: sharedRateLimit(services.pool, config.secretKey),
    errorResponseBuilder: (_request, { ttl }) => errors.tooMany(Math.ceil(ttl / 1000)),
  });
  await app.register(fastifyMultipart, {
    limits: { files: 1, fields: 5, parts: 6, headerPairs: 100 },
    throwFileSizeLimit: false,
  });
  installCsrf(app, config);

  let shell: Shell | undefined;
  mountOperationsEndpoints(app, services, {
    isReady,
    shellHealth: async () => (await shell?.health()) ?? {},
  });

  await mountGuide(app);
  const keys = registeredKeys(services);
  await keys.follow(app);
  await mountModules(app, services, keys);
  if (services.simulatorPages !== undefined) await forwardSimulatorPages(app, services.simulatorPages);
  shell = await mountShell(app, services, keys.now, frontRoot);
  return app;
}

/** Each area of the product mounts its calls. */
async function mountModules(app: FastifyInstance, services: Services, keys: RegisteredKeys): Promise<void> {
  await mountOpenApi(app);
  mountAuth(app, services);
  mountPeople(app, services);
  mountInvitations(app, services);
  mountDashboard(app, services);
  mountDistributors(app, services);
  mountBankDetails(app, services);
  mountProspects(app, services);
  mountRemotes(app, services, keys);
  mountSecondFactor(app, services);
  mountCinemas(app, services);
  mountGroupMerges(app, services);
  mountBoxOffice(app, services);
  mountDeclarations(app, services);
  mountInvoices(app, services);
  mountClients(app, services);
  mountMailing(app, services);
  mountReminders(app, services);
  mountStatementMails(app, services);
  await mountDigestPreference(app, services);
  mountBanking(app, services);
  await mountBankConnection(app, services);
  mountUserActions(app, services);
  mountComments(app, services);
  mountExports(app, services);
  mountLots(app, services);
  mountVat(app, services);
  mountTies(app, services);
  mountSearch(app, services);
  mountSavedFilters(app, services);
  mountAudit(app, services);
  mountOperations(app, services);
  await mountSubscriptions(app, services);
}
