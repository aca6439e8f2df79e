import {
  createCinemaSettings,
  getCinemaSettings,
  replaceCinemaSettings,
} from "@bobine/contract/cinema-settings";
import { getCinema, listCinemas } from "@bobine/contract/cinemas";
import { ownDistributor } from "@bobine/contract/distributors";
import { callApi, isApiError, useDistributorScope } from "@bobine/shared-auth";
import type { SettingsValues } from "@bobine/shared-ui/cinemas";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

/** SPEC §2.2: for a super admin the list waits for a chosen distributor. */
export function useCinemas() {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    queryKey: ["cinemas", "all"],
    queryFn: ({ signal }) => callApi(listCinemas, { query: { ordering: "name" }, signal }),
    enabled: hasAccess,
    staleTime: 60_000,
  });
}

export function useCinema(id: number | undefined) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    queryKey: ["cinemas", "one", id],
    queryFn: ({ signal }) => callApi(getCinema, { params: { id: id ?? 0 }, signal }),
    enabled: hasAccess && id !== undefined,
  });
}

/** The distributor that the user works for, or has chosen. */
export const useDistributorProfile = () =>
  useQuery({
    queryKey: ["distributor-profile"],
    queryFn: ({ signal }) => callApi(ownDistributor, { signal }),
  });

const settingsKey = (cinema: number, distributor: number | undefined) => [
  "cinema-settings",
  cinema,
  distributor,
];

/** Null when none were saved yet: a 404 is no error here (SPEC §8). */
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

/** Creates the settings of a pair, or changes those that there are. */
export function useSaveCinemaSettings(cinema: number) {
  const client = useQueryClient();
  return useMutation({
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
      void client.invalidateQueries({ queryKey: settingsKey(cinema, distributor) });
    },
  });
}
