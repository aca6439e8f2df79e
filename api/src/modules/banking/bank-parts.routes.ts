import {
  acceptInternalTransfer as acceptContract,
  type AccountChoice,
  decideParts as decideContract,
  listAccountChoices,
  readParts,
  replaceAccountChoices,
} from "@bobine/contract/bank-parts";
import type { FastifyInstance } from "fastify";
import { lockLedger } from "../../db/locks.ts";
import { reservedAccountRefusal } from "../../domain/settlement/reserved-accounts.ts";
import { errors } from "../../errors.ts";
import { auditSourceOf, writeAudit } from "../../http/audit.ts";
import { mountRoute } from "../../http/mount-route.ts";
import type { Services } from "../../services.ts";
import { acceptInternalTransfer } from "./accept-internal-transfer.ts";
import { bankPartsRepository } from "./bank-parts.repository.ts";
import { bankingErrors } from "./banking.errors.ts";
import { decideParts, readPartsOf } from "./decide-parts.ts";
import { requestProposals } from "./propose-again.ts";
import { requesterOf } from "./requester.ts";

const inWords = (accounts: readonly AccountChoice[]): string =>
  accounts.map(({ code, label }) => `${code} ${label}`).join(", ");

const isSameList = (list: readonly AccountChoice[], other: readonly AccountChoice[]): boolean =>
  list.length === other.length &&
  list.every(({ code, label }, place) => code === other[place]?.code && label === other[place].label);

/** A bank line split into parts, and the accounts that parts may have (LET-19, LET-20). */
export function mountBankParts(app: FastifyInstance, services: Services): void {
  mountRoute(
    app,
    services,
    readParts,
    async ({ params, distributorId, transaction }) =>
      await transaction((tx) => readPartsOf(tx, distributorId, params.id)),
    { readsAtOnce: () => true },
  );

  mountRoute(
    app,
    services,
    decideContract,
    async (context) => {
      const request = {
        ...requesterOf(context),
        transactionId: context.params.id,
        parts: context.body.parts,
      };
      return await context.transaction(async (tx) => {
        const decided = await decideParts(tx, request);
        // Its invoices are due again: what waits may be what pays them (LET-26).
        if (request.parts.some((part) => part.kind === "return"))
          await requestProposals(tx, services.jobs, { distributorIds: [request.distributorId] });
        return decided;
      });
    },
    { touchesFew: true },
  );

  mountRoute(
    app,
    services,
    acceptContract,
    async (context) => {
      const { params, body, transaction } = context;
      const request = {
        ...requesterOf(context),
        transactionId: params.id,
        otherId: body.other_transaction_id,
      };
      return await transaction((tx) => acceptInternalTransfer(tx, request));
    },
    { touchesFew: true },
  );

  mountRoute(
    app,
    services,
    listAccountChoices,
    async ({ distributorId, transaction }) => ({
      results: await transaction((tx) => bankPartsRepository.accounts(tx, distributorId)),
    }),
    { readsAtOnce: () => true },
  );

  mountRoute(app, services, replaceAccountChoices, async (context) => {
    const { accounts, known_accounts: known } = context.body;
    const codes = accounts.map((account) => account.code);
    const twice = codes.find((code, place) => codes.indexOf(code) !== place);
    if (twice !== undefined)
      throw errors.field("accounts", `Le compte ${twice} figure deux fois dans la liste.`);
    return await context.transaction(async (tx) => {
      // Two lists that are saved at once would mix, or meet in their key.
      await lockLedger(tx, context.distributorId);
      const vatAccounts = await bankPartsRepository.vatAccounts(tx, context.distributorId);
      for (const code of codes) {
        const refusal = reservedAccountRefusal(code, vatAccounts);
        if (refusal !== undefined) throw errors.field("accounts", refusal);
      }
      const before = await bankPartsRepository.accounts(tx, context.distributorId);
      // What is saved already came twice.
      if (known && !isSameList(before, known) && !isSameList(before, accounts))
        throw bankingErrors.accountsChanged();
      await bankPartsRepository.replaceAccounts(tx, context.distributorId, accounts);
      await writeAudit(tx, auditSourceOf(context), "other", {
        changed_fields: ["accounts"],
        old_value: inWords(before),
        new_value: inWords(accounts),
      });
      return { results: [...accounts] };
    });
  });
}
