import {
  mailStatement as mailRoute,
  previewStatementMail as previewRoute,
} from "@bobine/contract/client-accounts";
import type { FastifyInstance } from "fastify";
import { takeSnapshot } from "../../db/take-snapshot.ts";
import { concurrencyLimiter } from "../../http/concurrency-limiter.ts";
import { mountRoute } from "../../http/mount-route.ts";
import { signalOf } from "../../http/signal-of.ts";
import type { Services } from "../../services.ts";
import { mailStatement, previewStatementMail } from "./mail-statement.ts";

/** Reading a long account takes seconds: a few at a time. */
const READERS_AT_ONCE = 2;
const READERS_EACH = 1;

/** A client's statement of account by mail (MAIL-11). */
export function mountStatementMails(app: FastifyInstance, services: Services): void {
  const { clock, config, jobs } = services;
  const readers = concurrencyLimiter(READERS_AT_ONCE, READERS_EACH);

  mountRoute(app, services, previewRoute, async ({ transaction, distributorId, body, reply }) =>
    readers.run(
      () =>
        transaction(async (tx) => {
          await takeSnapshot(tx);
          return await previewStatementMail(tx, config, { ...body, distributorId, today: clock.today() });
        }),
      signalOf(reply),
      distributorId,
    ),
  );

  mountRoute(app, services, mailRoute, async ({ transaction, distributorId, user, body }) =>
    transaction((tx) =>
      mailStatement(tx, jobs, {
        ...body,
        distributorId,
        userId: user.id,
        today: clock.today(),
        at: clock.now(),
      }),
    ),
  );
}
