// The calls of the contract, read from its files: a call that is added is found by itself.
import { readdirSync } from "node:fs";
import type { RouteContract } from "@bobine/contract/route";

const CONTRACTS = new URL("../contract/calls/", import.meta.url);

const isRoute = (value: unknown): value is RouteContract =>
  typeof value === "object" && value !== null && "method" in value && "path" in value && "access" in value;

/** The calls that a contract file exports, alone or in a table. */
const routesIn = (value: unknown, depth = 0): RouteContract[] => {
  if (isRoute(value)) return [value];
  if (typeof value !== "object" || value === null || depth > 1 || "_zod" in value) return [];
  return Object.values(value).flatMap((inner) => routesIn(inner, depth + 1));
};

/** Every call of the contract, in the order of its files. */
export async function contractRoutes(): Promise<RouteContract[]> {
  const routes: RouteContract[] = [];
  for (const file of readdirSync(CONTRACTS).filter((name) => name.endsWith(".contract.ts"))) {
    const exported = (await import(/* @vite-ignore */ new URL(file, CONTRACTS).href)) as object;
    routes.push(...Object.values(exported).flatMap((value) => routesIn(value)));
  }
  return routes;
}
