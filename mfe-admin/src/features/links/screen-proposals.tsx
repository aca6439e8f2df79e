import type { ScreenProposal } from "@bobine/contract/cinema-links";
import { loadFailure } from "@bobine/shared-auth";
import { type DataColumn, DataTable, FrenchDate, notifySuccess, Pager } from "@bobine/shared-ui";
import { useListView } from "@bobine/shared-ui/lists";
import { Button, Group } from "@mantine/core";
import { showRefusal } from "../../show-failure.ts";
import { useDecideProposal, useScreenProposals } from "./links.queries.ts";
import { PROPOSAL_TEXTS as TEXTS } from "./links.texts.ts";
import { Part } from "./part.tsx";

const PAGE_SIZE = 100;
const ADDRESS = { prefix: "proposal_" };
const screenOf = ({ name, authorization_number }: ScreenProposal): string => name || authorization_number;

/** Screens that reports name in shared cinemas: accepted or refused, one by one. */
export function ScreenProposals() {
  const list = useListView(ADDRESS);
  const proposals = useScreenProposals(list.view.page);
  const decide = useDecideProposal();

  const columns: DataColumn<ScreenProposal>[] = [
    {
      key: "cinema",
      width: "auto",
      part: "title",
      header: TEXTS.columns.cinema,
      cell: ({ cinema }) => <strong>{[cinema.name, cinema.city].filter(Boolean).join(", ")}</strong>,
    },
    { key: "screen", width: "16%", header: TEXTS.columns.screen, cell: ({ name }) => name || "–" },
    { key: "number", width: "14%", header: TEXTS.columns.number, cell: (one) => one.authorization_number },
    {
      key: "distributor",
      width: "20%",
      header: TEXTS.columns.distributor,
      cell: ({ distributor }) => distributor.name,
    },
    {
      key: "date",
      width: "6.5rem",
      header: TEXTS.columns.date,
      cell: (one) => <FrenchDate instant={one.created_at} />,
    },
    {
      key: "actions",
      width: "12rem",
      part: "actions",
      header: TEXTS.columns.actions,
      cell: (one) => (
        <Group gap="xs" wrap="nowrap">
          {[true, false].map((isAccepted) => {
            const label = isAccepted ? TEXTS.accept : TEXTS.refuse;
            return (
              <Button
                key={label}
                size="compact-sm"
                variant={isAccepted ? "light" : "subtle"}
                aria-label={TEXTS.of(label, screenOf(one), one.cinema.name)}
                loading={
                  decide.isPending &&
                  decide.variables.id === one.id &&
                  decide.variables.isAccepted === isAccepted
                }
                disabled={decide.isPending}
                onClick={() =>
                  decide.mutate(
                    { id: one.id, isAccepted },
                    {
                      onSuccess: () => notifySuccess(isAccepted ? TEXTS.accepted : TEXTS.refused),
                      onError: (error) => showRefusal(error, TEXTS.decideFailed),
                    },
                  )
                }
              >
                {label}
              </Button>
            );
          })}
        </Group>
      ),
    },
  ];

  return (
    <Part title={TEXTS.title} description={TEXTS.description}>
      <DataTable
        label={TEXTS.title}
        columns={columns}
        rows={list.rowsOf(proposals)}
        rowKey={(one) => one.id}
        rowName={(one) => TEXTS.of("", screenOf(one), one.cinema.name).trim()}
        emptyText={TEXTS.empty}
        refreshing={proposals.isPlaceholderData}
        error={loadFailure(proposals, TEXTS.loadFailed)}
        onRetry={() => void proposals.refetch()}
      />
      <Pager {...list.pagerOf(proposals)} pageSize={PAGE_SIZE} unit={TEXTS.unit} />
    </Part>
  );
}
