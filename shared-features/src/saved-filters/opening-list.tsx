import { civilDateInParis } from "@bobine/contract/civil-date";
import type { FilteredList } from "@bobine/contract/saved-filters";
import { useDistributorScope } from "@bobine/shared-auth";
import { PageLoading } from "@bobine/shared-ui";
import { type ListAddress, useListView } from "@bobine/shared-ui/lists";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useSavedFilters } from "./saved-filters.queries.ts";
import { queryOn } from "./saved-query.ts";

interface OpeningListProps<Filters, Ordering extends string> {
  list: FilteredList;
  address: ListAddress<Filters, Ordering>;
  /** False while something is open over the list. */
  opens?: boolean;
  children: ReactNode;
}

/**
 * A list that is opened with nothing in its address shows as its person has it open (UI-28): what reads it waits until that is known, so that it is
 * asked for once. « Back » leaves the list. When nobody answers, the whole list shows.
 */
export function OpeningList<Filters, Ordering extends string = never>({
  list,
  address,
  opens = true,
  children,
}: OpeningListProps<Filters, Ordering>) {
  const { hasAccess } = useDistributorScope();
  const { query } = useListView(address);
  const filters = useSavedFilters(list);
  const [today] = useState(() => civilDateInParis(new Date()));
  const [isDecided, setDecided] = useState(!(query.isOpening && opens));
  const isUndecided = !isDecided && query.isOpening && hasAccess;
  const isWaiting =
    isUndecided && filters.fetchStatus === "fetching" && filters.failureCount === 0 && !filters.data;
  const opening = isUndecided ? filters.data?.find((one) => one.is_default) : undefined;
  const asked = opening === undefined ? "" : queryOn(opening.query, today);
  const isMoving = query.understood(asked) !== "";
  // Once: what is saved or chosen to open the list while it shows is for the next time.
  if (!isDecided && hasAccess && !isWaiting && !isMoving) setDecided(true);
  const move = useEffectEvent(() => query.show(asked, true));
  useEffect(() => {
    if (isMoving) move();
  }, [isMoving]);
  return isWaiting || isMoving ? <PageLoading /> : children;
}
