import { changeAutomaticLettering, readAutomaticLettering } from "@bobine/contract/lettering";
import type { BodyOf } from "@bobine/contract/route";
import {
  callApi,
  invalidateAfter,
  routeKey,
  routeQuery,
  useDistributorScope,
  useAction,
} from "@bobine/shared-auth";
import { useQuery, useQueryClient } from "@tanstack/react-query";

export function useAutomaticLettering() {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(readAutomaticLettering),
    enabled: hasAccess,
  });
}

/** Pauses or resumes it, or moves its line. */
export function useChangeAutomaticLettering() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (body: BodyOf<typeof changeAutomaticLettering>) =>
      callApi(changeAutomaticLettering, { body }),
    onSuccess: (next) => client.setQueryData(routeKey(readAutomaticLettering), next),
    onSettled: () => void invalidateAfter(client, changeAutomaticLettering),
  });
}
