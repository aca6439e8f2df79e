import type { Cinema } from "@bobine/contract/cinemas";
import { cinemasPolicy } from "@bobine/contract/policy/cinemas";
import { Allowed, describeError, draftedId, productSettings, useMay, useSession } from "@bobine/shared-auth";
import { CorrectionDialog, correctionDraft, REQUEST_TEXTS } from "@bobine/shared-features/cinema-requests";
import { CinemaDetails, type CinemaPart, settingsDraft } from "@bobine/shared-features/cinemas";
import { SavedFilters } from "@bobine/shared-features/saved-filters";
import { DataTable, Notice } from "@bobine/shared-ui";
import { SearchBox } from "@bobine/shared-ui/forms";
import { Button, Group, Stack, Text } from "@mantine/core";
import { IconMessage, IconUnlink } from "@tabler/icons-react";
import { useCallback, useMemo, useState } from "react";
import { Link, useLocation, useNavigate, useParams, useSearchParams } from "react-router-dom";
import { paths } from "../../paths.ts";
import { useLatest } from "../../use-latest.ts";
import { type Proposed, ProposeButtons } from "../../requests/propose-buttons.tsx";
import { cinemaColumns } from "./cinema-columns.tsx";
import { CinemaSettings } from "./cinema-settings.tsx";
import { useCinema } from "./cinemas.queries.ts";
import { cutTexts, TEXTS } from "./cinemas.texts.ts";
import { CutLinkDialog } from "./cut-link.dialog.tsx";
import { ScreensDialog } from "./screens.dialog.tsx";
import type { CinemaListState } from "./use-cinema-list.ts";

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
const noCinema = (onPropose: (what: Proposed) => void) => ({
  emptyText: TEXTS.noCinema,
  emptyHint: TEXTS.noCinemaHint,
  emptyAction: (
    <Allowed access={cinemasPolicy.request}>
      <Group gap="xs" justify="center">
        <Button component={Link} to={paths.reportImport(productSettings().boxOfficeKind)}>
          {TEXTS.toReport}
        </Button>
        <Button component={Link} to={paths.invoiceImport()} variant="default">
          {TEXTS.toInvoices}
        </Button>
        <ProposeButtons onPropose={onPropose} />
      </Group>
    </Allowed>
  ),
});

/** UI-8: the table, and what opens above it: screens and settings, also by their address. */
export function CinemaList({
  state,
  onPropose,
}: {
  state: CinemaListState;
  onPropose: (what: Proposed) => void;
}) {
  const { cinemas, rows, failure } = state;
  const { cinemaId } = useParams();
  const location = useLocation();
  const navigate = useNavigate();
  const settings = useOpenedSettings(cinemas.data?.results);
  const maySet = useMay(cinemasPolicy.writeSettings);
  const [cutting, setCutting] = useState<Cinema>();
  // What was being typed before a reload or an ended session opens again (FED-6).
  const [askingId, setAsking] = useState(() => draftedId(correctionDraft));
  const asking = cinemas.data?.results.find(({ id }) => id === askingId);

  const withView = (path: string) => ({ pathname: path, search: state.queryString });
  // Opened from the list it closes with a step back: « Back » then does not open it again.
  const closeScreens = () =>
    void ((location.state as { isStep?: boolean } | null)?.isStep
      ? navigate(-1)
      : navigate(withView(paths.cinemas()), { replace: true }));

  const openScreens = useLatest(
    ({ id }: Cinema) => void navigate(withView(paths.cinema(id)), { state: { isStep: true } }),
  );
  const { open: openSettings } = settings;
  const columns = useMemo(
    () =>
      cinemaColumns({
        onScreens: openScreens,
        onSettings: maySet ? ({ id }) => openSettings(id) : undefined,
      }),
    [openScreens, openSettings, maySet],
  );
  const details = useCallback(
    (cinema: Cinema) => <OpenedCinema cinema={cinema} onCut={setCutting} onAsk={({ id }) => setAsking(id)} />,
    [],
  );

  return (
    <>
      <Group mb="md">
        <SearchBox
          label="Rechercher un cinéma"
          placeholder={TEXTS.search}
          search={state.search}
          onSearch={state.onSearch}
        />
        <SavedFilters list="cinemas" query={state.query} />
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
        followsTyping
        rowKey={(cinema) => cinema.id}
        rowName={nameOf}
        expanded={details}
        {...(cinemas.data?.results.length === 0 ? noCinema(onPropose) : { emptyText: TEXTS.empty })}
        refreshing={cinemas.isFetching}
        error={cinemas.data ? undefined : failure}
        onRetry={() => void cinemas.refetch()}
        sort={state.sort}
        onSort={state.onSort}
      />
      {cinemaId === undefined ? null : <Screens id={Number(cinemaId)} close={closeScreens} />}
      {cutting ? (
        <CutLinkDialog key={cutting.id} cinema={cutting} close={() => setCutting(undefined)} />
      ) : null}
      {asking ? (
        <CorrectionDialog key={asking.id} cinema={asking} close={() => setAsking(undefined)} />
      ) : null}
      {settings.of && maySet ? (
        <CinemaSettings
          key={settings.of.id}
          cinema={settings.of}
          focus={settings.focus}
          close={settings.close}
        />
      ) : null}
    </>
  );
}

/** Which settings are open: those that the address names with a field (UI-25), then those that were chosen or whose typing was interrupted. */
function useOpenedSettings(cinemas: readonly Cinema[] = []) {
  const [params, setParams] = useSearchParams();
  // What was being typed before a reload or an ended session opens again.
  const [chosen, open] = useState(() => draftedId(settingsDraft));
  const asked = Number(params.get("settings")) || undefined;
  const of = cinemas.find(({ id }) => id === asked) ?? cinemas.find(({ id }) => id === chosen);
  const isAsked = of !== undefined && of.id === asked;
  const close = () => {
    if (of?.id === chosen) open(undefined);
    if (!isAsked) return;
    setParams(
      (current) => {
        current.delete("settings");
        current.delete("field");
        return current;
      },
      { replace: true },
    );
  };
  return { of, focus: (isAsked ? params.get("field") : null) ?? undefined, open, close };
}

function OpenedCinema({
  cinema,
  onCut,
  onAsk,
}: {
  cinema: Cinema;
  onCut: (cinema: Cinema) => void;
  onAsk: (cinema: Cinema) => void;
}) {
  const { isSuperAdmin } = useSession();
  return (
    <Stack align="flex-start">
      <CinemaDetails cinema={cinema} parts={DETAILS} />
      {cinema.is_sandboxed ? (
        <Text size="sm" c="dimmed">
          {TEXTS.sandboxed}
        </Text>
      ) : null}
      <Allowed access={cinemasPolicy.cutLink}>
        <Group gap="xs">
          {isSuperAdmin ? null : (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconMessage size={16} aria-hidden />}
              aria-label={REQUEST_TEXTS.askOf(cinema.name)}
              onClick={() => onAsk(cinema)}
            >
              {REQUEST_TEXTS.ask}
            </Button>
          )}
          {cinema.is_sandboxed ? null : (
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              leftSection={<IconUnlink size={16} aria-hidden />}
              aria-label={cutTexts(isSuperAdmin).of(cinema.name)}
              onClick={() => onCut(cinema)}
            >
              {cutTexts(isSuperAdmin).action}
            </Button>
          )}
        </Group>
      </Allowed>
    </Stack>
  );
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
