import {
  listDistributorOptions,
  listDistributors,
  ownDistributor,
  switchAutomation,
  updateOwnDistributor,
} from "@bobine/contract/distributors";
import type { FastifyInstance } from "fastify";
import { auditSourceOf } from "../../http/audit.ts";
import { mountRoute } from "../../http/mount-route.ts";
import type { Services } from "../../services.ts";
import { changeCompany, changeContactEmail } from "./change-company.ts";
import { distributorOptions, distributorProfile, distributorRows } from "./distributors.repository.ts";
import { setAutomation } from "./switch-automation.ts";

export function mountDistributors(app: FastifyInstance, services: Services): void {
  mountRoute(app, services, listDistributorOptions, async ({ transaction }) =>
    transaction(distributorOptions),
  );
  mountRoute(app, services, listDistributors, async ({ transaction }) => transaction(distributorRows));

  mountRoute(app, services, ownDistributor, async ({ transaction, distributorId }) =>
    transaction((tx) => distributorProfile(tx, distributorId)),
  );

  mountRoute(app, services, updateOwnDistributor, async (context) => {
    const { distributorId, user, transaction } = context;
    const { email, ...changes } = context.body;
    const source = { ...auditSourceOf(context), distributorId };
    return transaction(async (tx) => {
      await changeCompany(tx, services.config, user, source, changes);
      if (email !== undefined) await changeContactEmail(tx, user, source, email, services.clock.now());
      return distributorProfile(tx, distributorId);
    });
  });

  mountRoute(app, services, switchAutomation, async (context) => {
    const { distributorId, transaction, body } = context;
    const source = { ...auditSourceOf(context), distributorId };
    return transaction(async (tx) => {
      await setAutomation(tx, services.jobs, source, body.automation_on);
      return distributorProfile(tx, distributorId);
    });
  });
}
