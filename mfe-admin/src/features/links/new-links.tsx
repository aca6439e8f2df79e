import { identifierLabel, LINK_ORIGIN_LABELS, type NewLink } from "@bobine/contract/cinema-links";
import { describeError, loadFailure } from "@bobine/shared-auth";
import {
  ConfirmDialog,
  notifySuccess,
  type DataColumn,
  DataTable,
  FrenchDate,
  Notice,
  Pager,
} from "@bobine/shared-ui";
import { useListView } from "@bobine/shared-ui/lists";
import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { useCutLink, useNewLinks } from "./links.queries.ts";
import { LINK_TEXTS as TEXTS } from "./links.texts.ts";
import { Part } from "./part.tsx";

const PAGE_SIZE = 100;
const ADDRESS = { prefix: "link_" };
const COLUMNS: DataColumn<NewLink>[] = [
  {
    key: "cinema",
    width: "20%",
    part: "title",
    header: TEXTS.columns.cinema,
    cell: ({ cinema }) => <strong>{[cinema.name, cinema.city].filter(Boolean).join(", ")}</strong>,
  },
  {
    key: "distributor",
    width: "auto",
    header: TEXTS.columns.distributor,
    cell: ({ distributor }) => distributor.name,
  },
  {
    key: "origin",
    width: "14%",
    header: TEXTS.columns.origin,
    cell: ({ origin }) => LINK_ORIGIN_LABELS[origin],
  },
  {
    key: "identifier",
    width: "13%",
    header: TEXTS.columns.identifier,
    cell: ({ identifier }) => identifierLabel(identifier) || "–",
  },
  { key: "by", width: "13%", header: TEXTS.columns.by, cell: ({ linked_by }) => linked_by ?? "–" },
  {
    key: "date",
    width: "10%",
    header: TEXTS.columns.date,
    cell: (link) => <FrenchDate instant={link.created_at} />,
  },
];

const actionsColumn = (onCut: (link: NewLink) => void): DataColumn<NewLink> => ({
  key: "actions",
  width: "15%",
  part: "actions",
  header: TEXTS.columns.actions,
  cell: (link) =>
    link.released_at === null ? (
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        aria-label={TEXTS.of(link.cinema.name, link.distributor.name)}
        onClick={() => onCut(link)}
      >
        {TEXTS.cut}
      </Button>
    ) : (
      <Text span size="sm" c="dimmed">
        {link.is_cut ? TEXTS.cutOn : TEXTS.givenBackOn} <FrenchDate instant={link.released_at} />
      </Text>
    ),
});

/** Which distributors gained which cinemas lately; unusual numbers come first. */
export function NewLinks() {
  const list = useListView(ADDRESS);
  const links = useNewLinks(list.view.page);
  const [cutting, setCutting] = useState<NewLink>();
  return (
    <Part title={TEXTS.title} description={TEXTS.description}>
      {links.data?.alerts.map(({ distributor, count, limit }) => (
        <Notice key={distributor.id} tone="warning" title={TEXTS.alertTitle}>
          {TEXTS.alert(distributor.name, count, limit)}
        </Notice>
      ))}
      <DataTable
        label={TEXTS.title}
        columns={[...COLUMNS, actionsColumn(setCutting)]}
        rows={list.rowsOf(links)}
        rowKey={(link) => `${link.distributor.id}-${link.cinema.id}-${link.released_at}`}
        rowName={(link) => `${link.cinema.name}, ${link.distributor.name}`}
        emptyText={TEXTS.empty}
        refreshing={links.isPlaceholderData}
        error={loadFailure(links, TEXTS.loadFailed)}
        onRetry={() => void links.refetch()}
      />
      <Pager {...list.pagerOf(links)} pageSize={PAGE_SIZE} unit={TEXTS.unit} />
      {cutting ? <Cutting link={cutting} close={() => setCutting(undefined)} /> : null}
    </Part>
  );
}

function Cutting({ link: { cinema, distributor }, close }: { link: NewLink; close: () => void }) {
  const cut = useCutLink();
  return (
    <ConfirmDialog
      opened
      danger
      title={TEXTS.cutTitle}
      confirmLabel={TEXTS.cutButton}
      pending={cut.isPending}
      error={cut.isError ? describeError(cut.error, TEXTS.cutFailed).message : undefined}
      onConfirm={() =>
        cut.mutate(
          { id: cinema.id, distributor: distributor.id },
          {
            onSuccess: () => {
              notifySuccess(TEXTS.cutDone);
              close();
            },
          },
        )
      }
      close={close}
    >
      {TEXTS.cutQuestion(cinema.name, distributor.name)}
    </ConfirmDialog>
  );
}
