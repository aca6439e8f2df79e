import { listGroupMerges, mergeGroups as mergeContract } from "@bobine/contract/group-merges";
import type { FastifyInstance } from "fastify";
import { shareCinemas } from "../../db/locks.ts";
import { auditSourceOf } from "../../http/audit.ts";
import { mountRoute } from "../../http/mount-route.ts";
import type { Services } from "../../services.ts";
import { mergeGroups, readGroupMerges } from "./merge-groups.ts";

/** Groups that are written in several ways (CLI-5). */
export function mountGroupMerges(app: FastifyInstance, services: Services): void {
  mountRoute(
    app,
    services,
    listGroupMerges,
    async ({ distributorId, transaction }) => ({
      results: await transaction((tx) => readGroupMerges(tx, distributorId)),
    }),
    { readsAtOnce: () => true },
  );

  mountRoute(app, services, mergeContract, async (context) => {
    const { user, body, transaction } = context;
    const source = auditSourceOf(context);
    return await transaction(async (tx) => {
      // An import of cinemas and this wait for each other.
      await shareCinemas(tx);
      return await mergeGroups({ tx, jobs: services.jobs, user, source }, body.name);
    });
  });
}
