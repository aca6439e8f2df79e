import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const CONTRACTS = new URL("../../../api/contract/calls/", import.meta.url);
const { z } = createRequire(new URL("../package.json", CONTRACTS))("zod");

/** How many rows a stubbed list has. */
const ROWS = 5;

/** Tried in this order against the pattern of a text: the first that fits is the example. */
const TEXTS = [
  "Exemple",
  "2026-11-18",
  "2026-11-18T08:30:00.000Z",
  "2026-11-18T08:30:00Z",
  "1250.00",
  "12",
  "camille@lumiere.example",
  "75001",
  "FR76",
  "0123456789ab",
  "cnc",
  "https://exemple.example/",
  "2026-W47",
  "2026-11",
  "exemple",
  "EXEMPLE",
  "+33612345678",
  "000100016",
  "0b8f1c1e-7a52-4c1f-9d0e-3f1b2c4d5e6f",
  "a".repeat(64),
  `sha384-${"A".repeat(64)}`,
  "/exemple",
  "1.0.0",
];

/**
 * An example of what a JSON Schema describes.
 * @param {Record<string, unknown>} schema
 * @param {string} name of the property, for texts that a person can tell apart
 * @param {number} row counts the items of a list
 */
export function exampleOf(schema, name = "", row = 0) {
  if (Array.isArray(schema.examples)) return schema.examples[row % schema.examples.length];
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[row % schema.enum.length];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return exampleOf(choices.find((choice) => choice.type !== "null") ?? choices[0], name, row);
  if (Array.isArray(schema.allOf))
    return Object.assign({}, ...schema.allOf.map((one) => exampleOf(one, name, row)));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "object":
      return objectOf(schema, row);
    case "array": {
      const length = Math.min(Math.max(schema.minItems ?? 0, ROWS), schema.maxItems ?? ROWS);
      return Array.from({ length }, (_, index) => exampleOf(schema.items ?? {}, name, index));
    }
    case "integer":
    case "number":
      return numberOf(schema, name, row);
    case "boolean":
      return row % 2 === 1;
    case "string":
      return textOf(schema, name, row);
    default:
      return null;
  }
}

function objectOf(schema, row) {
  // A record whose keys are listed has all of them.
  const ofNames = (schema.propertyNames?.enum ?? []).map((key) => [key, schema.additionalProperties ?? {}]);
  const properties = [...Object.entries(schema.properties ?? {}), ...ofNames];
  const example = Object.fromEntries(properties.map(([key, one]) => [key, exampleOf(one, key, row)]));
  // The list form of API-4: one page that holds everything.
  if (Array.isArray(example.results) && "next" in example)
    return { ...example, count: example.results.length, next: null, previous: null };
  return example;
}

function numberOf(schema, name, row) {
  const least = schema.minimum ?? (schema.exclusiveMinimum === undefined ? 0 : schema.exclusiveMinimum + 1);
  const most =
    schema.maximum ?? (schema.exclusiveMaximum === undefined ? Infinity : schema.exclusiveMaximum - 1);
  const wanted = name === "id" || name.endsWith("_id") ? row + 1 : 3 + row;
  return Math.min(Math.max(wanted, least), most);
}

function textOf(schema, name, row) {
  const fits = (text) =>
    (schema.pattern === undefined || new RegExp(schema.pattern, "u").test(text)) &&
    text.length >= (schema.minLength ?? 0) &&
    text.length <= (schema.maxLength ?? Infinity);
  const known = {
    uri: "https://exemple.example/",
    date: "2026-11-18",
    "date-time": "2026-11-18T08:30:00.000Z",
    email: "camille@lumiere.example",
  };
  if (known[schema.format]) return known[schema.format];
  if (/^currency(_code)?$/.test(name)) return "EUR";
  const named = `${name || "Exemple"} ${row + 1}`;
  return [named, ...TEXTS].find(fits) ?? "x".repeat(schema.minLength ?? 1);
}

/** @returns the answer of a route of the contract, made from its schema; undefined when it answers no JSON */
export function stubOf(route) {
  if (!route.response) return undefined;
  return exampleOf(z.toJSONSchema(route.response, { io: "input", unrepresentable: "any" }));
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
  const files = readdirSync(CONTRACTS).filter((name) => name.endsWith(".contract.ts"));
  const modules = await Promise.all(
    files.map((file) => import(/* @vite-ignore */ new URL(file, CONTRACTS).href)),
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
 * Answers the calls under /api/v1 from the contract, for a remote that runs alone. Nothing is kept: a change that is sent
 * answers as if it were done.
 * @param {Record<string, (request: { params: Record<string, string>, query: URLSearchParams }) => unknown>} own
 */
export async function stubMiddleware(own = {}) {
  const routes = (await contractRoutes())
    .map((route) => ({ route, pattern: patternOf(route.path), fixed: !route.path.includes(":") }))
    // `/invoices/count/` before `/invoices/:id/`.
    .sort((a, b) => Number(b.fixed) - Number(a.fixed));
  return (request, response, next) => {
    const url = new URL(request.url, "http://stub.invalid");
    if (!url.pathname.startsWith("/api/v1/")) return next();
    const path = url.pathname.slice("/api/v1".length);
    const found = routes.find(({ route, pattern }) => route.method === request.method && pattern.test(path));
    const send = (status, body) => {
      response.statusCode = status;
      response.setHeader("content-type", "application/json; charset=utf-8");
      response.setHeader("set-cookie", "csrftoken=standalone; Path=/; SameSite=Lax");
      response.end(body === undefined ? "" : JSON.stringify(body));
    };
    if (!found) return send(404, { detail: "Élément introuvable.", code: "not_found" });
    const { route, pattern } = found;
    const stub = own[`${route.method} ${route.path}`];
    const params = { ...pattern.exec(path)?.groups };
    const body = stub ? stub({ params, query: url.searchParams }) : stubOf(route);
    return body === undefined ? send(204) : send(route.status ?? 200, body);
  };
}

const patternOf = (path) => new RegExp(`^${path.replaceAll(/:([a-zA-Z_]+)/g, "(?<$1>[^/]+)")}$`);
