import { currentUser } from "@bobine/contract/auth";
import {
  disableSecondFactor,
  enableSecondFactor,
  listFactorHolders,
  readSecondFactor,
  renewRecoveryCodes,
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

/**
 * What this session may do, read anew: the browser may keep that it gave no code of a factor that it enabled itself (SEC-24), where the
 * answer was lost.
 */
export const useUserAnew = (isWanted: boolean) =>
  useQuery({
    queryKey: [...routeKey(currentUser), "anew"],
    queryFn: readUserAnew,
    enabled: isWanted,
    staleTime: 0,
    gcTime: 0,
    meta: KEPT_ACROSS_DISTRIBUTORS,
  });

/** The secret is in the answer alone: the query cache keeps none. */
export function useStartSecondFactor() {
  const client = useQueryClient();
  return useAction({
    mutationFn: () => callApi(startSecondFactor),
    // It is refused to who has one already: this page did not know.
    onError: () => void client.invalidateQueries({ queryKey: routeKey(readSecondFactor) }),
  });
}

/** @returns the recovery codes, shown once */
export function useEnableSecondFactor() {
  const client = useQueryClient();
  return useAction({
    mutationFn: async (totp_code: string) =>
      (await callApi(enableSecondFactor, { body: { totp_code } })).recovery_codes,
    // Not waited for: the form goes with the answer, and the recovery codes are told before that. After a failure too: its answer may be lost.
    onSettled: () => {
      void invalidateAfter(client, enableSecondFactor);
      // What this session may do now; a failure shows with the next call.
      readUserAnew().catch(() => undefined);
    },
  });
}

/** @returns the recovery codes, shown once */
export function useRenewRecoveryCodes() {
  const client = useQueryClient();
  return useAction({
    mutationFn: async (totp_code: string) =>
      (await callApi(renewRecoveryCodes, { body: { totp_code } })).recovery_codes,
    // The codes show with the answer.
    onSettled: () => void invalidateAfter(client, renewRecoveryCodes),
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
