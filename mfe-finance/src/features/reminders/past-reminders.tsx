import { type PastReminder, REMINDERS_PAGE } from "@bobine/contract/reminders";
import { loadFailure } from "@bobine/shared-auth";
import { type DataColumn, DataTable, formatDateTime, Pager, StatusBadge } from "@bobine/shared-ui";
import { useListView } from "@bobine/shared-ui/lists";
import { Anchor, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { MAIL_STATE } from "../../mail-state.texts.ts";
import { paths } from "../../paths.ts";
import { usePastReminders } from "./reminders.queries.ts";
import { LEVEL_NAMES } from "../../reminder-levels.texts.ts";
import { TEXTS } from "./reminders.texts.ts";

/** Every reminder that was written, newest first, and what became of it. */
export function PastReminders({
  list,
}: {
  list: Pick<ReturnType<typeof useListView>, "rowsOf" | "pagerOf"> & {
    readonly view: { readonly page: number };
  };
}) {
  const reminders = usePastReminders(list.view.page);
  return (
    <>
      <DataTable
        label={TEXTS.history}
        columns={COLUMNS}
        rows={list.rowsOf(reminders)}
        rowKey={({ id }) => id}
        emptyText={TEXTS.noneSent}
        emptyHint={TEXTS.noneSentHint}
        refreshing={reminders.isPlaceholderData}
        error={loadFailure(reminders, TEXTS.loadFailed)}
        onRetry={() => void reminders.refetch()}
      />
      <Pager {...list.pagerOf(reminders)} pageSize={REMINDERS_PAGE} unit={[...TEXTS.unit]} />
    </>
  );
}

const COLUMNS: readonly DataColumn<PastReminder>[] = [
  {
    key: "date",
    part: "subtitle",
    header: "Date",
    width: 150,
    cell: ({ sent_at, created_at }) => formatDateTime(sent_at ?? created_at),
  },
  { key: "level", header: "Relance", width: 140, cell: ({ level }) => LEVEL_NAMES[level] },
  {
    key: "client",
    width: "auto",
    part: "title",
    header: "Client",
    cell: ({ client_name, subject, requested_by }) => (
      <>
        {client_name}
        <Text size="xs" c="dimmed">
          {[subject, requested_by === null ? "" : TEXTS.byHand(requested_by)].filter(Boolean).join(" · ")}
        </Text>
      </>
    ),
  },
  {
    key: "invoices",
    width: "19%",
    header: "Factures",
    cell: ({ invoices }) =>
      invoices.map(({ id, invoice_number }, place) => (
        <span key={id}>
          {place > 0 ? ", " : ""}
          <Anchor component={Link} to={paths.invoice(id)} inherit>
            {invoice_number}
          </Anchor>
        </span>
      )),
  },
  {
    key: "recipients",
    width: "22%",
    header: "Destinataires",
    cell: ({ recipients }) => recipients.join(", ") || "–",
  },
  {
    key: "state",
    header: "État",
    width: 130,
    cell: ({ state }) => <StatusBadge color={MAIL_STATE[state].color}>{MAIL_STATE[state].label}</StatusBadge>,
  },
];
