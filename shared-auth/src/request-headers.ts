import { sessionStore } from "./session-store.ts";
import { announcedBuilds } from "./ui-build.ts";

export const API_PREFIX = "/api/v1";
const CSRF_COOKIE = "csrftoken";
export const CSRF_HEADER = "X-CSRFToken";
export const DISTRIBUTOR_HEADER = "X-Distributor-Id";
/** Of the renewal of a session: for how long nobody has acted. Without it the renewal itself is a use. */
export const IDLE_HEADER = "X-Idle-Seconds";
const FRONT_BUILD_HEADER = "X-Front-Build";

/** API-5: calls that carry no bearer token, and whose 401 is an answer and not an expired session. */
const AUTH_CALLS = ["/auth/login/", "/auth/register/", "/auth/token/refresh/", "/auth/csrf-token/"];

/** `path` under the prefix. Whole paths: `/auth/login/verify/` says who is signed in, so that the server can refuse. */
export const isAuthCall = (path: string): boolean => AUTH_CALLS.includes(path);

/** The value of the csrftoken cookie, if the browser has one. */
export function csrfCookie(cookies: string = document.cookie): string | undefined {
  const pair = cookies.split("; ").find((cookie) => cookie.startsWith(`${CSRF_COOKIE}=`));
  const value = pair?.slice(CSRF_COOKIE.length + 1);
  return value ? decodeURIComponent(value) : undefined;
}

/** The headers that every call carries (API-5), for one method and path. */
export function requestHeaders(method: string, path: string): Record<string, string> {
  const { session, distributorId } = sessionStore.getState();
  const headers: Record<string, string> = {};
  if (session && !isAuthCall(path)) headers["Authorization"] = `Bearer ${session.token}`;
  if (distributorId !== null) headers[DISTRIBUTOR_HEADER] = String(distributorId);
  const frontBuild = announcedBuilds();
  if (frontBuild !== "") headers[FRONT_BUILD_HEADER] = frontBuild;
  const csrf = csrfCookie();
  if (method !== "GET" && csrf) headers[CSRF_HEADER] = csrf;
  return headers;
}
