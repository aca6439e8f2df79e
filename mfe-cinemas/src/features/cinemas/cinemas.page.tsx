import type { Cinema } from "@bobine/contract/cinemas";
import { CINEMA_LIST } from "@bobine/contract/lists/cinemas";
import { csvFile } from "@bobine/contract/lists/define-list";
import { describeError, draftedId, productSettings, useSession } from "@bobine/shared-auth";
import { compareFrench, DataTable, formatCount, Notice, PageHeader, type Sort } from "@bobine/shared-ui";
import { CinemaDetails, type CinemaPart, settingsDraft } from "@bobine/shared-features/cinemas";
import { CsvButton } from "@bobine/shared-ui/csv";
import { SearchBox } from "@bobine/shared-ui/forms";
import { textValue, useListView } from "@bobine/shared-ui/lists";
import { Button, Group, Stack, Text } from "@mantine/core";
import { IconUnlink } from "@tabler/icons-react";
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { Link, useLocation, useNavigate, useParams } from "react-router-dom";
import { paths } from "../../paths.ts";
import { useLatest } from "../../use-latest.ts";
import { cinemaColumns } from "./cinema-columns.tsx";
import { cinemaSearchText, searchCinemas } from "./cinema-search.ts";
import { CinemaSettings } from "./cinema-settings.tsx";
import { useCinema, useCinemas } from "./cinemas.queries.ts";
import { cutTexts, TEXTS } from "./cinemas.texts.ts";
import { CutLinkDialog } from "./cut-link.dialog.tsx";
import { ScreensDialog } from "./screens.dialog.tsx";

const SORT_KEYS = ["name", "city", "group"] as const;
type SortKey = (typeof SORT_KEYS)[number];

const ADDRESS = {
  filters: { search: textValue },
  orderings: SORT_KEYS.flatMap((key) => [key, `-${key}`] as const),
  ordering: "name",
  formerSort: ["sort", "direction"],
} as const;
const BY_NAME = { key: "name", direction: "asc" } as const;

/** UI-8 */
const DETAILS: readonly CinemaPart[] = [
  "address",
  "legal",
  "invoicing",
  "contacts",
  "codes",
  "classification",
  "screens",
];

// Functions for life: rows that take them are drawn again only when their cinema changes.
const nameOf = (cinema: Cinema) => cinema.name;

/** DIST-7: who has none is told what brings them. */
const noCinema = () => ({
  emptyText: TEXTS.noCinema,
  emptyHint: TEXTS.noCinemaHint,
  emptyAction: (
    <Group gap="xs" justify="center">
      <Button component={Link} to={paths.reportImport(productSettings().boxOfficeKind)}>
        {TEXTS.toReport}
      </Button>
      <Button component={Link} to={paths.invoiceImport()} variant="default">
        {TEXTS.toInvoices}
      </Button>
    </Group>
  ),
});

/** UI-8: search and sort live in the address, and so do the screens of a cinema. */
export function CinemasPage() {
  const { cinemaId } = useParams();
  const list = useListView(ADDRESS);
  const location = useLocation();
  const navigate = useNavigate();
  const cinemas = useCinemas();
  // What was being typed before a reload or an ended session opens again.
  const [settingsId, setSettingsId] = useState(() => draftedId(settingsDraft));
  const [cutting, setCutting] = useState<Cinema>();
  const settingsOf = cinemas.data?.results.find(({ id }) => id === settingsId);
  const { sort = BY_NAME } = list;
  const rows = useRows(cinemas.data?.results, useDeferredValue(list.view.search), sort);
  const failure = cinemas.isError ? describeError(cinemas.error, TEXTS.loadFailed).message : undefined;

  const withView = (path: string) => ({ pathname: path, search: list.queryString });
  // Opened from the list it closes with a step back: « Back » then does not open it again.
  const closeScreens = () =>
    void ((location.state as { isStep?: boolean } | null)?.isStep
      ? navigate(-1)
      : navigate(withView(paths.cinemas()), { replace: true }));

  const openScreens = useLatest(
    ({ id }: Cinema) => void navigate(withView(paths.cinema(id)), { state: { isStep: true } }),
  );
  const columns = useMemo(
    () => cinemaColumns({ onScreens: openScreens, onSettings: ({ id }) => setSettingsId(id) }),
    [openScreens],
  );

  const { isSuperAdmin } = useSession();
  const details = useCallback(
    (cinema: Cinema) => (
      <Stack align="flex-start">
        <CinemaDetails cinema={cinema} parts={DETAILS} />
        {cinema.is_sandboxed ? (
          <Text size="sm" c="dimmed">
            {TEXTS.sandboxed}
          </Text>
        ) : (
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            leftSection={<IconUnlink size={16} aria-hidden />}
            aria-label={cutTexts(isSuperAdmin).of(cinema.name)}
            onClick={() => setCutting(cinema)}
          >
            {cutTexts(isSuperAdmin).action}
          </Button>
        )}
      </Stack>
    ),
    [isSuperAdmin],
  );

  return (
    <>
      <PageHeader
        title={TEXTS.title}
        description={rows ? formatCount(rows.length, "cinéma", "cinémas") : undefined}
        actions={
          <CsvButton
            fileName={CINEMA_LIST.fileName}
            content={() => csvFile(CINEMA_LIST.columns, rows ?? [])}
            describe={(error) => describeError(error, TEXTS.exportFailed).message}
            disabled={!rows || rows.length === 0}
          />
        }
      />
      <Group mb="md">
        <SearchBox
          label="Rechercher un cinéma"
          placeholder={TEXTS.search}
          search={list.view.search}
          onSearch={(search) => list.change({ search }, true)}
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
        rowName={nameOf}
        expanded={details}
        {...(cinemas.data?.results.length === 0 ? noCinema() : { emptyText: TEXTS.empty })}
        refreshing={cinemas.isFetching}
        error={cinemas.data ? undefined : failure}
        onRetry={() => void cinemas.refetch()}
        sort={sort}
        onSort={list.onSort}
      />
      {cinemaId === undefined ? null : <Screens id={Number(cinemaId)} close={closeScreens} />}
      {cutting ? (
        <CutLinkDialog key={cutting.id} cinema={cutting} close={() => setCutting(undefined)} />
      ) : null}
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
  { key, direction }: Sort & { key: SortKey },
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
