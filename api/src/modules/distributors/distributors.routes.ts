import { listDistributorOptions } from "@bobine/contract/distributor-options";
import {
  createDistributor,
  listDistributors,
  ownDistributor,
  startOwnNumbering,
  switchAutomation,
  updateDistributor,
  updateOwnDistributor,
} from "@bobine/contract/distributors";
import { readFirstSteps as firstStepsRoute } from "@bobine/contract/first-steps";
import type { FastifyInstance } from "fastify";
import { distributorProfile } from "../company/profile.repository.ts";
import { auditSourceOf } from "../../http/audit.ts";
import { mountRoute } from "../../http/mount-route.ts";
import { lockInvoicing } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { requestLink } from "../auth/request-link.ts";
import type { Services } from "../../services.ts";
import { proveDecider } from "../bank-details/prove-decider.ts";
import { pendingOf, withPending } from "../bank-details/pending-view.ts";
import { changeContraryWords } from "./change-contrary-words.ts";
import { changeCompany, changeContactEmail } from "./change-company.ts";
import { makeDistributor } from "./create-distributor.ts";
import { distributorOptions, distributorRow, distributorRows } from "./distributors.repository.ts";
import { mountInvoicingOptions } from "./invoicing-options.routes.ts";
import { readFirstSteps } from "./read-first-steps.ts";
import { startNumbering } from "./start-numbering.ts";
import { changeWriteOffLimit } from "./change-write-off-limit.ts";
import { setAutomation } from "./switch-automation.ts";

export function mountDistributors(app: FastifyInstance, services: Services): void {
  const { clock } = services;
  const profileOf = async (tx: Tx, id: number) => ({
    ...(await distributorProfile(tx, id)),
    ...(await pendingOf(tx, id, clock.now())),
  });
  const rowOf = async (tx: Tx, id: number) => {
    const row = await distributorRow(tx, id);
    return row && (await withPending(tx, [row], clock.now()))[0];
  };

  mountRoute(app, services, listDistributorOptions, async ({ transaction, user }) =>
    transaction((tx) => distributorOptions(tx, user.id)),
  );
  mountRoute(app, services, listDistributors, async ({ transaction }) =>
    transaction(async (tx) => withPending(tx, await distributorRows(tx), clock.now())),
  );

  mountRoute(app, services, createDistributor, async (context) => {
    const { body, transaction } = context;
    const made = await transaction(async (tx) =>
      rowOf(tx, await makeDistributor(tx, services.config, auditSourceOf(context), body)),
    );
    if (!made) throw new Error("a distributor that was just made was not found");
    // After the commit: the link is for somebody who exists. The dialog says that it is on its way (UI-15).
    if (body.admin_email) await requestLink(services, "sign-in", { email: body.admin_email });
    return made;
  });

  mountRoute(app, services, updateDistributor, async (context) => {
    const { params, body, user, transaction } = context;
    // The log of the distributor that changes, whichever is chosen beside the console.
    const source = { ...auditSourceOf(context), distributorId: params.id };
    return transaction(async (tx) => {
      const { numbering_start, ...changes } = body;
      // `changeCompany` locks the distributor's row, which comes after.
      if (numbering_start) await lockInvoicing(tx, params.id);
      await changeCompany(tx, services, user, source, changes);
      if (numbering_start) await startNumbering(tx, source, numbering_start, services.clock.today());
      const changed = await rowOf(tx, params.id);
      if (!changed) throw errors.notFound();
      return changed;
    });
  });

  mountRoute(app, services, startOwnNumbering, async (context) => {
    const { body, distributorId, transaction } = context;
    const source = { ...auditSourceOf(context), distributorId };
    await transaction((tx) => startNumbering(tx, source, body, services.clock.today()));
    return undefined;
  });

  mountRoute(app, services, ownDistributor, async ({ transaction, distributorId }) =>
    transaction((tx) => profileOf(tx, distributorId)),
  );

  mountRoute(app, services, updateOwnDistributor, async (context) => {
    const { distributorId, user, transaction } = context;
    const {
      email,
      totp_code: code,
      write_off_limit: limit,
      contrary_words: words,
      ...changes
    } = context.body;
    const source = { ...auditSourceOf(context), distributorId };
    if (code !== undefined) await proveDecider(services, user, source, code);
    return transaction(async (tx) => {
      await changeCompany(tx, services, user, source, changes, code !== undefined);
      if (email !== undefined) await changeContactEmail(tx, services, user, source, email);
      if (limit !== undefined) await changeWriteOffLimit(tx, source, limit);
      if (words !== undefined) await changeContraryWords(tx, source, words);
      return profileOf(tx, distributorId);
    });
  });

  mountInvoicingOptions(app, services);
  mountRoute(app, services, firstStepsRoute, async ({ transaction, distributorId }) =>
    transaction((tx) => readFirstSteps(tx, distributorId)),
  );

  mountRoute(app, services, switchAutomation, async (context) => {
    const { distributorId, transaction, body } = context;
    const source = { ...auditSourceOf(context), distributorId };
    return transaction(async (tx) => {
      await setAutomation(tx, services.jobs, source, body.automation_on);
      return profileOf(tx, distributorId);
    });
  });
}
