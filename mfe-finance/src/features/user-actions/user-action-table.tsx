import { isClosed, type UserAction } from "@bobine/contract/user-actions";
import { type DataColumn, DataTable, formatDay, Money, StatusBadge } from "@bobine/shared-ui";
import { Button, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import classes from "./desk.module.css";
import { TEXTS, USER_ACTION_STATUS } from "./user-actions.texts.ts";
import { capitalised } from "./why.tsx";
import { KeyCap } from "./key-cap.tsx";

interface UserActionTableProps {
  actions: readonly UserAction[] | undefined;
  refreshing: boolean;
  error: string | undefined;
  onRetry: () => void;
  /** Why nothing shows: « Bravo », or that the filter finds nothing. */
  emptyHint: string;
  /** Id of the action that is shown beside. */
  currentId: number | undefined;
  /** Id of the action whose call is under way. */
  pendingId: number | undefined;
  onShow: (action: UserAction) => void;
  onResolve: (action: UserAction) => void;
  onReject: (action: UserAction) => void;
  onRevert: (action: UserAction) => void;
}

/** The table of SPEC §2.10. The current row follows the keyboard. */
export function UserActionTable(props: UserActionTableProps) {
  const { currentId } = props;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (currentId !== undefined)
      place.current?.querySelector("tr[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [currentId]);
  const columns: DataColumn<UserAction>[] = [
    { key: "created_at", header: "Date", cell: (action) => formatDay(action.created_at), width: 90 },
    { key: "reason", header: "Raison", cell: (action) => <Reason action={action} /> },
    {
      key: "transaction_description",
      header: "Description Transaction",
      cell: (action) => <span className={classes["label"]}>{action.transaction_description}</span>,
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
        <span className={classes["status"]}>
          <StatusBadge color={USER_ACTION_STATUS[action.status].color}>
            {USER_ACTION_STATUS[action.status].label}
          </StatusBadge>
        </span>
      ),
    },
    { key: "actions", header: "Actions", cell: (action) => <RowActions {...props} action={action} /> },
  ];
  return (
    <div ref={place} className={classes["queueTable"]}>
      <DataTable
        label={TEXTS.title}
        columns={columns}
        rows={props.actions}
        rowKey={(action) => action.id}
        emptyText={TEXTS.empty}
        emptyHint={props.emptyHint}
        refreshing={props.refreshing}
        error={props.error}
        onRetry={props.onRetry}
        onRowClick={props.onShow}
        rowControl
        isCurrent={(action) => action.id === currentId}
        maxHeight="var(--queue-height)"
      />
    </div>
  );
}

/** The evidence in words is beside the current row; below its reason for the others, where there is room. */
function Reason({ action }: { action: UserAction }) {
  const paid = action.allocations.map((allocation) => allocation.invoice_number).join(", ");
  const why = capitalised([...action.explanation, ...(paid ? [`Factures : ${paid}`] : [])].join(" · "));
  return (
    <>
      <span>{action.reason}</span>
      {why ? (
        <Text size="xs" c="dimmed" maw={340} className={classes["rowWhy"]}>
          {why}
        </Text>
      ) : null}
    </>
  );
}

/** SPEC §4: on what is done or rejected, only 'Annuler'. */
function RowActions({
  action,
  currentId,
  pendingId,
  onResolve,
  onReject,
  onRevert,
}: UserActionTableProps & { action: UserAction }) {
  const pending = pendingId === action.id;
  if (isClosed(action.status)) {
    return (
      <Button
        size="compact-sm"
        variant="default"
        loading={pending}
        onClick={(event) => {
          event.stopPropagation();
          onRevert(action);
        }}
      >
        {TEXTS.cancel}
      </Button>
    );
  }
  return (
    <div className={classes["rowActions"]}>
      <Button
        size="compact-sm"
        loading={pending}
        onClick={(event) => {
          event.stopPropagation();
          onResolve(action);
        }}
      >
        {TEXTS.resolve}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={pending}
        onClick={(event) => {
          event.stopPropagation();
          onReject(action);
        }}
        rightSection={action.id === currentId ? <KeyCap>R</KeyCap> : undefined}
      >
        {TEXTS.reject}
      </Button>
    </div>
  );
}
