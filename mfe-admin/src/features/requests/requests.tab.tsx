import { type ConsoleRequest, CINEMA_REQUESTS_PAGE_SIZE } from "@bobine/contract/cinema-requests";
import { CINEMA_REQUEST_STATE } from "@bobine/contract/status-labels";
import { draftedId, loadFailure } from "@bobine/shared-auth";
import { RequestedList, RequestWords } from "@bobine/shared-features/cinema-requests";
import { type DataColumn, DataTable, FrenchDate, PageHeader, Pager, StatusBadge } from "@bobine/shared-ui";
import { oneOfOr, useListView } from "@bobine/shared-ui/lists";
import { Anchor, Button, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router-dom";
import { paths } from "../../paths.ts";
import { answerDraft, AnswerDialog, type AnswerKind } from "./answer.dialog.tsx";
import { useAllCinemaRequests } from "./requests.queries.ts";
import { ANSWERS, TEXTS } from "./requests.texts.ts";

const ADDRESS = {
  prefix: "asked_",
  filters: { show: oneOfOr(["open", "all"], "open") },
} as const;
const PROPOSED = ["address", "pin_code", "city", "legal_name", "siren", "cnc_authorization"] as const;

/** What distributors ask about cinemas, and the answers to it (CIN-10). */
export function RequestsTab() {
  const list = useListView(ADDRESS);
  const { page, show } = list.view;
  const requests = useAllCinemaRequests(page, show === "open" ? "open" : undefined);
  const [answering, setAnswering] = useState<{ request: ConsoleRequest; kind: AnswerKind }>();
  const [interrupted, setInterrupted] = useState(interruptedAnswer);
  const request = interrupted && requests.data?.results.find(({ id }) => id === interrupted.id);
  if (interrupted && request) {
    setInterrupted(undefined);
    // An answer that may be given no more, as the request is now, does not open.
    if (answersTo(request).includes(interrupted.kind)) setAnswering({ request, kind: interrupted.kind });
  }
  const columns = requestColumns((request, kind) => setAnswering({ request, kind }));
  return (
    <>
      <PageHeader title={TEXTS.title} description={TEXTS.description} />
      <Group mb="md">
        <SegmentedControl
          aria-label={TEXTS.show}
          value={show}
          onChange={(next) => list.change({ show: next === "all" ? "all" : "open" })}
          data={[
            { value: "open", label: TEXTS.states.open },
            { value: "all", label: TEXTS.states.all },
          ]}
        />
        {requests.data ? <Text size="sm">{TEXTS.open(requests.data.open_count)}</Text> : null}
      </Group>
      <DataTable
        label={TEXTS.title}
        columns={columns}
        rows={list.rowsOf(requests)}
        rowKey={(request) => request.id}
        rowName={(request) => `${request.subject}, ${request.distributor.name}`}
        emptyText={show === "open" ? TEXTS.empty : TEXTS.emptyAll}
        refreshing={requests.isPlaceholderData}
        error={loadFailure(requests, TEXTS.loadFailed)}
        onRetry={() => void requests.refetch()}
      />
      <Pager {...list.pagerOf(requests)} pageSize={CINEMA_REQUESTS_PAGE_SIZE} unit={TEXTS.unit} />
      {answering ? <AnswerDialog {...answering} close={() => setAnswering(undefined)} /> : null}
    </>
  );
}

/** The answer that was being typed before a reload or an ended session: it opens again once its request shows (FED-6). */
function interruptedAnswer(): { id: number; kind: AnswerKind } | undefined {
  for (const kind of Object.keys(ANSWERS) as AnswerKind[]) {
    const id = draftedId((one) => answerDraft(one, kind));
    if (id !== undefined) return { id, kind };
  }
  return undefined;
}

const requestColumns = (
  onAnswer: (request: ConsoleRequest, kind: AnswerKind) => void,
): DataColumn<ConsoleRequest>[] => [
  {
    key: "cinema",
    width: "20%",
    part: "title",
    header: TEXTS.columns.cinema,
    cell: (one) => <Subject request={one} />,
  },
  {
    key: "distributor",
    width: "16%",
    part: "subtitle",
    header: TEXTS.columns.distributor,
    cell: ({ distributor, asked_by }) => (
      <Stack gap={0}>
        {distributor.name}
        {asked_by ? (
          <Text size="xs" c="dimmed">
            {TEXTS.by(asked_by)}
          </Text>
        ) : null}
      </Stack>
    ),
  },
  {
    key: "words",
    width: "auto",
    header: TEXTS.columns.words,
    cell: (request) => (request.words || request.answer ? <RequestWords request={request} /> : "–"),
  },
  {
    key: "date",
    width: "9.5rem",
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
  {
    key: "actions",
    width: "17%",
    part: "actions",
    header: TEXTS.columns.actions,
    cell: (request) => (
      <Group gap="xs">
        {answersTo(request).map((kind, position) => (
          <Button
            key={kind}
            size="compact-sm"
            variant={position === 0 ? "light" : "subtle"}
            aria-label={TEXTS.of(ANSWERS[kind].action, request.subject)}
            onClick={() => onAnswer(request, kind)}
          >
            {ANSWERS[kind].action}
          </Button>
        ))}
      </Group>
    ),
  },
];

function answersTo({ state, list, proposal, candidate }: ConsoleRequest): AnswerKind[] {
  if (state !== "open") return [];
  if (list) return ["accept", "refuse"];
  if (!proposal) return ["done", "refuse"];
  return candidate ? ["attach", "create", "refuse"] : ["create", "refuse"];
}

/** What it is about: the card that there is, or all that is proposed. */
function Subject({ request }: { request: ConsoleRequest }) {
  const { proposal, list, candidate, cinema_id, is_sandboxed = false } = request;
  return (
    <Stack gap={2} align="flex-start">
      <strong>{request.subject}</strong>
      {cinema_id !== null ? (
        <Anchor
          component={Link}
          // A cinema of a sandbox has no form there: what a super admin decides is its link (CIN-9).
          to={is_sandboxed ? paths.linkRequests() : paths.cinema(cinema_id)}
          size="sm"
          underline="always"
          aria-label={is_sandboxed ? TEXTS.linkRequestOf(request.subject) : TEXTS.cardOf(request.subject)}
        >
          {is_sandboxed ? TEXTS.linkRequest : TEXTS.card}
        </Anchor>
      ) : null}
      {list ? <RequestedList list={list} /> : null}
      {proposal ? (
        <Text size="xs" c="dimmed">
          {[
            TEXTS.proposal,
            ...PROPOSED.filter((field) => proposal[field]).map(
              (field) => `${TEXTS.fields[field]}\u00a0: ${proposal[field]}`,
            ),
          ].join(" · ")}
        </Text>
      ) : null}
      {candidate ? (
        <Text size="sm">
          {TEXTS.candidate([candidate.name, candidate.city].filter(Boolean).join(", "))}{" "}
          <Anchor component={Link} to={paths.cinema(candidate.id)} size="sm" underline="always">
            {TEXTS.card}
          </Anchor>
        </Text>
      ) : null}
    </Stack>
  );
}
