import { uploadBoxOffice } from "@bobine/contract/box-office";
import type { FastifyInstance } from "fastify";
import { mountRoute } from "../../http/mount-route.ts";
import { errors } from "../../errors.ts";
import type { Services } from "../../services.ts";

/** The weekly box-office report (SPEC §2.8). */
export function mountBoxOffice(app: FastifyInstance, services: Services): void {
  mountRoute(app, services, uploadBoxOffice, async () => {
    throw errors.notFound();
  });
}
