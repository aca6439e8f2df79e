import {
  createCinemaSettings,
  getCinemaSettings,
  replaceCinemaSettings,
} from "@bobine/contract/cinema-settings";
import { callApi, isApiError, useAction } from "@bobine/shared-auth";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { SettingsValues } from "./cinema-settings-form.ts";
import { linkedDistributorsKey } from "./linked-distributors.ts";

const settingsKey = (cinema: number, distributor: number | undefined) => [
  "cinema-settings",
  cinema,
  distributor,
];

/** Null when none were saved yet: a 404 is no error here (CIN-5). */
export function useCinemaSettings(cinema: number, distributor: number | undefined) {
  return useQuery({
    queryKey: settingsKey(cinema, distributor),
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
      values: SettingsValues;
    }) =>
      callApi(isNew ? createCinemaSettings : replaceCinemaSettings, {
        params: { id: cinema },
        body: { ...values, distributor, cinema },
      }),
    // After a refusal too: somebody may have saved meanwhile.
    onSettled: (_saved, _error, { distributor }) => {
      void client.invalidateQueries({ queryKey: linkedDistributorsKey(cinema) });
      void client.invalidateQueries({ queryKey: settingsKey(cinema, distributor) });
      void client.invalidateQueries({ queryKey: ["admin", "linked-cinemas", distributor] });
    },
  });
}
