import {
  BANK_FIELDS,
  type BankDetailsLink,
  confirmBankDetails,
  confirmBankDetailsByCode,
  readBankDetailsLink,
  refuseBankDetails,
  resendBankDetailsMail,
  withdrawBankDetails,
} from "@bobine/contract/bank-details";
import type { DistributorProfile } from "@bobine/contract/distributors";
import sql from "sql-template-tag";
import type { FastifyInstance } from "fastify";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { auditSourceOf } from "../../http/audit.ts";
import { mountRoute } from "../../http/mount-route.ts";
import { hashOf } from "../../http/session.ts";
import type { Services } from "../../services.ts";
import { distributorProfile } from "../company/profile.repository.ts";
import { type LinkedChange, linkedChange } from "./bank-details.repository.ts";
import { proveDecider } from "./prove-decider.ts";
import { pendingOf } from "./pending-view.ts";
import type { BankDetails } from "./masked-changes.ts";
import {
  confirmChange,
  confirmLinked,
  refuseChange,
  refuseUnread,
  resendMail,
  withdrawChange,
} from "./settle-change.ts";

/** Guessing: a token has 256 bits, but nobody needs more tries than that. */
const LINK_LIMIT = { rateLimit: { max: 60, timeWindow: "15 minutes" } };

export function mountBankDetails(app: FastifyInstance, services: Services): void {
  const { pool, clock } = services;
  const profileOf = async (tx: Tx, id: number): Promise<DistributorProfile> => ({
    ...(await distributorProfile(tx, id)),
    ...(await pendingOf(tx, id, clock.now())),
  });

  mountRoute(app, services, resendBankDetailsMail, async (context) => {
    const { distributorId, transaction } = context;
    return transaction(async (tx) => {
      await resendMail(tx, services, { ...auditSourceOf(context), distributorId });
      return profileOf(tx, distributorId);
    });
  });

  mountRoute(app, services, withdrawBankDetails, async (context) => {
    const { distributorId, transaction } = context;
    return transaction(async (tx) => {
      await withdrawChange(tx, services, { ...auditSourceOf(context), distributorId });
      return profileOf(tx, distributorId);
    });
  });

  mountRoute(
    app,
    services,
    confirmBankDetailsByCode,
    async (context) => {
      const { distributorId, user, body, transaction } = context;
      const source = { ...auditSourceOf(context), distributorId };
      // No code is spent for nothing.
      await transaction((tx) => refuseUnread(tx, distributorId, body.seen, clock.now()));
      await proveDecider(services, user, source, body.totp_code);
      return transaction(async (tx) => {
        await confirmChange(tx, services, user, source, { seen: body.seen });
        return profileOf(tx, distributorId);
      });
    },
    LINK_LIMIT,
  );

  // A link is its person's, whichever distributor a super admin has chosen beside it.
  const withLink = <T>(
    { body, user }: { readonly body: { readonly token: string }; readonly user: { readonly id: number } },
    work: (tx: Tx, change: LinkedChange, again: () => Promise<BankDetailsLink>) => Promise<T>,
  ): Promise<T> =>
    inTransaction(pool, { kind: "all" }, async (tx) => {
      const find = async (): Promise<LinkedChange> => {
        const change = await linkedChange(tx, hashOf(body.token), user.id, clock.now());
        if (!change) throw errors.bankDetails.linkUnknown();
        return change;
      };
      return work(tx, await find(), async () => viewOf(tx, await find(), clock.now()));
    });

  mountRoute(
    app,
    services,
    readBankDetailsLink,
    (context) => withLink(context, (_tx, _change, view) => view()),
    LINK_LIMIT,
  );

  for (const [route, settle] of [
    [confirmBankDetails, confirmLinked],
    [refuseBankDetails, refuseChange],
  ] as const)
    mountRoute(
      app,
      services,
      route,
      (context) =>
        withLink(context, async (tx, change, view) => {
          const source = { ...auditSourceOf(context), distributorId: change.distributor_id };
          await settle(tx, services, context.user, source, change.id);
          return view();
        }),
      LINK_LIMIT,
    );
}

async function viewOf(tx: Tx, change: LinkedChange, now: Date): Promise<BankDetailsLink> {
  const isWaiting = change.outcome === null && new Date(change.expires_at) > now;
  return {
    state: isWaiting ? "waiting" : (change.outcome ?? "expired"),
    distributor_name: change.distributor_name,
    changes: isWaiting
      ? await wholeChanges(tx, change)
      : // What another change overtook was not settled with the rest of it.
        change.changes.filter(({ field }) => change[field] !== null),
    requested_by: change.requested_by_name,
    requested_at: change.requested_at,
    expires_at: change.expires_at,
  };
}

async function wholeChanges(tx: Tx, change: LinkedChange): Promise<BankDetailsLink["changes"]> {
  const before = await tx.one<BankDetails>(
    sql`select iban, secondary_iban from distributor where id = ${change.distributor_id}`,
  );
  return BANK_FIELDS.flatMap((field) => {
    const value = change[field];
    return value === null ? [] : [{ field, old_value: before[field], new_value: value }];
  });
}
