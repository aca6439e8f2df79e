import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Config } from "../config.ts";
import { errors } from "../errors.ts";

/** SEC-7 */
const CSRF_COOKIE = "csrftoken";
const CSRF_HEADER = "x-csrftoken";
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
const YEAR_SECONDS = 365 * 86_400;

const isHttps = (config: Config): boolean => config.publicUrl.startsWith("https:");
/** The HttpOnly twin that no page and no sibling host can set (SEC-7); `__Host-` needs HTTPS. */
const browserCookie = (config: Config): string =>
  isHttps(config) ? "__Host-bobine-browser" : "bobine-browser";

const sign = (config: Config, nonce: string, browser: string): string =>
  createHmac("sha256", `csrf:${config.secretKey}`).update(`${nonce}.${browser}`).digest("base64url");

function isValid(config: Config, token: string, browser: string): boolean {
  const [nonce, signature] = token.split(".");
  if (!nonce || !signature) return false;
  const expected = Buffer.from(sign(config, nonce, browser));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The secret of this browser alone; undefined before it has one. */
export const browserOf = (config: Config, request: FastifyRequest): string | undefined =>
  request.cookies[browserCookie(config)];

/** Gives the browser a token bound to it; keeps the one that it has when that is valid. */
export function giveCsrfToken(config: Config, request: FastifyRequest, reply: FastifyReply): string {
  const known = request.cookies[browserCookie(config)];
  const browser = known && /^[\w-]{43}$/.test(known) ? known : randomBytes(32).toString("base64url");
  const current = request.cookies[CSRF_COOKIE];
  const nonce = randomBytes(16).toString("base64url");
  const token =
    current && known === browser && isValid(config, current, browser)
      ? current
      : `${nonce}.${sign(config, nonce, browser)}`;
  const common = { path: "/", sameSite: "lax", secure: isHttps(config), maxAge: YEAR_SECONDS } as const;
  reply.setCookie(browserCookie(config), browser, { ...common, httpOnly: true });
  reply.setCookie(CSRF_COOKIE, token, common);
  return token;
}

/** Refuses any change whose header token is not the one given to this browser, or that another site sent. */
export function installCsrf(app: FastifyInstance, config: Config): void {
  const ownOrigin = new URL(config.publicUrl).origin;
  const prove = (request: FastifyRequest): void => {
    // Not by the address: the router also knows it in other spellings (`/%61pi/`).
    if (SAFE_METHODS.has(request.method) || request.is404) return;
    if (request.routeOptions.config.withoutCsrf) return;
    const { origin } = request.headers;
    const sameHost =
      origin !== undefined && URL.canParse(origin) && new URL(origin).host === request.headers.host;
    if (origin !== undefined && origin !== ownOrigin && !sameHost) throw errors.auth.csrf();
    if (request.headers["sec-fetch-site"] === "cross-site") throw errors.auth.csrf();
    const header = request.headers[CSRF_HEADER];
    const browser = request.cookies[browserCookie(config)];
    if (
      typeof header !== "string" ||
      header !== request.cookies[CSRF_COOKIE] ||
      !browser ||
      !isValid(config, header, browser)
    ) {
      throw errors.auth.csrf();
    }
  };
  app.addHook("onRequest", (request, _reply, done) => {
    prove(request);
    done();
  });
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** No cookie speaks for the sender here: each request proves itself, by a signature or a secret address. */
    withoutCsrf?: boolean;
  }
}
