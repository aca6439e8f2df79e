import type { CivilDate } from "@bobine/contract/civil-date";
import type { FilteredList, SavedFilter } from "@bobine/contract/saved-filters";
import { loadFailure } from "@bobine/shared-auth";
import type { ListQuery } from "@bobine/shared-ui/lists";
import { Button, Skeleton, Stack, Text } from "@mantine/core";
import { useRef } from "react";
import { SaveForm } from "./save-form.tsx";
import { SavedFilterRow } from "./saved-filter-row.tsx";
import classes from "./saved-filters.module.css";
import { useSavedFilters } from "./saved-filters.queries.ts";
import { TEXTS } from "./saved-filters.texts.ts";
import { isWhollyUnderstood, movingPeriodOf, queryOn } from "./saved-query.ts";

interface SavedFiltersPanelProps {
  list: FilteredList;
  query: ListQuery;
  shownId: number | undefined;
  /** Whether one of them may open the list. */
  mayOpen: boolean;
  today: CivilDate;
  close: () => void;
}

/** The filters that one has saved of a list, and those that show, to be saved. It comes when it is opened. */
export function SavedFiltersPanel({ list, query, shownId, mayOpen, today, close }: SavedFiltersPanelProps) {
  const filters = useSavedFilters(list);
  const failure = loadFailure(filters, TEXTS.loadFailed);
  const place = useRef<HTMLDivElement>(null);
  const show = (text: string) => {
    close();
    query.show(text);
  };
  const meaningOf = (filter: SavedFilter): string => {
    const asked = queryOn(filter.query, today);
    const period = movingPeriodOf(filter.query);
    return [
      filter.is_default ? TEXTS.isDefault : "",
      period === undefined ? "" : TEXTS.follows[period],
      isWhollyUnderstood(asked, query.understood(asked)) ? "" : TEXTS.isGone,
    ]
      .filter(Boolean)
      .join(" · ");
  };
  return (
    <Stack gap="sm" ref={place} tabIndex={-1} className={classes["panel"] ?? ""}>
      {failure === undefined ? null : (
        <div role="alert">
          <Text size="sm">{failure}</Text>
          <Button
            variant="default"
            size="xs"
            mt="xs"
            aria-busy={filters.isFetching}
            onClick={() => void filters.refetch().then(() => place.current?.focus())}
          >
            {TEXTS.retry}
          </Button>
        </div>
      )}
      {filters.data === undefined && failure === undefined ? <Loading /> : null}
      {filters.data?.length === 0 ? (
        <div>
          <Text size="sm" fw={550}>
            {TEXTS.none}
          </Text>
          <Text size="sm" c="dimmed">
            {TEXTS.noneHint}
          </Text>
        </div>
      ) : null}
      {filters.data && filters.data.length > 0 ? (
        <ul className={classes["list"]} aria-label={TEXTS.title}>
          {filters.data.map((filter) => (
            <SavedFilterRow
              key={filter.id}
              filter={filter}
              meaning={meaningOf(filter)}
              isShown={filter.id === shownId}
              mayOpen={mayOpen}
              onShow={() => show(queryOn(filter.query, today))}
              // The keyboard stays in the panel.
              onEnd={() => place.current?.focus()}
            />
          ))}
        </ul>
      ) : null}
      {query.text === "" ? null : (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => show("")}
          className={classes["whole"] ?? ""}
        >
          {TEXTS.whole}
        </Button>
      )}
      <SaveForm key={query.text} list={list} query={query.text} saved={filters.data ?? []} today={today} />
    </Stack>
  );
}

function Loading() {
  return (
    <Stack gap="xs" aria-busy="true">
      {[0, 1, 2].map((line) => (
        <Skeleton key={line} height={22} />
      ))}
    </Stack>
  );
}
