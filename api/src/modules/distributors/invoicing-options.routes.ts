import {
  changeInvoicingOptions as changeRoute,
  type OwnInvoicing,
  previewInvoicingOptions,
  readInvoicingOptions,
} from "@bobine/contract/invoicing-options";
import { personName } from "@bobine/contract/person-name";
import { maskedIban } from "@bobine/contract/business-numbers";
import type { FastifyInstance } from "fastify";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { auditSourceOf } from "../../http/audit.ts";
import { mountRoute } from "../../http/mount-route.ts";
import type { Services } from "../../services.ts";
import { notify } from "../bank-details/notify.ts";
import { proveDecider } from "../bank-details/prove-decider.ts";
import { moveOnboarding } from "../company/move-onboarding.ts";
import { issueAgain } from "./change-company.ts";
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
      const by = { today: clock.today(), isProven: code !== undefined };
      const factor = await changeInvoicingOptions(tx, source, changes, by);
      // Who bills no VAT needs no number of it (BILL-8).
      if (changes.default_vat_rate_bp !== undefined) {
        await moveOnboarding(tx, distributorId);
        await issueAgain(tx, services.jobs, distributorId);
      }
      // As of a changed IBAN of the company, everybody who decides about it is told (SEC-17).
      if (factor) {
        const { old_iban, new_iban } = factor;
        const change = {
          field: "factor_iban" as const,
          old_value: maskedIban(old_iban),
          new_value: maskedIban(new_iban),
        };
        const facts = { changes: [change], by: personName(user), at: clock.now().toISOString() };
        await notify(tx, services, { distributorId, kind: "change_in_effect", facts }, clock.now());
      }
      return optionsFor(tx, distributorId);
    });
  });
}
