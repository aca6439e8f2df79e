import type { CinemaToConfirm } from "@bobine/contract/invoice-confirmations";
import { describeError } from "@bobine/shared-auth";
import {
  ConfirmDialog,
  type DataColumn,
  DataTable,
  formatInteger,
  Money,
  Notice,
  notifyFailure,
  notifySuccess,
  Pager,
  Surface,
} from "@bobine/shared-ui";
import { useListView } from "@bobine/shared-ui/lists";
import { Button, Group, Text, Title } from "@mantine/core";
import { useState } from "react";
import { MessageList } from "../../statistics-list.tsx";
import { useCinemasToConfirm, useConfirmCinemas, useDiscardCinemas } from "./issued-invoices.queries.ts";
import { CONFIRM_TEXTS as TEXTS, TEXTS as LIST_TEXTS } from "./issued-invoices.texts.ts";

const PAGE_SIZE = 100;
const ADDRESS = { prefix: "waiting_" };
const NUMBERS = ["short_code", "cnc", "siren"] as const;
const numbersOf = (cinema: CinemaToConfirm): string =>
  NUMBERS.filter((key) => cinema[key] !== "")
    .map((key) => `${TEXTS.numbers[key]}\u00a0${cinema[key]}`)
    .join(", ");
/** As the file names it: also by a number alone. */
const nameOf = (cinema: CinemaToConfirm): string => cinema.name || numbersOf(cinema);
const titleOf = (cinema: CinemaToConfirm): string =>
  cinema.city === "" ? nameOf(cinema) : `${nameOf(cinema)}, ${cinema.city}`;

/** Cinemas that lists name and that wait for the user's word; nothing shows while there is none. */
export function CinemasToConfirm() {
  const list = useListView(ADDRESS);
  const waiting = useCinemasToConfirm(list.view.page);
  const confirm = useConfirmCinemas();
  const [discarding, setDiscarding] = useState<CinemaToConfirm>();
  const rows = waiting.data?.results ?? [];
  const count = waiting.data?.count ?? 0;
  const warnings = confirm.data?.warnings ?? [];
  if (waiting.isError && !waiting.data)
    return (
      <Notice tone="error">
        {describeError(waiting.error, TEXTS.loadFailed).message}{" "}
        <Button size="compact-sm" variant="subtle" onClick={() => void waiting.refetch()}>
          Réessayer
        </Button>
      </Notice>
    );
  const send = (cinemas: number[]) => {
    list.change({}, true);
    confirm.mutate(cinemas, {
      onSuccess: ({ message }) => notifySuccess(message),
      onError: (error) =>
        notifyFailure(TEXTS.confirmFailed, describeError(error, TEXTS.confirmFailed).reason),
    });
  };

  const columns: DataColumn<CinemaToConfirm>[] = [
    {
      key: "name",
      part: "title",
      header: TEXTS.columns.name,
      cell: (cinema) => <strong>{titleOf(cinema)}</strong>,
    },
    { key: "numbers", header: TEXTS.columns.numbers, cell: (cinema) => numbersOf(cinema) || "–" },
    {
      key: "invoices",
      header: TEXTS.columns.invoices,
      align: "right",
      cell: (cinema) => formatInteger(cinema.invoice_count),
    },
    {
      key: "total",
      header: TEXTS.columns.total,
      align: "right",
      cell: (cinema) => <Money amount={cinema.total_amount} />,
    },
    { key: "file", header: TEXTS.columns.file, cell: (cinema) => cinema.file_name },
    {
      key: "actions",
      part: "actions",
      header: TEXTS.columns.actions,
      cell: (cinema) => (
        <Group gap="xs" wrap="nowrap">
          <Button
            size="compact-sm"
            variant="light"
            aria-label={TEXTS.of(TEXTS.confirm, nameOf(cinema))}
            disabled={confirm.isPending}
            onClick={() => send([cinema.id])}
          >
            {TEXTS.confirm}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={TEXTS.of(TEXTS.discard, nameOf(cinema))}
            disabled={confirm.isPending}
            onClick={() => setDiscarding(cinema)}
          >
            {TEXTS.discard}
          </Button>
        </Group>
      ),
    },
  ];

  return (
    <>
      {confirm.data && confirm.data.errors.length > 0 ? (
        <MessageList
          title={confirm.data.message}
          messages={confirm.data.errors}
          count={confirm.data.errors.length}
        />
      ) : null}
      <MessageList title={LIST_TEXTS.warnings} messages={warnings} count={warnings.length} />
      {count > 0 ? (
        <Surface mt="md">
          <Group justify="space-between" mb="xs">
            <Title order={2} size="h3">
              {TEXTS.title(count)}
            </Title>
            <Button loading={confirm.isPending} onClick={() => send(rows.map((cinema) => cinema.id))}>
              {rows.length < count ? TEXTS.confirmPage(rows.length) : TEXTS.confirmAll}
            </Button>
          </Group>
          <Text size="sm" c="dimmed" mb="sm">
            {TEXTS.intro}
          </Text>
          <DataTable
            label={TEXTS.label}
            columns={columns}
            rows={rows}
            rowKey={(cinema) => cinema.id}
            rowName={nameOf}
            emptyText=""
            refreshing={waiting.isPlaceholderData}
          />
          <Pager {...list.pagerOf(waiting)} pageSize={PAGE_SIZE} unit={TEXTS.unit} />
        </Surface>
      ) : null}
      {discarding ? <Discarding cinema={discarding} close={() => setDiscarding(undefined)} /> : null}
    </>
  );
}

function Discarding({ cinema, close }: { cinema: CinemaToConfirm; close: () => void }) {
  const discard = useDiscardCinemas();
  return (
    <ConfirmDialog
      opened
      danger
      title={TEXTS.discardTitle}
      confirmLabel={TEXTS.discard}
      pending={discard.isPending}
      error={discard.isError ? describeError(discard.error, TEXTS.discardFailed).message : undefined}
      onConfirm={() =>
        discard.mutate([cinema.id], {
          onSuccess: () => {
            notifySuccess(TEXTS.discarded);
            close();
          },
        })
      }
      close={close}
    >
      {TEXTS.discardQuestion(nameOf(cinema))}
    </ConfirmDialog>
  );
}
