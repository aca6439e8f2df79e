import type { Cinema } from "@bobine/contract/cinemas";
import { describeError } from "@bobine/shared-auth";
import {
  compareFrench,
  type DataColumn,
  DataTable,
  formatCount,
  PageHeader,
  type Sort,
  StatusBadge,
} from "@bobine/shared-ui";
import { Button, CloseButton, Group, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconArmchair, IconSearch } from "@tabler/icons-react";
import { useDeferredValue, useMemo, useState } from "react";
import { useNavigate, useParams, useSearchParams } from "react-router-dom";
import { paths } from "../../paths.ts";
import { CinemaDetails } from "./cinema-details.tsx";
import { cinemaSearchText, searchCinemas } from "./cinema-search.ts";
import { useCinema, useCinemas } from "./cinemas.queries.ts";
import { TEXTS } from "./cinemas.texts.ts";
import { ScreensDialog } from "./screens.dialog.tsx";

/** SPEC §9 */
const SEARCH_DELAY_MS = 300;
const SORT_KEYS = ["name", "city", "group"] as const;
type SortKey = (typeof SORT_KEYS)[number];

export function CinemasPage() {
  const { cinemaId } = useParams();
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const cinemas = useCinemas();
  const [typed, setTyped] = useState(params.get("search") ?? "");
  const [settled] = useDebouncedValue(typed, SEARCH_DELAY_MS);
  const key: SortKey = SORT_KEYS.find((k) => k === params.get("sort")) ?? "name";
  const sort: Sort = { key, direction: params.get("direction") === "desc" ? "desc" : "asc" };
  const rows = useRows(cinemas.data?.results, useDeferredValue(settled), key, sort.direction);

  const type = (text: string) => {
    setTyped(text);
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        if (text) next.set("search", text);
        else next.delete("search");
        return next;
      },
      { replace: true },
    );
  };
  const keepSearch = (path: string) => ({ pathname: path, search: params.toString() });

  const columns: DataColumn<Cinema>[] = [
    {
      key: "name",
      header: "Nom",
      sortable: true,
      cell: (cinema) => (
        <Group gap="xs" wrap="nowrap">
          <strong>{cinema.name}</strong>
          {cinema.is_validated ? null : <StatusBadge color="orange">{TEXTS.notValidated}</StatusBadge>}
        </Group>
      ),
    },
    { key: "city", header: "Ville", sortable: true, cell: (cinema) => cinema.city },
    { key: "group", header: "Groupe", sortable: true, cell: (cinema) => cinema.group || TEXTS.none },
    {
      key: "actions",
      header: "Actions",
      cell: (cinema) => (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconArmchair size={16} aria-hidden />}
          aria-label={`${TEXTS.screens} de ${cinema.name}`}
          onClick={() => void navigate(keepSearch(paths.cinema(cinema.id)))}
        >
          {TEXTS.screens}
        </Button>
      ),
    },
  ];

  return (
    <>
      <PageHeader
        title={TEXTS.title}
        description={rows ? formatCount(rows.length, "cinéma", "cinémas") : undefined}
      />
      <Group mb="md">
        <TextInput
          aria-label="Rechercher un cinéma"
          placeholder={TEXTS.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            typed ? <CloseButton aria-label="Effacer la recherche" onClick={() => type("")} /> : null
          }
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
          style={{ flex: "1 1 280px", maxWidth: 460 }}
        />
      </Group>
      <DataTable
        label={TEXTS.title}
        columns={columns}
        rows={rows}
        rowKey={(cinema) => cinema.id}
        rowName={(cinema) => cinema.name}
        expanded={(cinema) => <CinemaDetails cinema={cinema} />}
        emptyText={TEXTS.empty}
        refreshing={cinemas.isFetching}
        error={
          cinemas.isError && !cinemas.data
            ? describeError(cinemas.error, TEXTS.loadFailed).message
            : undefined
        }
        onRetry={() => void cinemas.refetch()}
        sort={sort}
        onSort={({ key: next, direction }) =>
          setParams((current) => {
            const changed = new URLSearchParams(current);
            changed.set("sort", next);
            changed.set("direction", direction);
            return changed;
          })
        }
      />
      {cinemas.isError && cinemas.data ? (
        <Text size="sm" c="dimmed" mt="xs">
          {TEXTS.loadFailed}
        </Text>
      ) : null}
      {cinemaId !== undefined ? (
        <Screens id={Number(cinemaId)} close={() => void navigate(keepSearch(paths.cinemas()))} />
      ) : null}
    </>
  );
}

function useRows(
  cinemas: readonly Cinema[] | undefined,
  typed: string,
  key: SortKey,
  direction: Sort["direction"],
) {
  const indexed = useMemo(
    () => cinemas?.map((cinema) => ({ cinema, text: cinemaSearchText(cinema) })),
    [cinemas],
  );
  return useMemo(() => {
    if (!indexed) return undefined;
    const sign = direction === "desc" ? -1 : 1;
    return searchCinemas(indexed, typed).sort(
      (a, b) => sign * compareFrench(a[key], b[key]) || compareFrench(a.name, b.name) || a.id - b.id,
    );
  }, [indexed, typed, key, direction]);
}

function Screens({ id, close }: { id: number; close: () => void }) {
  const cinema = useCinema(Number.isSafeInteger(id) ? id : 0);
  return (
    <ScreensDialog
      cinema={cinema.data}
      error={cinema.error ? describeError(cinema.error, TEXTS.loadFailed).message : undefined}
      onRetry={() => void cinema.refetch()}
      close={close}
    />
  );
}
