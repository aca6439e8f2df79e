import { CINEMA_CSV_HEADER, cinemaCsvLine } from "@bobine/contract/cinema-csv";
import type { Cinema } from "@bobine/contract/cinemas";
import { describeError, draftedId } from "@bobine/shared-auth";
import {
  compareFrench,
  type DataColumn,
  DataTable,
  formatCount,
  Notice,
  PageHeader,
  type Sort,
  StatusBadge,
} from "@bobine/shared-ui";
import { CinemaDetails, type CinemaPart, SETTINGS_TEXTS, settingsDraft } from "@bobine/shared-ui/cinemas";
import { CsvButton } from "@bobine/shared-ui/csv";
import { SearchBox } from "@bobine/shared-ui/forms";
import { Button, Group } from "@mantine/core";
import { IconArmchair, IconSettings } from "@tabler/icons-react";
import { useDeferredValue, useMemo, useState } from "react";
import { useLocation, useNavigate, useParams, useSearchParams } from "react-router-dom";
import { paths } from "../../paths.ts";
import { cinemaSearchText, searchCinemas } from "./cinema-search.ts";
import { CinemaSettings } from "./cinema-settings.tsx";
import { useCinema, useCinemas } from "./cinemas.queries.ts";
import { TEXTS } from "./cinemas.texts.ts";
import { ScreensDialog } from "./screens.dialog.tsx";

const SORT_KEYS = ["name", "city", "group"] as const;
type SortKey = (typeof SORT_KEYS)[number];

/** SPEC §2.6 */
const DETAILS: readonly CinemaPart[] = [
  "address",
  "legal",
  "invoicing",
  "contacts",
  "codes",
  "classification",
  "screens",
];

/** SPEC §2.6: search and sort live in the address, and so do the screens of a cinema. */
export function CinemasPage() {
  const { cinemaId } = useParams();
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const navigate = useNavigate();
  const cinemas = useCinemas();
  // What was being typed before a reload or an ended session opens again.
  const [settingsId, setSettingsId] = useState(() => draftedId(settingsDraft));
  const settingsOf = cinemas.data?.results.find(({ id }) => id === settingsId);
  const search = params.get("search") ?? "";
  const key: SortKey = SORT_KEYS.find((k) => k === params.get("sort")) ?? "name";
  const sort: Sort = { key, direction: params.get("direction") === "desc" ? "desc" : "asc" };
  const rows = useRows(cinemas.data?.results, useDeferredValue(search), key, sort.direction);
  const failure = cinemas.isError ? describeError(cinemas.error, TEXTS.loadFailed).message : undefined;

  const change = (values: Record<string, string>, options?: { replace: boolean }) =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      for (const [name, value] of Object.entries(values)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      return next;
    }, options);
  const keepSearch = (path: string) => ({ pathname: path, search: params.toString() });
  // Opened from the list it closes with a step back: « Back » then does not open it again.
  const closeScreens = () =>
    void ((location.state as { isStep?: boolean } | null)?.isStep
      ? navigate(-1)
      : navigate(keepSearch(paths.cinemas()), { replace: true }));

  const columns: DataColumn<Cinema>[] = [
    {
      key: "name",
      part: "title",
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
      part: "actions",
      header: "Actions",
      cell: (cinema) => (
        <Group gap={4} wrap="nowrap">
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconArmchair size={16} aria-hidden />}
            aria-label={`${TEXTS.screens} de ${cinema.name}`}
            onClick={() => void navigate(keepSearch(paths.cinema(cinema.id)), { state: { isStep: true } })}
          >
            {TEXTS.screens}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconSettings size={16} aria-hidden />}
            aria-label={SETTINGS_TEXTS.actionFor(cinema.name)}
            onClick={() => setSettingsId(cinema.id)}
          >
            {SETTINGS_TEXTS.action}
          </Button>
        </Group>
      ),
    },
  ];

  return (
    <>
      <PageHeader
        title={TEXTS.title}
        description={rows ? formatCount(rows.length, "cinéma", "cinémas") : undefined}
        actions={
          <CsvButton
            fileName="cinemas.csv"
            content={() => CINEMA_CSV_HEADER + (rows ?? []).map(cinemaCsvLine).join("")}
            describe={(error) => describeError(error, TEXTS.exportFailed).message}
            disabled={!rows || rows.length === 0}
          />
        }
      />
      <Group mb="md">
        <SearchBox
          label="Rechercher un cinéma"
          placeholder={TEXTS.search}
          search={search}
          onSearch={(text) => change({ search: text }, { replace: true })}
        />
      </Group>
      {failure !== undefined && cinemas.data ? (
        <Notice tone="warning">
          <Group justify="space-between" gap="xs">
            {failure}
            <Button variant="default" size="xs" onClick={() => void cinemas.refetch()}>
              {TEXTS.retry}
            </Button>
          </Group>
        </Notice>
      ) : null}
      <DataTable
        label={TEXTS.title}
        columns={columns}
        rows={rows}
        rowKey={(cinema) => cinema.id}
        rowName={(cinema) => cinema.name}
        expanded={(cinema) => <CinemaDetails cinema={cinema} parts={DETAILS} />}
        emptyText={TEXTS.empty}
        refreshing={cinemas.isFetching}
        error={cinemas.data ? undefined : failure}
        onRetry={() => void cinemas.refetch()}
        sort={sort}
        onSort={({ key: next, direction }) => change({ sort: next, direction })}
      />
      {cinemaId === undefined ? null : <Screens id={Number(cinemaId)} close={closeScreens} />}
      {settingsOf ? (
        <CinemaSettings key={settingsOf.id} cinema={settingsOf} close={() => setSettingsId(undefined)} />
      ) : null}
    </>
  );
}

/**
 * Read and sorted once, searched as often as one types (4 ms for 6,000), and that in the background: a key press never waits
 * for the list.
 */
function useRows(
  cinemas: readonly Cinema[] | undefined,
  typed: string,
  key: SortKey,
  direction: Sort["direction"],
) {
  const readable = useMemo(
    () => cinemas?.map((cinema) => ({ cinema, text: cinemaSearchText(cinema) })),
    [cinemas],
  );
  const sorted = useMemo(() => {
    const sign = direction === "desc" ? -1 : 1;
    return readable?.toSorted(
      ({ cinema: a }, { cinema: b }) =>
        sign * compareFrench(a[key], b[key]) || compareFrench(a.name, b.name) || a.id - b.id,
    );
  }, [readable, key, direction]);
  return useMemo(() => (sorted ? searchCinemas(sorted, typed) : undefined), [sorted, typed]);
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
