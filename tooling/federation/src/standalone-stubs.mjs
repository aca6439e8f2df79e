import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { exampleOf } from "@bobine/contract/testing/example-of";

const CALLS = dirname(createRequire(import.meta.url).resolve("@bobine/contract/route"));
const CALL = /\.contract\.[jt]s$/;

/** @returns the answer of a route of the contract, made from its schema; undefined when it answers no JSON */
export function stubOf(route) {
  return route.response ? exampleOf(route.response) : undefined;
}

const isRoute = (value) =>
  typeof value === "object" && value !== null && "method" in value && "path" in value && "access" in value;

function routesIn(value, depth = 0) {
  if (isRoute(value)) return [value];
  if (typeof value !== "object" || value === null || depth > 1 || "_zod" in value) return [];
  return Object.values(value).flatMap((inner) => routesIn(inner, depth + 1));
}

/** Every call of the contract. */
export async function contractRoutes() {
  const files = readdirSync(CALLS).filter((name) => CALL.test(name));
  const modules = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ pathToFileURL(join(CALLS, file)).href)),
  );
  return modules.flatMap((exported) => Object.values(exported).flatMap((value) => routesIn(value)));
}

/**
 * What the routes of a remote's own stubs file answer in place of what their schema gives. The file is `src/standalone.stubs.mjs`
 * of the remote: `export const stubs = { "GET /invoices/invoices/": (request) => body }`.
 */
export async function ownStubs(file) {
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)).stubs;
}

/**
 * Answers the calls under /api/v1 from the contract, where no API is. Nothing is kept: a change that is sent answers as if it were done.
 * @param {Record<string, (request: { params: Record<string, string>, query: URLSearchParams }) => unknown>} own
 * @returns {Promise<(method: string, url: URL) => { status: number, body?: unknown } | undefined>} undefined for what is no call
 */
export async function stubAnswers(own = {}) {
  const routes = (await contractRoutes())
    .map((route) => ({ route, pattern: patternOf(route.path), fixed: !route.path.includes(":") }))
    // `/invoices/count/` before `/invoices/:id/`.
    .sort((a, b) => Number(b.fixed) - Number(a.fixed));
  return (method, url) => {
    if (!url.pathname.startsWith("/api/v1/")) return undefined;
    const path = url.pathname.slice("/api/v1".length);
    const found = routes.find(({ route, pattern }) => route.method === method && pattern.test(path));
    if (!found) return { status: 404, body: { detail: "Élément introuvable.", code: "not_found" } };
    const { route, pattern } = found;
    const stub = own[`${route.method} ${route.path}`];
    const params = { ...pattern.exec(path)?.groups };
    const body = stub ? stub({ params, query: url.searchParams }) : stubOf(route);
    return body === undefined ? { status: 204 } : { status: route.status ?? 200, body };
  };
}

/** The same for a remote that runs alone. */
export async function stubMiddleware(own = {}) {
  const answers = await stubAnswers(own);
  return (request, response, next) => {
    const answer = answers(request.method, new URL(request.url, "http://stub.invalid"));
    if (!answer) return next();
    response.statusCode = answer.status;
    response.setHeader("content-type", "application/json; charset=utf-8");
    response.setHeader("set-cookie", "csrftoken=standalone; Path=/; SameSite=Lax");
    response.end(answer.body === undefined ? "" : JSON.stringify(answer.body));
  };
}

const patternOf = (path) => new RegExp(`^${path.replaceAll(/:([a-zA-Z_]+)/g, "(?<$1>[^/]+)")}$`);
