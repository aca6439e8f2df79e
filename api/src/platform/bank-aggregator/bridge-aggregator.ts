import { createHmac, timingSafeEqual } from "node:crypto";
import type { BankAggregator } from "./bank-aggregator.ts";
import { type BridgeAccess, bridgeHttp, refusalOf, SHORT_PATIENCE } from "./bridge-http.ts";
import {
  accountSchema,
  connectSessionSchema,
  itemSchema,
  providerSchema,
  tokenSchema,
  transactionSchema,
  userSchema,
} from "./bridge-schemas.ts";
import { bridgeUserCalls, readAnswer } from "./bridge-user-calls.ts";

const PAGE_SIZE = 500;
const MAX_SIGNATURES = 10;

/**
 * Bridge, API version 2025-01-15 (AGG-1). Access tokens live in memory only: two hours each, another one is a call away.
 * @param now the product's clock
 */
export function bridgeAggregator(access: BridgeAccess & { readonly webhookSecret: string }): BankAggregator {
  const http = bridgeHttp(access);
  const { sendAs, pages, all } = bridgeUserCalls(access, http);

  return {
    async ensureUser(externalId) {
      const body = { external_user_id: externalId };
      const patience = SHORT_PATIENCE;
      const made = await http.send({
        method: "POST",
        path: "/aggregation/users",
        body,
        patience,
        externalId,
      });
      if (made.status !== 409) return readAnswer(userSchema, made).uuid;
      const token = await http.send({
        method: "POST",
        path: "/aggregation/authorization/token",
        body,
        patience,
      });
      return readAnswer(tokenSchema, token).user.uuid;
    },

    async openConnectSession(uuid, { email, callbackUrl, context, itemId }) {
      const answer = await sendAs(uuid, {
        method: "POST",
        path: "/aggregation/connect-sessions",
        patience: SHORT_PATIENCE,
        body: {
          user_email: email,
          callback_url: callbackUrl,
          country_code: "FR",
          context,
          ...(itemId === undefined ? {} : { item_id: itemId }),
        },
      });
      return readAnswer(connectSessionSchema, answer).url;
    },

    items: (uuid) => all(uuid, "/aggregation/items", itemSchema),

    async item(uuid, itemId, isHurried = false) {
      const answer = await sendAs(uuid, {
        method: "GET",
        path: `/aggregation/items/${itemId}`,
        ...(isHurried ? { patience: SHORT_PATIENCE } : {}),
      });
      if (answer.status === 404) return undefined;
      const item = readAnswer(itemSchema, answer);
      return item.id === itemId ? item : undefined;
    },

    async bankName(providerId) {
      const answer = await http.send({ method: "GET", path: `/providers/${providerId}` });
      return answer.status === 404 ? undefined : readAnswer(providerSchema, answer).name.slice(0, 200);
    },

    async accounts(uuid, itemId) {
      const accounts = await all(uuid, `/aggregation/accounts?item_id=${itemId}`, accountSchema);
      return accounts.filter((account) => account.item_id === itemId);
    },

    async *transactions(uuid, { accountId, since }) {
      const query = new URLSearchParams({ account_id: String(accountId), limit: String(PAGE_SIZE) });
      if (since !== null) query.set("since", since);
      for await (const page of pages(
        uuid,
        `/aggregation/transactions?${query.toString()}`,
        transactionSchema,
      ))
        yield page.filter((row) => row.account_id === accountId);
    },

    async deleteItem(uuid, itemId) {
      const answer = await sendAs(uuid, {
        method: "DELETE",
        path: `/aggregation/items/${itemId}`,
        patience: SHORT_PATIENCE,
      });
      if (answer.status >= 300 && answer.status !== 404) throw refusalOf(answer);
    },

    isSigned: (body, header) => isSigned(access.webhookSecret, body, header),
  };
}

/**
 * `v1=<hex>[,v1=<hex>]`: HMAC-SHA256 of the raw body. Two secrets live for a day after a rotation, so one good signature is
 * enough; other schemes do not count (AGG-4). In constant time.
 */
function isSigned(secret: string, body: Buffer, header: string | undefined): boolean {
  const expected = createHmac("sha256", secret).update(body).digest();
  let isGood = false;
  for (const part of (header ?? "").split(",").slice(0, MAX_SIGNATURES)) {
    const hex = /^\s*v1=([0-9a-f]{64})\s*$/i.exec(part)?.[1];
    if (hex !== undefined && timingSafeEqual(Buffer.from(hex, "hex"), expected)) isGood = true;
  }
  return isGood;
}
