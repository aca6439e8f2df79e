import { USER_ACTION_LIST } from "@bobine/contract/lists/user-actions";
import { personName } from "@bobine/contract/person-name";
import { isClosed, type UserAction } from "@bobine/contract/user-actions";
import { USER_ACTION_STATUS } from "@bobine/contract/status-labels";
import { type DataColumn, DataTable, formatDay, Money, type Sort, StatusBadge } from "@bobine/shared-ui";
import { Button, Text, VisuallyHidden } from "@mantine/core";
import {
  createContext,
  memo,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
} from "react";
import { isForeign } from "./invoice-choice.ts";
import { CommentCount } from "../../comments/comment-count.tsx";
import { useDecides } from "../../decider.tsx";
import classes from "./workbench.module.css";
import { useLatest } from "../../use-latest.ts";
import { FileCount } from "../../operation-files/file-count.tsx";
import { ASSIGNMENT_TEXTS, REJECTION_TEXTS, TEXTS } from "./user-actions.texts.ts";
import { capitalised } from "./why.tsx";
import { KeyCap } from "../../key-cap.tsx";

interface UserActionTableProps {
  actions: readonly UserAction[] | undefined;
  refreshing: boolean;
  error: string | undefined;
  onRetry: () => void;
  /** Why nothing shows: « Bravo », or that the filter finds nothing. */
  emptyHint: string;
  /** What would fill an account that has nothing yet. */
  emptyAction?: ReactNode;
  /** Id of the action that is shown beside. */
  currentId: number | undefined;
  /** The same, when somebody chose it: the page moves to its row. */
  chosenId: number | undefined;
  /** Id of the action whose call is under way. */
  pendingId: number | undefined;
  onCommand: (command: RowCommand, action: UserAction) => void;
  /** Undefined: newest first, as the server sends it. */
  sort: Sort | undefined;
  onSort: (sort: Sort) => void;
}

/** What a person does to an action from its row. */
export type RowCommand = "show" | "resolve" | "reject" | "revert";

/** The table of UI-12. The current row follows the keyboard. */
export function UserActionTable(props: UserActionTableProps) {
  const { currentId, chosenId, pendingId } = props;
  const onCommand = useLatest(props.onCommand);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosenId !== undefined)
      place.current?.querySelector("tr[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [chosenId]);
  const decides = useDecides();
  const columns = useMemo<DataColumn<UserAction>[]>(() => {
    if (!decides) return DATA_COLUMNS;
    return [
      ...DATA_COLUMNS,
      {
        key: "actions",
        part: "actions",
        header: "Actions",
        width: "var(--queue-actions)",
        cell: (action) => <ActionsOfRow action={action} onCommand={onCommand} />,
      },
    ];
  }, [decides, onCommand]);
  const show = useCallback((action: UserAction) => onCommand("show", action), [onCommand]);
  const marked = useMemo(() => ({ currentId, pendingId }), [currentId, pendingId]);
  return (
    <div ref={place} className={classes["queueTable"]}>
      <Marked value={marked}>
        <DataTable
          label={TEXTS.title}
          columns={columns}
          rows={props.actions}
          followsTyping
          rowKey={(action) => action.id}
          emptyText={TEXTS.empty}
          emptyHint={props.emptyHint}
          emptyAction={props.emptyAction}
          refreshing={props.refreshing}
          error={props.error}
          onRetry={props.onRetry}
          onRowClick={show}
          rowControl
          isCurrent={(action) => action.id === currentId}
          sort={props.sort}
          onSort={props.onSort}
        />
      </Marked>
    </div>
  );
}

const { columns: LABELS } = USER_ACTION_LIST;

// A hundred rows are drawn at each step of the keyboard: their cells only when the action itself changes.
const DATA_COLUMNS: DataColumn<UserAction>[] = [
  {
    key: "transaction_date",
    header: "Date",
    sortable: true,
    cell: (action) => <Day action={action} />,
    width: "var(--queue-date)",
  },
  {
    key: "reason",
    part: "title",
    header: LABELS.reason.label,
    width: "auto",
    cell: (action) => <Reason action={action} />,
  },
  {
    key: "transaction_description",
    width: "var(--queue-label)",
    part: "subtitle",
    header: "Description Transaction",
    cell: (action) => <span className={classes["label"]}>{action.transaction_description}</span>,
  },
  {
    key: "transaction_amount",
    width: "var(--queue-amount)",
    part: "amount",
    header: LABELS.amount.label,
    sortable: true,
    align: "right",
    cell: (action) => <Amount action={action} />,
  },
  {
    key: "status",
    width: "var(--queue-status)",
    part: "status",
    header: LABELS.status.label,
    cell: (action) => <Status action={action} />,
  },
];

