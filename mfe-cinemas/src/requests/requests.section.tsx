import { CINEMA_REQUESTS_PAGE_SIZE, type CinemaRequest } from "@bobine/contract/cinema-requests";
import { CINEMA_REQUEST_STATE } from "@bobine/contract/status-labels";
import { cinemasPolicy } from "@bobine/contract/policy/cinemas";
import { Allowed, describeError, loadFailure, useMay } from "@bobine/shared-auth";
import {
  REQUEST_TEXTS,
  RequestedList,
  RequestWords,
  useCinemaRequests,
  useWithdrawRequest,
} from "@bobine/shared-features/cinema-requests";
import {
  ConfirmDialog,
  type DataColumn,
  DataTable,
  FrenchDate,
  notifyFailure,
  notifySuccess,
  Pager,
  StatusBadge,
} from "@bobine/shared-ui";
import { useListView } from "@bobine/shared-ui/lists";
import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { type Proposed, ProposeButtons } from "./propose-buttons.tsx";
import { TEXTS } from "./requests.texts.ts";

const ADDRESS = { prefix: "request_" };

const COLUMNS: DataColumn<CinemaRequest>[] = [
  {
    key: "cinema",
    width: "20%",
    part: "title",
    header: TEXTS.columns.cinema,
    cell: ({ subject, list }) => (
      <>
        <strong>{subject}</strong>
        {list ? <RequestedList list={list} /> : null}
      </>
    ),
  },
  {
    key: "kind",
    width: "12%",
    part: "subtitle",
    header: TEXTS.columns.kind,
    cell: ({ list, proposal }) => TEXTS.kinds[list ? "list" : proposal ? "proposal" : "correction"],
  },
  {
    key: "words",
    width: "auto",
    header: TEXTS.columns.words,
    cell: (request) => (request.words || request.answer ? <RequestWords request={request} /> : TEXTS.none),
  },
  { key: "by", width: "13%", header: TEXTS.columns.by, cell: ({ asked_by }) => asked_by ?? TEXTS.none },
  {
    key: "date",
    width: "10%",
    header: TEXTS.columns.date,
    cell: (request) => <FrenchDate instant={request.created_at} />,
  },
  {
    key: "state",
    width: "8.5rem",
    part: "status",
    header: TEXTS.columns.state,
    cell: ({ state }) => (
      <StatusBadge color={CINEMA_REQUEST_STATE[state].color}>{CINEMA_REQUEST_STATE[state].label}</StatusBadge>
    ),
  },
];

const WITHDRAWING: DataColumn<CinemaRequest> = {
  key: "actions",
  width: "7.5rem",
  part: "actions",
  header: TEXTS.columns.actions,
  hiddenHeader: true,
  cell: (request) => (request.state === "open" ? <Withdraw request={request} /> : null),
};

function Withdraw({ request }: { request: CinemaRequest }) {
  const withdraw = useWithdrawRequest();
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={TEXTS.withdrawOf(request.subject)}
        onClick={() => setIsAsking(true)}
      >
        {TEXTS.withdraw}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={TEXTS.withdrawTitle}
        confirmLabel={TEXTS.withdraw}
        danger
        pending={withdraw.isPending}
        close={close}
        onConfirm={() =>
          withdraw.mutate(request.id, {
            onSuccess: () => {
              close();
              notifySuccess(TEXTS.withdrawn);
            },
            onError: (error) => {
              close();
              notifyFailure(TEXTS.withdrawFailed, describeError(error, TEXTS.withdrawFailed).reason);
            },
          })
        }
      >
        <Text>{TEXTS.withdrawQuestion(request.subject)}</Text>
      </ConfirmDialog>
    </>
  );
}

/** What was asked of Bobine about cinemas, with its answers (CIN-10). */
export function RequestsSection({ onPropose }: { onPropose: (what: Proposed) => void }) {
  const list = useListView(ADDRESS);
  const asks = useMay(cinemasPolicy.request);
  const requests = useCinemaRequests({ page: list.view.page });
  return (
    <>
      <DataTable
        label={TEXTS.requests}
        columns={asks ? [...COLUMNS, WITHDRAWING] : COLUMNS}
        rows={list.rowsOf(requests)}
        rowKey={(request) => request.id}
        rowName={(request) => request.subject}
        emptyText={TEXTS.empty}
        emptyHint={TEXTS.emptyHint}
        emptyAction={
          <Allowed access={cinemasPolicy.request}>
            <ProposeButtons onPropose={onPropose} />
          </Allowed>
        }
        refreshing={requests.isPlaceholderData}
        error={loadFailure(requests, REQUEST_TEXTS.loadFailed)}
        onRetry={() => void requests.refetch()}
      />
      <Pager {...list.pagerOf(requests)} pageSize={CINEMA_REQUESTS_PAGE_SIZE} unit={TEXTS.unit} />
    </>
  );
}
