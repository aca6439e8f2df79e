import { LINK_REQUESTS_PAGE_SIZE, type LinkRequest } from "@bobine/contract/cinema-links";
import { loadFailure } from "@bobine/shared-auth";
import {
  ConfirmDialog,
  type DataColumn,
  DataTable,
  formatInteger,
  FrenchDate,
  notifySuccess,
  Pager,
} from "@bobine/shared-ui";
import { useListView } from "@bobine/shared-ui/lists";
import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { describeRefusal } from "../../show-failure.ts";
import { useAcceptRequest, useLinkRequests } from "./links.queries.ts";
import { REQUEST_TEXTS as TEXTS } from "./links.texts.ts";
import { Part } from "./part.tsx";

const ADDRESS = { prefix: "request_" };

interface Decision {
  readonly request: LinkRequest;
  /** Null: it joins the shared list. */
  readonly to: LinkRequest["candidate"];
}

const placeOf = ({ name, city }: { name: string; city: string }): string =>
  [name, city].filter(Boolean).join(", ");
const numbersOf = ({ cnc, siren }: LinkRequest): string =>
  [cnc && `CNC\u00a0${cnc}`, siren && `SIREN\u00a0${siren}`].filter(Boolean).join(", ");

/** Cinemas that distributors have confirmed: each is a shared one, or joins the list. */
export function LinkRequests() {
  const list = useListView(ADDRESS);
  const requests = useLinkRequests(list.view.page);
  const [decision, setDecision] = useState<Decision>();

  const columns: DataColumn<LinkRequest>[] = [
    {
      key: "cinema",
      width: "17%",
      part: "title",
      header: TEXTS.columns.cinema,
      cell: (request) => <strong>{placeOf(request)}</strong>,
    },
    {
      key: "numbers",
      width: "12%",
      header: TEXTS.columns.numbers,
      cell: (request) => numbersOf(request) || "–",
    },
    {
      key: "distributor",
      width: "12%",
      header: TEXTS.columns.distributor,
      cell: ({ distributor }) => distributor.name,
    },
    {
      key: "use",
      width: "14.5%",
      header: TEXTS.columns.use,
      align: "right",
      cell: (request) => formatInteger(request.invoice_count + request.declaration_count),
    },
    {
      key: "candidate",
      width: "auto",
      header: TEXTS.columns.candidate,
      cell: ({ candidate }) => (candidate ? placeOf(candidate) : "–"),
    },
    {
      key: "date",
      width: "9%",
      header: TEXTS.columns.date,
      cell: (request) => <FrenchDate instant={request.created_at} />,
    },
    {
      key: "actions",
      width: "17%",
      part: "actions",
      header: TEXTS.columns.actions,
      cell: (request) => (
        <Group gap="xs">
          {request.candidate ? (
            <Button
              size="compact-sm"
              variant="light"
              aria-label={TEXTS.of(TEXTS.attach, request.name)}
              onClick={() => setDecision({ request, to: request.candidate })}
            >
              {TEXTS.attach}
            </Button>
          ) : null}
          <Button
            size="compact-sm"
            variant={request.candidate ? "subtle" : "light"}
            aria-label={TEXTS.of(TEXTS.add, request.name)}
            onClick={() => setDecision({ request, to: null })}
          >
            {TEXTS.add}
          </Button>
        </Group>
      ),
    },
  ];

  return (
    <Part title={TEXTS.title} description={TEXTS.description}>
      <DataTable
        label={TEXTS.title}
        columns={columns}
        rows={list.rowsOf(requests)}
        rowKey={(request) => request.id}
        rowName={(request) => `${request.name}, ${request.distributor.name}`}
        emptyText={TEXTS.empty}
        refreshing={requests.isPlaceholderData}
        error={loadFailure(requests, TEXTS.loadFailed)}
        onRetry={() => void requests.refetch()}
      />
      <Pager {...list.pagerOf(requests)} pageSize={LINK_REQUESTS_PAGE_SIZE} unit={TEXTS.unit} />
      {decision ? <Accepting {...decision} close={() => setDecision(undefined)} /> : null}
    </Part>
  );
}

function Accepting({ request, to, close }: Decision & { close: () => void }) {
  const accept = useAcceptRequest();
  return (
    <ConfirmDialog
      opened
      title={to ? TEXTS.attachTitle : TEXTS.addTitle}
      confirmLabel={to ? TEXTS.attach : TEXTS.add}
      pending={accept.isPending}
      error={accept.isError ? describeRefusal(accept.error, TEXTS.failed) : undefined}
      onConfirm={() =>
        accept.mutate(
          { id: request.id, cinema: to?.id ?? null },
          {
            onSuccess: () => {
              notifySuccess(to ? TEXTS.attached : TEXTS.added);
              close();
            },
          },
        )
      }
      close={close}
    >
      {to
        ? TEXTS.attachQuestion(placeOf(request), placeOf(to), request.distributor.name)
        : TEXTS.addQuestion(placeOf(request))}
    </ConfirmDialog>
  );
}
