import { csrfToken, currentUser, logout, refreshToken as refreshTokenRoute } from "@bobine/contract/auth";
import type { RouteContract } from "@bobine/contract/route";
import ky, { isNetworkError, isTimeoutError, type KyResponse } from "ky";
import type { z } from "zod";
import { ApiError, errorOfResponse, textOf } from "./api-error.ts";
import { asOneAction } from "./one-action.ts";
import { noteDataAge } from "./data-age.ts";
import { idleSeconds, whenSomebodyReturns } from "./last-action.ts";
import { announceRegistryId } from "./registry-id.ts";
import { API_PREFIX, csrfCookie, IDLE_HEADER, isAuthCall, requestHeaders } from "./request-headers.ts";
import { readStoredSession, type SessionUser, type StoredSession, toSessionUser } from "./session-storage.ts";
import {
  adoptStoredSession,
  closeSession,
  noteMissingFactor,
  renewTokens,
  replaceUser,
  sessionStore,
} from "./session-store.ts";

type InputOf<T> = T extends z.ZodType ? z.input<T> : never;
type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined;
type PathParams = Record<string, string | number>;
type QueryValue = string | number | boolean | undefined;
/** Values of the query string; `undefined` leaves the parameter out, an array repeats it. */
export type QueryArgs = Record<string, QueryValue | readonly (string | number)[]>;

/** What a call of `route` takes: the parameters of its path, query and body that the contract declares. */
export type CallArgs<R extends RouteContract> = (R["path"] extends `${string}:${string}`
  ? { params: PathParams }
  : object) &
  (undefined extends InputOf<R["body"]>
    ? { body?: InputOf<R["body"]> }
    : R["body"] extends z.ZodType
      ? { body: InputOf<R["body"]> }
      : object) & { query?: QueryArgs; signal?: AbortSignal };

export type MaybeArgs<R extends RouteContract> =
  object extends CallArgs<R> ? [args?: CallArgs<R>] : [args: CallArgs<R>];

interface LooseArgs {
  params?: PathParams;
  query?: QueryArgs;
  body?: unknown;
  signal?: AbortSignal;
  /** Of this call, beside those that every call carries. */
  headers?: Readonly<Record<string, string>>;
}

const client = ky.create({
  prefix: API_PREFIX,
  // Written out for test environments, whose Request knows no page address.
  baseUrl: location.origin,
  credentials: "include",
  // API-5: no default timeout. Retries belong to the query cache, which knows what may be repeated.
  timeout: false,
  retry: 0,
  throwHttpErrors: false,
});

/**
 * Calls a route of the contract and answers what its schema says.
 * @throws ApiError for every failure; `describeError` turns it into French
 */
export async function callApi<R extends RouteContract>(
  route: R,
  ...[args]: MaybeArgs<R>
): Promise<OutputOf<R["response"]>> {
  const checkOwner = ownerCheck(route);
  const { params, query, body: asked } = (args ?? {}) as LooseArgs;
  return asOneAction(route, [params, query, asked], async (headers) => {
    const response = await send(route, { ...args, headers }, checkOwner);
    const body = await readJson(response);
    checkOwner(response.status);
    if (!route.response || response.status === 204) return undefined as OutputOf<R["response"]>;
    const parsed = route.response.safeParse(body);
    if (!parsed.success)
      throw new ApiError("unreadable", { status: response.status, body, cause: parsed.error });
    return parsed.data as OutputOf<R["response"]>;
  });
}

/**
 * Calls a route whose answer is a file.
 * @returns the bytes with the type the server declares, and the name of its Content-Disposition
 * @throws ApiError
 */
export async function callBinary<R extends RouteContract>(
  route: R,
  ...[args]: MaybeArgs<R>
): Promise<{ blob: Blob; fileName: string | undefined }> {
  const checkOwner = ownerCheck(route);
  const response = await send(route, args ?? {}, checkOwner);
  const blob = await response.blob().catch((cause: unknown) => {
    throw new ApiError("network", { cause });
  });
  checkOwner();
  return { blob, fileName: fileNameOf(response.headers.get("content-disposition")) };
}

/**
 * Remembers whom a call is made for. Every attempt reads the headers anew, so what it returns is called before each one
 * and before the answer is shown: it throws `stale` once the user or the distributor is another. A public call, the
 * verification of a link above all, belongs to nobody.
 * @returns with the status of an answer, `stale` says that the server has done it all the same
 */
