import {
  bankConnectionCallback,
  bankWebhook,
  connectionStatus,
  disconnectBank as disconnectContract,
  startBankConnection,
  syncTransactions,
} from "@bobine/contract/bank-connection";
import type { FastifyInstance } from "fastify";
import { auditSourceOf } from "../../http/audit.ts";
import { browserOf } from "../../http/csrf.ts";
import { mountRoute } from "../../http/mount-route.ts";
import { readRawBodies, rawBodyOf } from "../../http/raw-body.ts";
import { errors } from "../../errors.ts";
import type { Services } from "../../services.ts";
import { bankConnectionRepository as repository } from "./bank-connection.repository.ts";
import { finishConnection, startConnection } from "./connect-bank.ts";
import { connectionsView } from "./connection-view.ts";
import { disconnectBank } from "./disconnect-bank.ts";
import { receiveWebhook } from "./receive-webhook.ts";
import { requestSync } from "./request-sync.ts";

const SCREEN = "/account/bank";

/** The connection to the bank: opening it, reading from it, ending it (UI-11, AGG-1). */
export async function mountBankConnection(app: FastifyInstance, services: Services): Promise<void> {
  mountRoute(app, services, connectionStatus, async ({ distributorId, transaction }) => {
    const rows = await transaction((tx) => repository.list(tx, distributorId));
    return connectionsView(rows, services.clock.now());
  });

  mountRoute(app, services, startBankConnection, async ({ distributorId, user, request, query }) => {
    const browser = browserOf(services.config, request);
    // The CSRF check has seen it.
    if (browser === undefined) throw errors.auth.csrf();
    return await startConnection(services, {
      distributorId,
      userId: user.id,
      email: user.email,
      browser,
      connectionId: query.connection_id,
      isFurther: query.is_further === "true",
    });
  });

  mountRoute(app, services, bankConnectionCallback, async ({ query, request, reply }) => {
    const result = await finishConnection(
      services,
      query,
      browserOf(services.config, request),
      (distributorId, actorId) => ({ distributorId, actorId, requestId: request.id, uiBuild: "" }),
    );
    return reply.redirect(`${SCREEN}?result=${result}`, 303);
  });

  mountRoute(app, services, syncTransactions, ({ distributorId, user, query, transaction }) =>
    transaction((tx) =>
      requestSync(tx, services, { distributorId, userId: user.id, connectionId: query.connection_id }),
    ),
  );

  mountRoute(app, services, disconnectContract, (context) =>
    context.transaction((tx) =>
      disconnectBank(tx, services, {
        distributorId: context.distributorId,
        userId: context.user.id,
        source: auditSourceOf(context),
        connectionId: context.query.connection_id,
      }),
    ),
  );

  await app.register(async (webhooks) => {
    readRawBodies(webhooks);
    mountRoute(webhooks, services, bankWebhook, async ({ request }) => {
      const signature = request.headers["bridgeapi-signature"];
      return await receiveWebhook(
        services,
        rawBodyOf(request),
        typeof signature === "string" ? signature : undefined,
      );
    });
  });
}
