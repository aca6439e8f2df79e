import {
  createCinemaSettings,
  getCinemaSettings,
  replaceCinemaSettings,
} from "@bobine/contract/cinema-settings";
import { callApi, invalidateAfter, isApiError, routeKey, useAction } from "@bobine/shared-auth";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ChangedSettings } from "./cinema-settings-form.ts";

/** Null when none were saved yet: a 404 is no error here (CIN-5). */
export function useCinemaSettings(cinema: number, distributor: number | undefined) {
  return useQuery({
    queryKey: routeKey(getCinemaSettings, { params: { id: cinema }, query: { distributor } }),
    queryFn: async ({ signal }) => {
      try {
        return await callApi(getCinemaSettings, { params: { id: cinema }, query: { distributor }, signal });
      } catch (error) {
        if (isApiError(error) && error.status === 404) return null;
        throw error;
      }
    },
    enabled: distributor !== undefined,
    // A form begins with what the server has now.
    gcTime: 0,
  });
}

/** Creates the settings of a pair, which links the two, or changes those that there are. */
export function useSaveCinemaSettings(cinema: number) {
  const client = useQueryClient();
  return useAction({
    mutationFn: ({
      distributor,
      isNew,
      values,
    }: {
      distributor: number;
      isNew: boolean;
      values: ChangedSettings;
    }) =>
      callApi(isNew ? createCinemaSettings : replaceCinemaSettings, {
        params: { id: cinema },
        body: { ...values, distributor, cinema },
      }),
    // After a refusal too: somebody may have saved meanwhile.
    onSettled: () => void invalidateAfter(client, replaceCinemaSettings, { id: cinema }),
  });
}
