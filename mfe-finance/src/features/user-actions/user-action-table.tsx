import { isClosed, type UserAction } from "@bobine/contract/user-actions";
import { type DataColumn, DataTable, formatDay, Money, StatusBadge } from "@bobine/shared-ui";
import { Button, Group, Stack, Text } from "@mantine/core";
import { TEXTS, USER_ACTION_STATUS } from "./user-actions.texts.ts";

interface UserActionTableProps {
  actions: readonly UserAction[] | undefined;
  refreshing: boolean;
  error: string | undefined;
  onRetry: () => void;
  /** Id of the action whose call is under way. */
  pendingId: number | undefined;
  onResolve: (action: UserAction) => void;
  onReject: (action: UserAction) => void;
  onRevert: (action: UserAction) => void;
}

const capitalised = (text: string): string => text.slice(0, 1).toLocaleUpperCase("fr") + text.slice(1);

function Reason({ action }: { action: UserAction }) {
  const paid = action.allocations.map((allocation) => allocation.invoice_number).join(", ");
  const why = capitalised([...action.explanation, ...(paid ? [`Factures : ${paid}`] : [])].join(" · "));
  return (
    <Stack gap={2}>
      <span>{action.reason}</span>
      {why ? (
        <Text size="xs" c="dimmed" maw={340}>
          {why}
        </Text>
      ) : null}
    </Stack>
  );
}

export function UserActionTable(props: UserActionTableProps) {
  const columns: DataColumn<UserAction>[] = [
    { key: "created_at", header: "Date", cell: (action) => formatDay(action.created_at), width: 100 },
    { key: "reason", header: "Raison", cell: (action) => <Reason action={action} /> },
    {
      key: "transaction_description",
      header: "Description Transaction",
      cell: (action) => (
        <Text size="sm" maw={420} style={{ overflowWrap: "anywhere" }}>
          {action.transaction_description}
        </Text>
      ),
    },
    {
      key: "transaction_amount",
      header: "Montant",
      align: "right",
      cell: (action) =>
        action.transaction_amount === null ? (
          "–"
        ) : (
          <Money amount={action.transaction_amount} currency={action.currency_code} />
        ),
    },
    {
      key: "status",
      header: "Statut",
      cell: (action) => (
        <StatusBadge color={USER_ACTION_STATUS[action.status].color}>
          {USER_ACTION_STATUS[action.status].label}
        </StatusBadge>
      ),
    },
    { key: "actions", header: "Actions", cell: (action) => <RowActions {...props} action={action} /> },
  ];
  return (
    <DataTable
      label={TEXTS.title}
      columns={columns}
      rows={props.actions}
      rowKey={(action) => action.id}
      emptyText={TEXTS.empty}
      refreshing={props.refreshing}
      error={props.error}
      onRetry={props.onRetry}
    />
  );
}

/** SPEC §4: on what is done or rejected, only 'Annuler'. */
function RowActions({
  action,
  pendingId,
  onResolve,
  onReject,
  onRevert,
}: UserActionTableProps & { action: UserAction }) {
  const pending = pendingId === action.id;
  if (isClosed(action.status)) {
    return (
      <Button size="compact-sm" variant="default" loading={pending} onClick={() => onRevert(action)}>
        {TEXTS.cancel}
      </Button>
    );
  }
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="compact-sm" loading={pending} onClick={() => onResolve(action)}>
        {TEXTS.resolve}
      </Button>
      <Button size="compact-sm" variant="default" disabled={pending} onClick={() => onReject(action)}>
        {TEXTS.reject}
      </Button>
    </Group>
  );
}
