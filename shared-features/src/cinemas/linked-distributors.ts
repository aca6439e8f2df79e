import { listLinkedDistributors } from "@bobine/contract/distributor-options";
import type { ResponseOf } from "@bobine/contract/route";
import { KEPT_ACROSS_DISTRIBUTORS, routeQuery } from "@bobine/shared-auth";
import { useQuery } from "@tanstack/react-query";

const NONE: ReadonlySet<number> = new Set();
const idsOf = ({ results }: ResponseOf<typeof listLinkedDistributors>): ReadonlySet<number> =>
  new Set(results.map(({ id }) => id));

/**
 * The ids of the distributors that work with a cinema: whoever chooses one sees them first. Without the answer, or without a
 * cinema, nobody is linked: the choice is the same list in alphabetical order.
 */
export function useLinkedDistributors(cinema: number | undefined): ReadonlySet<number> {
  const { data } = useQuery({
    ...routeQuery(listLinkedDistributors, { params: { id: cinema ?? 0 } }),
    select: idsOf,
    meta: KEPT_ACROSS_DISTRIBUTORS,
    enabled: cinema !== undefined,
  });
  return data ?? NONE;
}