export function ownerCheck(route: RouteContract): (answered?: number) => void {
  const { epoch } = sessionStore.getState();
  return (status) => {
    if (route.access !== "public" && sessionStore.getState().epoch !== epoch)
      throw new ApiError("stale", status === undefined ? {} : { status });
  };
}

/** Sends once more after what a client can mend alone: an expired access token, a lost CSRF cookie. */
async function send(route: RouteContract, args: LooseArgs, checkOwner: () => void): Promise<Response> {
  const path = pathOf(route.path, args.params);
  if (route.method !== "GET" && !csrfCookie()) await fetchCsrfCookie();
  checkOwner();
  const token = sessionStore.getState().session?.token;
  const response = await attempt(route.method, path, args);
  if (response.ok) return response;
  const error = await errorOfResponse(response);
  if (isExpiredSession(error, path) && token !== undefined) {
    await refreshSession(token);
    checkOwner();
    return checked(await attempt(route.method, path, args));
  }
  if (isLostCsrfCookie(error)) {
    await fetchCsrfCookie();
    checkOwner();
    return checked(await attempt(route.method, path, args));
  }
  throw noteRefusal(error);
}

/**
 * Revokes a session on the server by its own tokens, an expired one as well as a live one, and also when it is closed here meanwhile: who signs out on
 * a slow network has gone by then.
 * @throws ApiError
 */
export async function revokeSession({ token, refreshToken }: StoredSession): Promise<void> {
  if (!csrfCookie()) await fetchCsrfCookie();
  const revoke = (access: string) =>
    attempt(logout.method, logout.path, {
      body: { refresh: refreshToken },
      headers: { Authorization: `Bearer ${access}` },
    });
  const response = await revoke(token);
  if (response.ok) return;
  const error = await errorOfResponse(response);
  if (!isExpiredSession(error, logout.path)) throw error;
  const { access } = await callApi(refreshTokenRoute, { body: { refresh: refreshToken } });
  await checked(await revoke(access));
}

async function checked(response: Response): Promise<Response> {
  if (!response.ok) throw noteRefusal(await errorOfResponse(response));
  return response;
}

const FACTOR_CODES = ["second_factor_to_enable", "second_factor_to_give"];

/** SEC-24: whose factor was taken away is told so by the next call; SEC-22: whose role is another now has the screens of that one from then on. */
export function noteRefusal(error: ApiError): ApiError {
  if (error.status === 403 && FACTOR_CODES.includes(error.code ?? "")) noteMissingFactor();
  if (error.status === 403 && error.code === "permission_denied") readRoleAnew();
  return error;
}

/** Reads anew who is signed in and what they may: a second factor was enabled, or their role is another. @throws ApiError */
export async function readUserAnew(): Promise<SessionUser> {
  const user = toSessionUser(await callApi(currentUser));
  replaceUser(user);
  return user;
}

let reading: Promise<unknown> | undefined;

/** Once for all the calls that were refused. A failure changes nothing: the server refuses, whatever the screens offer. */
function readRoleAnew(): void {
  reading ??= readUserAnew()
    .catch(() => undefined)
    .finally(() => {
      reading = undefined;
    });
}

async function attempt(
  method: string,
  path: string,
  { query, body, signal, headers }: LooseArgs,
): Promise<KyResponse> {
  try {
    const response = await client(path, {
      method,
      headers: { ...requestHeaders(method, path), ...headers },
      searchParams: searchParamsOf(query),
      ...(body === undefined ? {} : { json: body }),
      ...(signal ? { signal } : {}),
    });
    const header = (name: string): string | null => response.headers.get(name);
    announceRegistryId(header);
    noteDataAge(header);
    return response;
  } catch (cause) {
    if (isTimeoutError(cause)) throw new ApiError("timeout", { cause });
    if (signal?.aborted) throw new ApiError("aborted", { cause });
    if (isNetworkError(cause) || cause instanceof TypeError) throw new ApiError("network", { cause });
    throw cause;
  }
}

/** API-2: a 401, not on the auth calls, whose code is token_not_valid or whose detail speaks of the token. */
export function isExpiredSession(error: ApiError, path: string): boolean {
  if (error.status !== 401 || isAuthCall(path)) return false;
  return error.code === "token_not_valid" || (textOf(error.body, "detail")?.includes("token") ?? false);
}

