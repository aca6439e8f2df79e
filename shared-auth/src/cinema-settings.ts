import {
  createCinemaSettings,
  getCinemaSettings,
  replaceCinemaSettings,
} from "@bobine/contract/cinema-settings";
// By its name, as everybody: a remote that carries this file has the host's session, not a second one.
import { callApi, isApiError } from "@bobine/shared-auth";
import type { SettingsValues } from "@bobine/shared-ui/cinemas";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { linkedDistributorsKey } from "./linked-distributors.ts";
import { useAction } from "./use-action.ts";

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
