import { applyCredit, listCredits, undoCreditUse } from "@bobine/contract/client-credits";
import type { FastifyInstance } from "fastify";
import { errors } from "../../errors.ts";
import { mountRoute } from "../../http/mount-route.ts";
import type { Services } from "../../services.ts";

const NOT_YET = "Les crédits des clients ne peuvent pas encore être utilisés ainsi.";

/** Money of clients that waits: credit notes, what was paid too much, advances (LET-22). */
export function mountClientCredits(app: FastifyInstance, services: Services): void {
  mountRoute(app, services, listCredits, () =>
    Promise.resolve({ count: 0, next: null, previous: null, results: [] }),
  );
  mountRoute(app, services, applyCredit, () => Promise.reject(errors.field("invoice_id", NOT_YET)));
  mountRoute(app, services, undoCreditUse, () => Promise.reject(errors.field("id", NOT_YET)));
}