/** The cookie is missing or is not the one the server gave: a fresh one mends it. */
export const isLostCsrfCookie = (error: ApiError): boolean =>
  error.status === 403 && error.code === "csrf_failed";

/** Asks the server for the CSRF cookie. A failure is logged by the network panel only (TXT-1). */
export async function fetchCsrfCookie(): Promise<void> {
  // Its body is read, or the browser keeps the connection for it.
  await attempt(csrfToken.method, csrfToken.path, {}).then(
    (response) => response.arrayBuffer().catch(() => undefined),
    () => undefined,
  );
}

let refreshing: Promise<void> | undefined;

/**
 * Renews the session once for all the calls that found `staleToken` expired, in this tab and in the others.
 * @throws ApiError when the session is over: it is then closed, and the guard shows the sign-in screen
 */
export function refreshSession(staleToken: string): Promise<void> {
  refreshing ??= withTabLock(() => refresh(staleToken)).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

// Somebody who comes back just before an unattended session would end is not put out.
whenSomebodyReturns(() => {
  const token = sessionStore.getState().session?.token;
  // A failure shows with the next call.
  if (token !== undefined) refreshSession(token).catch(() => undefined);
});

async function refresh(staleToken: string): Promise<void> {
  const stored = readStoredSession(localStorage);
  if (stored && stored.token !== staleToken) {
    // Another tab was faster: its tokens are ours.
    adoptStoredSession();
    return;
  }
  if (!stored) {
    closeSession();
    throw new ApiError("http", { status: 401, body: { code: "token_not_valid" } });
  }
  if (!csrfCookie()) await fetchCsrfCookie();
  const answer = await requestNewTokens(stored.refreshToken);
  if (readStoredSession(localStorage)?.refreshToken !== stored.refreshToken) {
    // Somebody signed in or out meanwhile: the answer is about a session that is no longer here.
    adoptStoredSession();
    if (!sessionStore.getState().session) throw new ApiError("stale");
    return;
  }
  if (!answer) {
    closeSession();
    throw new ApiError("http", { status: 401, body: { code: "token_not_valid" } });
  }
  renewTokens({ token: answer.access, refreshToken: answer.refresh ?? stored.refreshToken }, answer.role);
}

/**
 * @returns undefined when the server judges that the session is over
 * @throws ApiError when it has not judged: it is restarting or overrun, or wants another CSRF cookie than it gave
 */
async function requestNewTokens(
  refreshToken: string,
): Promise<OutputOf<typeof refreshTokenRoute.response> | undefined> {
  const send = () =>
    attempt(refreshTokenRoute.method, refreshTokenRoute.path, {
      body: { refresh: refreshToken, rotate: true },
      headers: { [IDLE_HEADER]: String(idleSeconds()) },
    });
  let response: Response = await send();
  let error = response.ok ? undefined : await errorOfResponse(response);
  if (error && isLostCsrfCookie(error)) {
    await fetchCsrfCookie();
    response = await send();
    error = response.ok ? undefined : await errorOfResponse(response);
  }
  if (!error) return refreshTokenRoute.response.safeParse(await readJson(response)).data;
  if (error.status >= 500 || error.status === 429 || isLostCsrfCookie(error)) throw error;
  return undefined;
}

/** One tab at a time where the browser can; the server's grace period covers the others. */
async function withTabLock(task: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return task();
  await navigator.locks.request("bobine-session-refresh", task);
}

async function readJson(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  const text = await response.text().catch((cause: unknown) => {
    throw new ApiError("network", { cause });
  });
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiError("unreadable", { status: response.status, cause });
  }
}

/** `/invoices/invoices/:id/` + `{ id: 7 }` → `/invoices/invoices/7/` */
export function pathOf(template: string, params: PathParams = {}): string {
  return template.replaceAll(/:([a-zA-Z_]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new RangeError(`no value for :${name} of ${template}`);
    return encodeURIComponent(value);
  });
}

function searchParamsOf(query: QueryArgs = {}): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) params.append(name, String(item));
  }
  return params;
}

function fileNameOf(disposition: string | null): string | undefined {
  if (!disposition) return undefined;
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (extended) return decodeURIComponent(extended);
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1];
}
