import { identifierLabel, LINK_ORIGIN_LABELS, type NewLink } from "@bobine/contract/cinema-links";
import { describeError, loadFailure } from "@bobine/shared-auth";
import { Button } from "@mantine/core";
import { useState } from "react";
import {
  ConfirmDialog,
  notifySuccess,
  type DataColumn,
  DataTable,
  FrenchDate,
  Notice,
  Pager,
} from "@bobine/shared-ui";
import { useAddress } from "../../use-address.ts";
import { useCutLink, useNewLinks } from "./links.queries.ts";
import { LINK_TEXTS as TEXTS } from "./links.texts.ts";
import { Part } from "./part.tsx";

const PAGE_SIZE = 100;
const COLUMNS: DataColumn<NewLink>[] = [
  {
    key: "cinema",
    part: "title",
    header: TEXTS.columns.cinema,
    cell: ({ cinema }) => <strong>{[cinema.name, cinema.city].filter(Boolean).join(", ")}</strong>,
  },
  { key: "distributor", header: TEXTS.columns.distributor, cell: ({ distributor }) => distributor.name },
  { key: "origin", header: TEXTS.columns.origin, cell: ({ origin }) => LINK_ORIGIN_LABELS[origin] },
  {
    key: "identifier",
    header: TEXTS.columns.identifier,
    cell: ({ identifier }) => identifierLabel(identifier) || "–",
  },
  { key: "by", header: TEXTS.columns.by, cell: ({ linked_by }) => linked_by ?? "–" },
  { key: "date", header: TEXTS.columns.date, cell: (link) => <FrenchDate instant={link.created_at} /> },
];

const actionsColumn = (onCut: (link: NewLink) => void): DataColumn<NewLink> => ({
  key: "actions",
  part: "actions",
  header: TEXTS.columns.actions,
  cell: (link) => (
    <Button
      size="compact-sm"
      variant="subtle"
      color="red"
      aria-label={TEXTS.of(link.cinema.name, link.distributor.name)}
      onClick={() => onCut(link)}
    >
      {TEXTS.cut}
    </Button>
  ),
});

/** Which distributors gained which cinemas lately; unusual numbers come first. */
export function NewLinks() {
  const [params, change] = useAddress();
  const page = Math.max(1, Math.trunc(Number(params.get("link_page"))) || 1);
  const links = useNewLinks(page);
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
        rows={links.data?.results}
        rowKey={(link) => `${link.distributor.id}-${link.cinema.id}`}
        rowName={(link) => `${link.cinema.name}, ${link.distributor.name}`}
        emptyText={TEXTS.empty}
        refreshing={links.isPlaceholderData}
        error={loadFailure(links, TEXTS.loadFailed)}
        onRetry={() => void links.refetch()}
      />
      <Pager
        page={page}
        pageSize={PAGE_SIZE}
        count={links.data?.count ?? 0}
        unit={TEXTS.unit}
        onPage={(to) => change({ link_page: to > 1 ? String(to) : undefined })}
      />
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
