import {
  disableSecondFactor,
  enableSecondFactor,
  listFactorHolders,
  readSecondFactor,
  resetSecondFactor,
  startSecondFactor,
} from "@bobine/contract/second-factor";
import {
  callApi,
  invalidateAfter,
  KEPT_ACROSS_DISTRIBUTORS,
  readUserAnew,
  routeKey,
  routeQuery,
  useAction,
} from "@bobine/shared-auth";
import { useQuery, useQueryClient } from "@tanstack/react-query";

export function useSecondFactor() {
  return useQuery({
    ...routeQuery(readSecondFactor),
    meta: KEPT_ACROSS_DISTRIBUTORS,
  });
}

/** The secret is in the answer alone: the query cache keeps none. */
export const useStartSecondFactor = () => useAction({ mutationFn: () => callApi(startSecondFactor) });

/** @returns the recovery codes, shown once */
export function useEnableSecondFactor() {
  const client = useQueryClient();
  return useAction({
    mutationFn: async (totp_code: string) =>
      (await callApi(enableSecondFactor, { body: { totp_code } })).recovery_codes,
    // Not waited for: the form goes with the answer, and the recovery codes are told before that.
    onSuccess: () => {
      void invalidateAfter(client, enableSecondFactor);
      // What this session may do now; a failure shows with the next call.
      readUserAnew().catch(() => undefined);
    },
  });
}

/** Of super admins, and of whoever has enabled one (SEC-24). */
export const useFactorHolders = () =>
  useQuery({ ...routeQuery(listFactorHolders), meta: KEPT_ACROSS_DISTRIBUTORS });

export function useResetSecondFactor(id: number) {
  const client = useQueryClient();
  return useAction({
    mutationFn: (totp_code: string) => callApi(resetSecondFactor, { params: { id }, body: { totp_code } }),
    onSuccess: () => invalidateAfter(client, resetSecondFactor),
  });
}

export function useDisableSecondFactor() {
  const client = useQueryClient();
  return useAction({
    mutationFn: async (totp_code: string) =>
      client.setQueryData(
        routeKey(readSecondFactor),
        await callApi(disableSecondFactor, { body: { totp_code } }),
      ),
  });
}
