import { IDEMPOTENCY_KEY, type RouteContract } from "@bobine/contract/route";
import { isApiError } from "./api-error.ts";
import { sessionStore } from "./session-store.ts";

/** Who asks the same after that wants it a second time. The server would answer for 24 hours what it has answered once. */
const SAME_DEED_MS = 15 * 60_000;

/** Actions that nobody knows the outcome of: what was asked for, and under which key. */
const unanswered = new Map<string, { readonly key: string; readonly since: number }>();

/**
 * Sends what a person does under a key (`Idempotency-Key`), when the contract says that the call takes one. The key is of the action:
 * the same again while nobody knows whether it was done (the answer was lost, the server broke down), a new one after an answer.
 * @param content all that makes it another action: path, query, body
 * @param work may send several times, each with these headers
 */
export async function asOneAction<T>(
  route: RouteContract,
  content: unknown,
  work: (headers: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  if (!route.idempotent) return work({});
  const action = JSON.stringify([sessionStore.getState().epoch, route.path, content]);
  const now = Date.now();
  for (const [old, { since }] of unanswered) if (now - since > SAME_DEED_MS) unanswered.delete(old);
  const { key } = unanswered.get(action) ?? { key: newKey() };
  unanswered.set(action, { key, since: now });
  try {
    const answer = await work({ [IDEMPOTENCY_KEY]: key });
    unanswered.delete(action);
    return answer;
  } catch (error) {
    if (isRefusal(error)) unanswered.delete(action);
    throw error;
  }
}

/** The server has answered that it has done nothing; else what was asked for may be done, and its answer was lost. */
export const isRefusal = (error: unknown): boolean =>
  isApiError(error) &&
  error.failure === "http" &&
  error.status < 500 &&
  error.code !== "idempotency_in_progress";

/** `crypto.randomUUID` is missing on pages without TLS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