/** The bank's day; of what no bank line asks, the day on which it was asked. */
const Day = memo(({ action }: { action: UserAction }) =>
  formatDay(action.transaction_date ?? action.created_at),
);

const Amount = memo(({ action: { transaction_amount, currency_code } }: { action: UserAction }) =>
  transaction_amount === null ? "–" : <Money amount={transaction_amount} currency={currency_code} />,
);

const Status = memo(({ action }: { action: UserAction }) => (
  <span className={classes["status"]}>
    <StatusBadge color={USER_ACTION_STATUS[action.status].color}>
      {USER_ACTION_STATUS[action.status].label}
    </StatusBadge>
  </span>
));

/** Below the reason, the evidence in words, where there is room for it. */
const Reason = memo(({ action }: { action: UserAction }) => {
  const paid = action.allocations.map((allocation) => allocation.invoice_number).join(", ");
  const said = action.decision?.outcome === "rejected" ? action.decision.reasons[0] : undefined;
  const why =
    said === undefined
      ? capitalised([...action.explanation, ...(paid ? [`Factures\u00a0: ${paid}`] : [])].join(" · "))
      : REJECTION_TEXTS.saidBecause(said);
  return (
    <>
      <span className={classes["rowReason"]}>
        <span>{action.reason}</span>
        {action.assigned_to ? <Assignee person={action.assigned_to} /> : null}
        <CommentCount count={action.comment_count} />
        <FileCount count={action.file_count} />
      </span>
      {why ? (
        <Text size="xs" c="dimmed" maw={340} className={classes["rowWhy"]}>
          {why}
        </Text>
      ) : null}
    </>
  );
});

/** Whose it is to decide (LET-52), as initials. */
function Assignee({ person }: { person: NonNullable<UserAction["assigned_to"]> }) {
  const name = personName(person);
  const initials = name
    .split(/[\s-]+/)
    .slice(0, 2)
    .map((part) => part.slice(0, 1).toLocaleUpperCase("fr"))
    .join("");
  return (
    <span className={classes["assignee"]} title={ASSIGNMENT_TEXTS.to(name)}>
      <span aria-hidden>{initials}</span>
      <VisuallyHidden>{ASSIGNMENT_TEXTS.to(name)}</VisuallyHidden>
    </span>
  );
}

interface ActionsOfRowProps {
  action: UserAction;
  onCommand: (command: RowCommand, action: UserAction) => void;
}
interface RowActionsProps extends ActionsOfRowProps {
  isCurrent: boolean;
  pending: boolean;
}

/** Which row is the current one and which waits for its call: the buttons of those two are drawn again, not the rows of the table. */
const Marked = createContext<Pick<UserActionTableProps, "currentId" | "pendingId">>({
  currentId: undefined,
  pendingId: undefined,
});

function ActionsOfRow(props: ActionsOfRowProps) {
  const { currentId, pendingId } = useContext(Marked);
  const { id } = props.action;
  return <RowActions {...props} isCurrent={id === currentId} pending={id === pendingId} />;
}

/** LET-4: on what is done or rejected, only 'Annuler'; of another currency nothing is resolved (BANK-38). */
const RowActions = memo(({ action, isCurrent, pending, onCommand }: RowActionsProps) => {
  const doing = (command: RowCommand) => (event: MouseEvent) => {
    event.stopPropagation();
    onCommand(command, action);
  };
  if (isClosed(action.status)) {
    return (
      <div className={classes["rowActions"]}>
        <Button size="compact-sm" variant="default" loading={pending} onClick={doing("revert")}>
          {TEXTS.cancel}
        </Button>
      </div>
    );
  }
  return (
    <div className={classes["rowActions"]}>
      {isForeign(action) ? null : (
        <Button size="compact-sm" loading={pending} onClick={doing("resolve")}>
          {TEXTS.resolve}
        </Button>
      )}
      <Button size="compact-sm" variant="default" disabled={pending} onClick={doing("reject")}>
        {TEXTS.reject}
        {isCurrent ? <KeyCap>R</KeyCap> : null}
      </Button>
    </div>
  );
});
