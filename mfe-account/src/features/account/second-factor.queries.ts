import {
  disableSecondFactor,
  enableSecondFactor,
  readSecondFactor,
  startSecondFactor,
} from "@bobine/contract/second-factor";
import {
  callApi,
  invalidateAfter,
  KEPT_ACROSS_DISTRIBUTORS,
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
    onSuccess: () => invalidateAfter(client, enableSecondFactor),
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
