import type { CivilDate } from "@bobine/contract/civil-date";
import { LOTS_PAGE_SIZE, type LotPreview } from "@bobine/contract/lots";
import { describeError, loadFailure } from "@bobine/shared-auth";
import {
  ConfirmDialog,
  type DataColumn,
  DataTable,
  ErrorCard,
  formatInteger,
  Money,
  Notice,
  notifySuccess,
  Pager,
  Surface,
} from "@bobine/shared-ui";
import { DateRangeField } from "@bobine/shared-ui/dates";
import { useListView } from "@bobine/shared-ui/lists";
import { Anchor, Button, Group, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import { Deciders, useDecides } from "../../decider.tsx";
import { paths } from "../../paths.ts";
import { LotList } from "./lot-list.tsx";
import { LotProgress } from "./lot-progress.tsx";
import { isUnderWay, useLotPreparation, useLotPreview, useLots, useMakeLot } from "./lots.queries.ts";
import { LOT_TEXTS as TEXTS } from "./lots.texts.ts";

/** Beside the account and the months of the same page. */
const ADDRESS = { prefix: "lot_" };

type Journal = LotPreview["journals"][number];

const JOURNAL_COLUMNS: readonly DataColumn<Journal>[] = [
  {
    key: "journal",
    part: "title",
    header: TEXTS.journals.journal,
    cell: ({ journal, label }) => `${journal} – ${label}`,
  },
  {
    key: "entries",
    part: "subtitle",
    header: TEXTS.journals.entries,
    align: "right",
    cell: ({ entry_count }) => formatInteger(entry_count),
  },
  {
    key: "total",
    part: "amount",
    header: TEXTS.journals.total,
    align: "right",
    cell: ({ total_amount }) => <Money amount={total_amount} />,
  },
];

/** Lots of entries: what is new since the last one, a new one, and those that were made (EXP-10). */
export function LotsSection() {
  const list = useListView(ADDRESS);
  const lots = useLots(list.view.page);
  return (
    <section aria-label={TEXTS.title}>
      <Surface mt="md">
        <Title order={2} size="h3">
          {TEXTS.title}
        </Title>
        <Text size="sm" c="dimmed" mt={4} mb="md">
          {TEXTS.intro}
        </Text>
        <NewLot onMade={() => list.change({}, true)} />
        <Title order={3} size="h5" mt="lg" mb="xs">
          {TEXTS.list}
        </Title>
        <LotList
          lots={list.rowsOf(lots)}
          error={loadFailure(lots, TEXTS.listFailed)}
          onRetry={() => void lots.refetch()}
          refreshing={lots.isPlaceholderData}
        />
        <Pager {...list.pagerOf(lots)} pageSize={LOTS_PAGE_SIZE} unit={TEXTS.unit} />
      </Surface>
    </section>
  );
}

function NewLot({ onMade }: { onMade: () => void }) {
  /** Nothing chosen is the period that the server proposes. */
  const [chosen, setChosen] = useState<{ from?: CivilDate; to?: CivilDate }>({});
  const preview = useLotPreview(chosen);
  const made = useMakeLot();
  const preparation = useLotPreparation(() => {
    notifySuccess(TEXTS.prepared);
    onMade();
  });
  const isPreparing = isUnderWay(preparation.data?.preparation);
  /** What was asked about: after a lost answer the preview is of other days, and the same lot is sent again (API-10). */
  const [asked, setAsked] = useState<Pick<LotPreview, "period_from" | "period_to" | "entry_count">>();
  const { fieldErrors = {} } = preview.isError ? describeError(preview.error) : {};
  const shown = preview.isError ? undefined : preview.data;
  const refusals = [...new Set(Object.values(fieldErrors))];
  const isRefused = refusals.length > 0;
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        {TEXTS.preview}
      </Title>
      <DateRangeField
        label={TEXTS.period}
        range={{ from: chosen.from ?? shown?.period_from, to: chosen.to ?? shown?.period_to }}
        onRange={({ from, to }) => setChosen({ ...(from ? { from } : {}), ...(to ? { to } : {}) })}
      />
      {refusals.map((message) => (
        <Text key={message} size="sm" role="alert" c="var(--mantine-color-error)">
          {message}
        </Text>
      ))}
      {preview.isError && !isRefused ? (
        <ErrorCard
          title={describeError(preview.error, TEXTS.previewFailed).message}
          onRetry={() => void preview.refetch()}
        />
      ) : isRefused ? null : (
        <>
          <DataTable
            label={TEXTS.previewLabel}
            columns={JOURNAL_COLUMNS}
            rows={shown?.journals}
            rowKey={({ journal }) => journal}
            emptyText={TEXTS.nothingNew}
            refreshing={preview.isPlaceholderData}
          />
          {shown ? <Remarks preview={shown} /> : null}
        </>
      )}
      <LotProgress preparation={preparation} />
      <Deciders>
        <Group>
          <Button
            disabled={isPreparing || !shown || shown.entry_count === 0 || preview.isPlaceholderData}
            loading={made.isPending}
            onClick={() => setAsked(shown)}
          >
            {TEXTS.make}
          </Button>
        </Group>
      </Deciders>
      {asked ? (
        <ConfirmDialog
          opened
          title={TEXTS.confirmTitle}
          confirmLabel={TEXTS.make}
          pending={made.isPending}
          error={made.isError ? failureOf(made.error) : undefined}
          onConfirm={() =>
            made.mutate(
              { period_from: asked.period_from, period_to: asked.period_to },
              {
                onSuccess: (answer) => {
                  if ("preparation" in answer) void preparation.refetch();
                  else notifySuccess(TEXTS.made(answer));
                  setAsked(undefined);
                  setChosen({});
                  onMade();
                },
              },
            )
          }
          close={() => {
            setAsked(undefined);
            made.reset();
          }}
        >
          {TEXTS.confirm(TEXTS.entries(asked.entry_count), asked.period_from, asked.period_to)}
        </ConfirmDialog>
      ) : null}
    </Stack>
  );
}

/** The days are no fields of the dialog: what is wrong with them is said in it all the same. */
function failureOf(error: unknown): string {
  const { message, fieldErrors } = describeError(error, TEXTS.makeFailed);
  return Object.values(fieldErrors)[0] ?? message;
}

function Remarks({ preview }: { preview: LotPreview }) {
  const { entry_count, reversal_count, late_count, lines_without_end, period_from, period_to, has_older } =
    preview;
  const decides = useDecides();
  if (entry_count === 0 && !has_older) return null;
  return (
    <Stack gap="xs">
      {entry_count > 0 ? (
        <Text size="sm">
          {TEXTS.entries(entry_count)}
          {reversal_count > 0 ? `, ${TEXTS.reversals(reversal_count)}` : ""}
          {" · "}
          <Money amount={preview.total_amount} />
        </Text>
      ) : null}
      {late_count > 0 ? <Text size="sm">{TEXTS.late(late_count, period_from)}</Text> : null}
      {lines_without_end > 0 ? (
        <Notice tone="warning">
          {TEXTS.withoutEnd(lines_without_end)}{" "}
          <Anchor
            component={Link}
            to={paths.linesWithoutEnd({ from: period_from, to: period_to })}
            inherit
            underline="always"
          >
            {decides ? TEXTS.assign : TEXTS.see}
          </Anchor>
        </Notice>
      ) : null}
      {has_older ? <Notice tone="info">{TEXTS.older}</Notice> : null}
    </Stack>
  );
}
