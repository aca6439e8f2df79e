import { type Cinema, CINEMA_ORDERINGS } from "@bobine/contract/cinemas";
import { CINEMA_LIST } from "@bobine/contract/lists/cinemas";
import {
  describeError,
  draftedId,
  hasDraft,
  loadFailure,
  useSession,
  useUnfinishedWork,
} from "@bobine/shared-auth";
import { DataTable, PageHeader, Pager } from "@bobine/shared-ui";
import { CinemaDetails, type CinemaPart } from "@bobine/shared-features/cinemas";
import { CsvButton } from "@bobine/shared-ui/csv";
import { textValue, useListView } from "@bobine/shared-ui/lists";
import { Button, CloseButton, Group, TextInput } from "@mantine/core";
import { IconPlus, IconSearch, IconUpload } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { showFailure } from "../../show-failure.ts";
import { useAddress } from "../../use-address.ts";
import { DeletedCinema, ValidatedCinema } from "./cinema-actions.tsx";
import { type CinemaAction, cinemaColumns } from "./cinema-columns.tsx";
import { EditedCinema, NewCinema } from "./cinema-editing.tsx";
import { cinemaDraft } from "./cinema-form.ts";
import { CinemaSettings, consoleSettingsDraft } from "./cinema-settings.tsx";
import { readCinemasCsv, useConsoleCinemas, useImportCinemas, useResumedCinema } from "./cinemas.queries.ts";
import { IMPORT_TEXTS, TEXTS } from "./cinemas.texts.ts";
import { ImportCinemasDialog } from "./import-cinemas.dialog.tsx";

const { pageSize: PAGE_SIZE } = CINEMA_LIST;

/** UI-16 */
const ADDRESS = {
  prefix: "cinema_",
  filters: { search: textValue },
  orderings: CINEMA_ORDERINGS,
  ordering: "is_validated",
  formerSort: ["sort", "direction"],
} as const;

/** UI-16 */
const DETAILS: readonly CinemaPart[] = [
  "address",
  "legal",
  "invoicing",
  "group",
  "contacts",
  "codes",
  "screens",
];

/** What is open above the list. */
type Opened =
  | { what: CinemaAction; cinema: Cinema }
  | { what: "create" | "import" }
  | { what: "resume"; form: "edit" | "settings"; id: number }
  | undefined;

/** UI-16, cinemas. */
export function CinemasTab() {
  const { user } = useSession();
  const list = useListView(ADDRESS);
  const { page } = list.view;
  const cinemas = useConsoleCinemas(list.view);
  const rows = list.rowsOf(cinemas);
  const count = cinemas.data?.count ?? 0;
  const [opened, setOpened] = useState<Opened>(interruptedForm);
  const close = () => setOpened(undefined);
  const [params, changeAddress] = useAddress();
  const asked = Number(params.get("edit")) || undefined;
  // What a link names goes before what was being typed, which opens after it (UI-25).
  const waits = asked !== undefined && (opened?.what === "create" || opened?.what === "resume");
  const shown = waits ? undefined : opened;

  return (
    <>
      <PageHeader
        title={TEXTS.title}
        actions={
          <>
            <CsvButton
              fileName={CINEMA_LIST.fileName}
              content={() => readCinemasCsv(list.view)}
              describe={(error) => describeError(error, TEXTS.exportFailed).message}
              disabled={count === 0}
            />
            <Button
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden />}
              onClick={() => setOpened({ what: "import" })}
            >
              {TEXTS.import}
            </Button>
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => setOpened({ what: "create" })}
            >
              {TEXTS.create}
            </Button>
          </>
        }
      />
      <Search search={list.view.search} onSearch={(search) => list.change({ search })} />
      <DataTable
        label={TEXTS.title}
        columns={cinemaColumns(user, (what, cinema) => setOpened({ what, cinema }))}
        rows={rows}
        rowKey={(cinema) => cinema.id}
        rowName={(cinema) => cinema.name}
        expanded={(cinema) => <CinemaDetails cinema={cinema} parts={DETAILS} />}
        emptyText={TEXTS.empty}
        emptyHint={TEXTS.emptyHint}
        refreshing={cinemas.isFetching}
        error={loadFailure(cinemas, TEXTS.loadFailed)}
        onRetry={() => void cinemas.refetch()}
        sort={list.sort}
        onSort={list.onSort}
      />
      <Pager {...list.pagerOf(cinemas)} pageSize={PAGE_SIZE} unit={["cinéma", "cinémas"]} />
      {shown?.what === "create" ? <NewCinema close={close} /> : null}
      {shown?.what === "edit" ? <EditedCinema cinema={shown.cinema} close={close} /> : null}
      {shown?.what === "validate" ? <ValidatedCinema cinema={shown.cinema} close={close} /> : null}
      {shown?.what === "settings" ? <CinemaSettings cinema={shown.cinema} close={close} /> : null}
      {shown?.what === "resume" ? <ResumedForm form={shown.form} id={shown.id} close={close} /> : null}
      {asked !== undefined && shown === undefined ? (
        <ResumedForm
          key={asked}
          form="edit"
          id={asked}
          focus={params.get("field") ?? undefined}
          close={() => {
            if (opened?.what === "resume" && opened.form === "edit" && opened.id === asked) close();
            changeAddress({ edit: undefined, field: undefined }, true);
          }}
        />
      ) : null}
      {shown?.what === "delete" ? (
        <DeletedCinema
          cinema={shown.cinema}
          onDeleted={() => {
            // UI-17: after the last one of a page above 1, the previous page.
            if (rows?.length === 1 && page > 1) list.change({ page: page - 1 }, true);
          }}
          close={close}
        />
      ) : null}
      {shown?.what === "import" ? (
        <Import
          // UI-17
          onImported={() => list.change({ search: "" })}
          close={close}
        />
      ) : null}
    </>
  );
}

