import type { RouteContract } from "@bobine/contract/route";
import type { QueryClient } from "@tanstack/react-query";
import { type CallArgs, callApi, callBinary, type MaybeArgs, pathOf, type QueryArgs } from "./api-client.ts";

type PathParams = Record<string, string | number>;
interface QueryInput {
  readonly params?: PathParams;
  readonly query?: QueryArgs;
  readonly body?: unknown;
}

const segmentsOf = (path: string): string[] => path.split("/").filter((segment) => segment !== "");

/**
 * Where the answer of a call is kept: its path, then what is asked. `/invoices/invoices/7/` is `["invoices", "invoices", "7"]`, which
 * every key of a call under that path begins with.
 */
export function routeKey(route: RouteContract, { params, query, body }: QueryInput = {}): readonly unknown[] {
  const input = [query, body].filter((part) => part !== undefined);
  return [...segmentsOf(pathOf(route.path, params)), ...input];
}

/** The query of a call, under its key: `useQuery({ ...routeQuery(listPlans), enabled })`. */
export const routeQuery = <R extends RouteContract>(route: R, ...[args]: MaybeArgs<R>) => ({
  queryKey: routeKey(route, args),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    callApi(route, ...([{ ...args, signal }] as unknown as [CallArgs<R>])),
});

/** The same of a call that answers a file: its bytes never change, so that nothing has them read again. */
export const fileQuery = <R extends RouteContract>(route: R, ...[args]: MaybeArgs<R>) => ({
  queryKey: routeKey(route, args),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    callBinary(route, ...([{ ...args, signal }] as unknown as [CallArgs<R>])),
  staleTime: "static" as const,
});

/** The answers of a call that are kept, whatever was asked of it; not those of the calls under its path. */
export function answersOf(route: RouteContract, params?: PathParams) {
  const path = routeKey(route, params ? { params } : {});
  return {
    queryKey: path,
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => typeof queryKey[path.length] !== "string",
  };
}

/**
 * Has read again what a call may have changed (`invalidates` of the contract), on whatever screen it shows.
 * @param params those of the call, where the paths that it invalidates name them
 */
export async function invalidateAfter(
  client: QueryClient,
  route: RouteContract,
  params?: PathParams,
): Promise<void> {
  await Promise.all(
    (route.invalidates ?? []).map(async (path) => {
      const asked = { queryKey: segmentsOf(pathOf(path, params)) };
      // What is on its way was asked before the call: on a screen that was left it would come in as the newest.
      await client.cancelQueries(asked);
      await client.invalidateQueries(asked);
    }),
  );
}
