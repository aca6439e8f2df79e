import type { cardCheckouts } from "./card-checkouts.ts";
import {
  failure,
  type Form,
  latestInvoice,
  type SimulatedSubscription,
  type SimulatorAnswer,
  subscriptionJson,
} from "./card-objects.ts";

/** One call of Stripe's API. */
export interface CardCall {
  readonly method: string;
  readonly path: string;
  readonly form: Form;
  readonly authorization: string | undefined;
  readonly idempotencyKey: string | undefined;
}

interface ApiPlace {
  readonly secretKey: string;
  readonly checkouts: ReturnType<typeof cardCheckouts>;
  readonly subscriptions: ReadonlyMap<string, SimulatedSubscription>;
  readonly answersByKey: Map<string, { request: string; answer: SimulatorAnswer }>;
  readonly changed: () => void;
}

/** What SUB-1 uses of Stripe's API: payment pages made, read and ended, subscriptions read. */
export function cardApi({ secretKey, checkouts, subscriptions, answersByKey, changed }: ApiPlace) {
  return ({ method, path, form, authorization, idempotencyKey }: CardCall): SimulatorAnswer => {
    if (authorization !== `Bearer ${secretKey}`) return failure(401, "Invalid API Key provided.");
    const call = `${method} ${path}`;
    if (call === "POST /v1/checkout/sessions") {
      const request = JSON.stringify([...form]);
      const before = idempotencyKey === undefined ? undefined : answersByKey.get(idempotencyKey);
      if (before && before.request !== request)
        return {
          status: 400,
          body: { error: { type: "idempotency_error", message: "Keys for idempotent requests differ." } },
        };
      if (before) return before.answer;
      const answer = checkouts.create(form);
      if (idempotencyKey !== undefined) {
        answersByKey.set(idempotencyKey, { request, answer });
        changed();
      }
      return answer;
    }
    const [, kind, id, verb] =
      /^\/v1\/(checkout\/sessions|subscriptions)\/([\w-]+)(?:\/(\w+))?$/.exec(path) ?? [];
    const checkout = kind === "checkout/sessions" && id ? checkouts.find(id) : undefined;
    if (checkout && method === "GET" && verb === undefined)
      return { status: 200, body: checkouts.json(checkout) };
    if (checkout && method === "POST" && verb === "expire") {
      if (!checkouts.expire(checkout)) return failure(400, "This session is not open.");
      return { status: 200, body: checkouts.json(checkout) };
    }
    const subscription = kind === "subscriptions" && id ? subscriptions.get(id) : undefined;
    if (subscription && method === "GET" && verb === undefined) {
      const invoice = latestInvoice(subscription);
      const isExpanded = [...form].some(
        ([name, value]) => name.startsWith("expand[") && value === "latest_invoice",
      );
      return {
        status: 200,
        body: { ...subscriptionJson(subscription), latest_invoice: isExpanded ? invoice : invoice.id },
      };
    }
    return failure(404, `No such object: ${path}`, "resource_missing");
  };
}
