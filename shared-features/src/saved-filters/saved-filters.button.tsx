import type { FilteredList } from "@bobine/contract/saved-filters";
import { useDistributorScope } from "@bobine/shared-auth";
import { lazyPage } from "@bobine/shared-ui";
import type { ListQuery } from "@bobine/shared-ui/lists";
import { Box, Button, Loader, Popover } from "@mantine/core";
import { IconBookmark, IconBookmarkFilled } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useToday } from "@bobine/shared-ui/dates";
import classes from "./saved-filters.module.css";
import { useSavedFilters } from "./saved-filters.queries.ts";
import { TEXTS } from "./saved-filters.texts.ts";
import { isSameQuery, queryOn } from "./saved-query.ts";

const SavedFiltersPanel = lazyPage(async () => (await import("./saved-filters.panel.tsx")).SavedFiltersPanel);

export interface SavedFiltersProps {
  list: FilteredList;
  query: ListQuery;
  /** False where the list never opens by its address alone. */
  opens?: boolean;
}

/** The filters of a list that a person keeps under names: one is chosen, one opens the list, those that show are saved (UI-28). */
export function SavedFilters({ list, query, opens = true }: SavedFiltersProps) {
  const { hasAccess } = useDistributorScope();
  const filters = useSavedFilters(list);
  const [isOpened, setOpened] = useState(false);
  const today = useToday();
  if (!hasAccess) return null;
  const shown =
    query.text === ""
      ? undefined
      : filters.data?.find((one) => isSameQuery(query.understood(queryOn(one.query, today)), query.text));
  return (
    <Popover
      opened={isOpened}
      onChange={setOpened}
      position="bottom-end"
      width={360}
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <Button
          variant="default"
          fw={shown ? 550 : 400}
          leftSection={
            shown ? <IconBookmarkFilled size={16} aria-hidden /> : <IconBookmark size={16} aria-hidden />
          }
          aria-label={shown ? TEXTS.shown(shown.name) : TEXTS.title}
          onClick={() => setOpened(!isOpened)}
        >
          <span className={classes["name"]}>{shown?.name ?? TEXTS.title}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={TEXTS.title} maw="calc(100vw - 1.5rem)">
        <Suspense
          fallback={
            <Box component="output" display="block" aria-label="Chargement…">
              <Loader />
            </Box>
          }
        >
          <SavedFiltersPanel
            list={list}
            query={query}
            shownId={shown?.id}
            mayOpen={opens}
            today={today}
            close={() => setOpened(false)}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
