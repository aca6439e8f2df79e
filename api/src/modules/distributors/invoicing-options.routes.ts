import {
  changeInvoicingOptions as changeRoute,
  type OwnInvoicing,
  previewInvoicingOptions,
  readInvoicingOptions,
} from "@bobine/contract/invoicing-options";
import { personName } from "@bobine/contract/person-name";
import { isSuperAdmin } from "@bobine/contract/policy/people";
import type { FastifyInstance } from "fastify";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { auditSourceOf } from "../../http/audit.ts";
import { mountRoute } from "../../http/mount-route.ts";
import type { Services } from "../../services.ts";
import { proveDecider } from "../bank-details/prove-decider.ts";
import { changeFile } from "../company/change-file.ts";
import { reopenApplication } from "../company/company.repository.ts";
import { changeInvoicingOptions } from "./change-invoicing-options.ts";
import { invoicingOptionsRepository, optionsOf } from "./invoicing-options.repository.ts";
import { previewMentions } from "./preview-mentions.ts";

export function mountInvoicingOptions(app: FastifyInstance, services: Services): void {
  const { clock } = services;
  const optionsFor = async (tx: Tx, id: number): Promise<OwnInvoicing> => {
    const stored = await invoicingOptionsRepository.one(tx, id);
    if (!stored) throw errors.notFound();
    const late_rate = await invoicingOptionsRepository.lateRate(tx, clock.today());
    return { ...optionsOf(stored), late_rate };
  };

  mountRoute(app, services, readInvoicingOptions, async ({ transaction, distributorId }) =>
    transaction((tx) => optionsFor(tx, distributorId)),
  );

  mountRoute(app, services, previewInvoicingOptions, async ({ transaction, distributorId, body }) =>
    transaction((tx) => previewMentions(tx, distributorId, body, clock.today())),
  );

  mountRoute(app, services, changeRoute, async (context) => {
    const { distributorId, user, transaction, body } = context;
    const { totp_code: code, ...changes } = body;
    const source = { ...auditSourceOf(context), distributorId };
    if (code !== undefined) await proveDecider(services, user, source, code);
    return transaction(async (tx) => {
      const by = {
        name: personName(user),
        isProven: code !== undefined,
        now: clock.now(),
        today: clock.today(),
      };
      const change = () => changeInvoicingOptions(tx, services, source, changes, by);
      // A super admin decides about a file by a call of its own.
      if (isSuperAdmin(user)) await change();
      else
        await changeFile(tx, services, distributorId, async () => {
          if (await change()) await reopenApplication(tx, distributorId);
        });
      return optionsFor(tx, distributorId);
    });
  });
}