/** The form that a reload or an ended session interrupted: it opens again with what was typed. */
function interruptedForm(): Opened {
  if (hasDraft(cinemaDraft(undefined))) return { what: "create" };
  const edited = draftedId(cinemaDraft);
  if (edited !== undefined) return { what: "resume", form: "edit", id: edited };
  const set = draftedId(consoleSettingsDraft);
  return set === undefined ? undefined : { what: "resume", form: "settings", id: set };
}

/** Its cinema may be on another page of the list than the one that shows. */
function ResumedForm({
  form,
  id,
  focus,
  close,
}: {
  form: "edit" | "settings";
  id: number;
  focus?: string | undefined;
  close: () => void;
}) {
  const { data: cinema, error } = useResumedCinema(id);
  useEffect(() => {
    if (!error) return;
    showFailure(error, TEXTS.cinemaFailed);
    close();
  });
  if (!cinema) return null;
  return form === "edit" ? (
    <EditedCinema cinema={cinema} focus={focus} close={close} />
  ) : (
    <CinemaSettings cinema={cinema} close={close} />
  );
}

/** What is typed is looked for with Enter or the button (UI-16). */
function Search({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState(search);
  const [shown, setShown] = useState(search);
  // Back and forward, an import: what is typed follows the address.
  if (shown !== search) {
    setShown(search);
    setTyped(search);
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(typed.trim());
      }}
    >
      <Group mb="md" gap="xs">
        <TextInput
          aria-label={TEXTS.search}
          placeholder={TEXTS.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          rightSection={
            typed ? (
              <CloseButton
                aria-label={TEXTS.clearSearch}
                onClick={() => {
                  setTyped("");
                  if (search) onSearch("");
                }}
              />
            ) : null
          }
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          style={{ flex: "1 1 180px", maxWidth: 420 }}
        />
        <Button type="submit" variant="default">
          {TEXTS.searchButton}
        </Button>
      </Group>
    </form>
  );
}

function Import({ onImported, close }: { onImported: () => void; close: () => void }) {
  const upload = useImportCinemas();
  useUnfinishedWork(upload.isPending ? "upload" : undefined, IMPORT_TEXTS.title);
  return (
    <ImportCinemasDialog
      percent={upload.percent}
      pending={upload.isPending}
      error={upload.error ? describeError(upload.error, IMPORT_TEXTS.failed).message : undefined}
      result={upload.data}
      onSend={(file) => upload.mutate(file, { onSuccess: onImported })}
      onReset={upload.reset}
      close={close}
    />
  );
}
