import { createHmac, timingSafeEqual } from "node:crypto";
import type { z } from "zod";
import { type BankAggregator, BankAggregatorError } from "./bank-aggregator.ts";
import {
  type BridgeAccess,
  type BridgeAnswer,
  bridgeHttp,
  type BridgeRequest,
  refusalOf,
  SHORT_PATIENCE,
} from "./bridge-http.ts";
import {
  accountSchema,
  connectSessionSchema,
  itemSchema,
  pageOf,
  providerSchema,
  tokenSchema,
  transactionSchema,
  userSchema,
} from "./bridge-schemas.ts";

const PAGE_SIZE = 500;
/** More than three years of any distributor, also in the simulator's pages of two. */
const MAX_PAGES = 5_000;
/** A token that ends sooner is renewed before. */
const TOKEN_MARGIN_MS = 60_000;
const MAX_SIGNATURES = 10;

/**
 * Bridge, API version 2025-01-15 (AGG-1). Access tokens live in memory only: two hours each, another one is a call away.
 * @param now the product's clock
 */
export function bridgeAggregator(access: BridgeAccess & { readonly webhookSecret: string }): BankAggregator {
  const http = bridgeHttp(access);
  const tokens = new Map<string, { readonly token: string; readonly expiresAt: number }>();

  const refresh = async (uuid: string, patience?: readonly number[]): Promise<string> => {
    const answer = await http.send({
      method: "POST",
      path: "/aggregation/authorization/token",
      body: { user_uuid: uuid },
      ...(patience ? { patience } : {}),
    });
    const { access_token, expires_at, user } = read(tokenSchema, answer);
    if (user.uuid !== uuid) throw new BankAggregatorError("malformed", "the token is another user's");
    tokens.set(uuid, { token: access_token, expiresAt: Date.parse(expires_at) });
    return access_token;
  };

  /** A call for a user; a token that the aggregator no longer takes is renewed once. */
  const sendAs = async (uuid: string, request: BridgeRequest): Promise<BridgeAnswer> => {
    const known = tokens.get(uuid);
    const isGood = known !== undefined && known.expiresAt - TOKEN_MARGIN_MS > access.now().getTime();
    const token = isGood ? known.token : await refresh(uuid, request.patience);
    const answer = await http.send({ ...request, user: { uuid, token } });
    if (answer.status !== 401) return answer;
    tokens.delete(uuid);
    return await http.send({ ...request, user: { uuid, token: await refresh(uuid, request.patience) } });
  };

  async function* pages<T extends z.ZodType>(
    uuid: string,
    path: string,
    resource: T,
  ): AsyncGenerator<z.output<T>[]> {
    const seen = new Set<string>();
    let next: string | URL = path;
    for (;;) {
      const { resources, pagination } = read(
        pageOf(resource),
        await sendAs(uuid, { method: "GET", path: next }),
      );
      yield resources as z.output<T>[];
      const uri = pagination?.next_uri;
      if (uri === undefined || uri === null || uri === "") return;
      next = http.nextAddress(uri);
      if (seen.has(next.href) || seen.size >= MAX_PAGES)
        throw new BankAggregatorError("malformed", "its pages do not end");
      seen.add(next.href);
    }
  }

  const all = async <T extends z.ZodType>(
    uuid: string,
    path: string,
    resource: T,
  ): Promise<z.output<T>[]> => {
    const rows: z.output<T>[] = [];
    for await (const page of pages(uuid, path, resource)) rows.push(...page);
    return rows;
  };

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
      if (made.status !== 409) return read(userSchema, made).uuid;
      const token = await http.send({
        method: "POST",
        path: "/aggregation/authorization/token",
        body,
        patience,
      });
      return read(tokenSchema, token).user.uuid;
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
      return read(connectSessionSchema, answer).url;
    },

    items: (uuid) => all(uuid, "/aggregation/items", itemSchema),

    async item(uuid, itemId, isHurried = false) {
      const answer = await sendAs(uuid, {
        method: "GET",
        path: `/aggregation/items/${itemId}`,
        ...(isHurried ? { patience: SHORT_PATIENCE } : {}),
      });
      if (answer.status === 404) return undefined;
      const item = read(itemSchema, answer);
      return item.id === itemId ? item : undefined;
    },

    async bankName(providerId) {
      const answer = await http.send({ method: "GET", path: `/providers/${providerId}` });
      return answer.status === 404 ? undefined : read(providerSchema, answer).name.slice(0, 200);
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

/** The answer in the shape that we know. @throws BankAggregatorError */
function read<T extends z.ZodType>(schema: T, answer: BridgeAnswer): z.output<T> {
  if (answer.status >= 300) throw refusalOf(answer);
  const parsed = schema.safeParse(answer.body);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues.map((issue) => issue.path.join(".")).slice(0, 5);
  throw new BankAggregatorError(
    "malformed",
    `its answer has another shape at: ${where.join(", ")}`,
    answer.status,
  );
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
