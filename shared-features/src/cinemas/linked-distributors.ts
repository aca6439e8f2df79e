import { listLinkedDistributors } from "@bobine/contract/cinema-settings";
import { callApi, KEPT_ACROSS_DISTRIBUTORS } from "@bobine/shared-auth";
import { useQuery } from "@tanstack/react-query";

const NONE: ReadonlySet<number> = new Set();

/** Where the answer is kept, for those who link. */
export const linkedDistributorsKey = (cinema: number) => ["linked-distributors", cinema];

/**
 * The ids of the distributors that work with a cinema: whoever chooses one sees them first. Without the answer, or without a
 * cinema, nobody is linked: the choice is the same list in alphabetical order.
 */
export function useLinkedDistributors(cinema: number | undefined): ReadonlySet<number> {
  const { data } = useQuery({
    queryKey: linkedDistributorsKey(cinema ?? 0),
    queryFn: async ({ signal }) => {
      const { results } = await callApi(listLinkedDistributors, { params: { id: cinema ?? 0 }, signal });
      return new Set(results.map(({ id }) => id));
    },
    meta: KEPT_ACROSS_DISTRIBUTORS,
    enabled: cinema !== undefined,
  });
  return data ?? NONE;
}
