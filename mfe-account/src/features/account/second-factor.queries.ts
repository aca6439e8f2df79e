import {
  disableSecondFactor,
  enableSecondFactor,
  readSecondFactor,
  startSecondFactor,
} from "@bobine/contract/second-factor";
import { callApi, KEPT_ACROSS_DISTRIBUTORS, useAction } from "@bobine/shared-auth";
import { useQuery, useQueryClient } from "@tanstack/react-query";

const STATE = ["second-factor"] as const;

export function useSecondFactor() {
  return useQuery({
    queryKey: STATE,
    queryFn: ({ signal }) => callApi(readSecondFactor, { signal }),
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
    onSuccess: () => client.invalidateQueries({ queryKey: STATE }),
  });
}

export function useDisableSecondFactor() {
  const client = useQueryClient();
  return useAction({
    mutationFn: async (totp_code: string) =>
      client.setQueryData(STATE, await callApi(disableSecondFactor, { body: { totp_code } })),
  });
}
