import { onlineManager, QueryClient } from "@tanstack/react-query";
import { isApiError } from "./api-error.ts";
import { sessionStore } from "./session-store.ts";

/** Put as `meta` on a query whose data does not depend on the chosen distributor (the picker's list). */
export const KEPT_ACROSS_DISTRIBUTORS = { keptAcrossDistributors: true } as const;

/** Offline, a call fails and says so: the default mode would keep it waiting in silence and send it later. */
const NETWORK_MODE = "always";
/** Two retries, the second after twice as long: a failure shows within about a second. */
const FIRST_RETRY_MS = 300;

/**
 * The one cache of server data. It forgets what belonged to the previous distributor, and everything at a change of user.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: (failureCount) => FIRST_RETRY_MS * 2 ** failureCount,
        staleTime: 10_000,
        refetchOnWindowFocus: true,
        refetchOnReconnect: true,
        networkMode: NETWORK_MODE,
      },
      // An action is never repeated nor sent later by itself: the user sees that it failed, and decides.
      mutations: { retry: false, networkMode: NETWORK_MODE },
    },
  });
  sessionStore.subscribe((state, previous) => {
    if (state.epoch === previous.epoch) return;
    const sameUser = state.session?.user.email === previous.session?.user.email;
    client.removeQueries({
      predicate: (query) => !(sameUser && query.meta?.["keptAcrossDistributors"] === true),
    });
    client.getMutationCache().clear();
  });
  return client;
}

/** Only what may heal alone is asked again: no answer, or a server in trouble. Offline nothing heals by asking. */
export function shouldRetry(failureCount: number, error: unknown): boolean {
  if (failureCount >= 2 || !isApiError(error) || !onlineManager.isOnline()) return false;
  return (
    error.failure === "network" ||
    error.failure === "timeout" ||
    (error.failure === "http" && error.status >= 500)
  );
}
