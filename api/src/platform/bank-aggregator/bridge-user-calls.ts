import type { z } from "zod";
import { BankAggregatorError } from "./bank-aggregator.ts";
import {
  type BridgeAccess,
  type BridgeAnswer,
  type bridgeHttp,
  type BridgeRequest,
  refusalOf,
} from "./bridge-http.ts";
import { pageOf, tokenSchema } from "./bridge-schemas.ts";

/** More than three years of any distributor, also in the simulator's pages of two. */
const MAX_PAGES = 5_000;
/** A token that ends sooner is renewed before. */
const TOKEN_MARGIN_MS = 60_000;

/** Calls for a user of the aggregator: each with an access token, lists page by page. */
export function bridgeUserCalls(access: Pick<BridgeAccess, "now">, http: ReturnType<typeof bridgeHttp>) {
  const tokens = new Map<string, { readonly token: string; readonly expiresAt: number }>();

  const refresh = async (uuid: string, patience?: readonly number[]): Promise<string> => {
    const answer = await http.send({
      method: "POST",
      path: "/aggregation/authorization/token",
      body: { user_uuid: uuid },
      ...(patience ? { patience } : {}),
    });
    const { access_token, expires_at, user } = readAnswer(tokenSchema, answer);
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
      const { resources, pagination } = readAnswer(
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

  return { sendAs, pages, all };
}

/** The answer in the shape that we know. @throws BankAggregatorError */
export function readAnswer<T extends z.ZodType>(schema: T, answer: BridgeAnswer): z.output<T> {
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
