import { changeAutomaticLettering, readAutomaticLettering } from "@bobine/contract/lettering";
import type { BodyOf } from "@bobine/contract/route";
import { callApi, useDistributorScope, useAction } from "@bobine/shared-auth";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { readBooksAgain } from "../../read-books-again.ts";

const KEY = ["automatic-lettering"];

export function useAutomaticLettering() {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callApi(readAutomaticLettering, { signal }),
    enabled: hasAccess,
  });
}

/** Pauses or resumes it, or moves its line. */
export function useChangeAutomaticLettering() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (body: BodyOf<typeof changeAutomaticLettering>) =>
      callApi(changeAutomaticLettering, { body }),
    onSuccess: (next) => client.setQueryData(KEY, next),
    onSettled: () => void readBooksAgain(client),
  });
}
