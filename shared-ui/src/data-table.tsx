import { Skeleton, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconArrowsSort, IconSortAscending, IconSortDescending } from "@tabler/icons-react";
import {
  type CSSProperties,
  memo,
  startTransition,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useOptimistic,
  useRef,
  useState,
} from "react";
import { DataRow } from "./data-row.tsx";
import type { DataColumn, DataTableProps, Sort, VirtualRowsProps } from "./data-table-props.ts";
import classes from "./data-table.module.css";
import { tracksOf } from "./column-tracks.ts";
import { EmptyState } from "./empty-state.tsx";
import { ErrorCard } from "./error-card.tsx";
import { lazyPage } from "./lazy-page.tsx";

/** From here on only the visible rows are in the page. */
const VIRTUAL_FROM = 200;

/** So many rows come into the page at once; the others follow, and a key press waits for one such step at most. */
const STEP = 25;
/** While somebody types in the search of the list: the next letter comes sooner than the next click. */
const STEP_OF_TYPING = 12;

/** So many columns fit a phone; the rows of wider tables are stacked there. */
const STACKS_ABOVE = 3;

// Most tables are short: the code of the long ones comes with the first of them. A lazy component has one type for all
// rows; the table that shows it gives rows and cells of the same one.
const VirtualRows = lazyPage<VirtualRowsProps<unknown>>(
  async () => (await import("./virtual-rows.tsx")).VirtualRows,
);

/** The one table of the product: loading, empty, error, sort, expandable rows, keyboard, thousands of rows. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, error, onRetry, expanded, refreshing = false } = props;
  const scroller = useRef<HTMLElement>(null);
  const rows = useRowsInTime(props);
  const isLong = rows !== undefined && rows.length >= VIRTUAL_FROM;
  const shown = useSteps(isLong ? undefined : rows, props);
  if (error !== undefined) return <ErrorCard title={error} {...(onRetry ? { onRetry } : {})} />;
  const span = columns.length + (expanded ? 1 : 0);
  const tracks = tracksOf(columns, expanded !== undefined);
  return (
    <section
      ref={scroller}
      className={classes["scroller"]}
      data-long={isLong || undefined}
      data-bounded={props.maxHeight !== undefined || undefined}
      style={props.maxHeight === undefined ? {} : { maxHeight: props.maxHeight }}
      aria-label={label}
      // A scrolling area must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table
        className={classes["table"]}
        data-steady={tracks !== undefined || undefined}
        style={tracks === undefined ? {} : ({ "--columns": tracks } as CSSProperties)}
        data-stacks={columns.length > STACKS_ABOVE || undefined}
        aria-label={label}
        aria-busy={rows === undefined || rows !== props.rows || refreshing}
        aria-rowcount={rows ? rows.length + 1 : -1}
      >
        <Head {...props} />
        {rows === undefined ? (
          <SkeletonRows columns={span} />
        ) : rows.length === 0 ? (
          <tbody>
            <tr>
              <td colSpan={span}>
                <EmptyState
                  text={props.emptyText}
                  {...(props.emptyHint ? { hint: props.emptyHint } : {})}
                  action={props.emptyAction}
                />
              </td>
            </tr>
          </tbody>
        ) : !isLong ? (
          <tbody>
            {shown.map((row, index) => (
              <DataRow key={props.rowKey(row)} table={props} row={row} index={index} />
            ))}
          </tbody>
        ) : (
          <Suspense fallback={<SkeletonRows columns={span} />}>
            <VirtualRows
              table={props as unknown as DataTableProps<unknown>}
              rows={rows}
              scroller={scroller}
            />
          </Suspense>
        )}
      </table>
    </section>
  );
}

/** Those that are drawn now: where a key or a click would wait for new ones, what was there shows until they are drawn in the background. */
function useRowsInTime<Row>({
  rows,
  followsTyping = false,
}: DataTableProps<Row>): readonly Row[] | undefined {
  const ready = useDeferredValue(rows);
  const [shown, setShown] = useState(rows);
  const becomesLong = rows && shown && rows.length >= VIRTUAL_FROM && shown.length < VIRTUAL_FROM;
  const mayWait = rows !== undefined && shown !== undefined && (becomesLong || (followsTyping && isTyping()));
  const now = mayWait && ready !== rows ? shown : rows;
  if (now !== shown) setShown(now);
  return now;
}

/** In a search, say. What is pressed in the table itself sees its rows at once. */
const isTyping = (): boolean =>
  document.activeElement?.matches("input[type=text], input[type=search], input:not([type])") === true &&
  document.activeElement.closest("table") === null;

/** The rows that may show now: those that did, a step more, and all down to the current one, which screens scroll to. */
function useSteps<Row>(
  rows: readonly Row[] = [],
  {
    rowKey,
    isCurrent = () => false,
    followsTyping = false,
  }: Pick<DataTableProps<Row>, "rowKey" | "isCurrent" | "followsTyping">,
): readonly Row[] {
  const [known, setKnown] = useState<ReadonlySet<string | number>>(new Set());
  const step = followsTyping && isTyping() ? STEP_OF_TYPING : STEP;
  const fresh = rows.length > STEP ? rows.filter((row) => !known.has(rowKey(row))) : [];
  const waiting = fresh[step];
  const end =
    waiting === undefined ? rows.length : Math.max(rows.indexOf(waiting), rows.findIndex(isCurrent) + 1);
  const shown = rows.slice(0, end);
  useEffect(() => {
    if (fresh.length > 0) startTransition(() => setKnown(new Set(shown.map(rowKey))));
  });
  return shown;
}

/**
 * A press shows in its header at once: the rows of the new order, and the address that holds it, are drawn in the background. What the
 * list says counts again when they are.
 */
function Head<Row>({ columns, expanded, sort, onSort }: DataTableProps<Row>) {
  const [shown, show] = useOptimistic(sort);
  const press = useCallback(
    (next: Sort) =>
      startTransition(() => {
        show(next);
        onSort?.(next);
      }),
    [show, onSort],
  );
  return (
    <thead>
      <tr>
        {expanded ? (
          <th scope="col" className={classes["expander"]}>
            <VisuallyHidden>Détail</VisuallyHidden>
          </th>
        ) : null}
        {columns.map((column) => (
          <HeaderCell key={column.key} column={column} sort={shown} onSort={onSort && press} />
        ))}
      </tr>
    </thead>
  );
}

interface HeaderCellProps<Row> {
  column: DataColumn<Row>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}

const HeaderCell = memo(ColumnHeader) as typeof ColumnHeader;

function ColumnHeader<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
  const style = column.width === undefined ? {} : { width: column.width };
  if (!column.sortable || !onSort) {
    return (
      <th scope="col" data-align={column.align} data-part={column.part} style={style}>
        {column.hiddenHeader ? <VisuallyHidden>{column.header}</VisuallyHidden> : column.header}
      </th>
    );
  }
  const direction = sort?.key === column.key ? sort.direction : undefined;
  const Icon =
    direction === "asc" ? IconSortAscending : direction === "desc" ? IconSortDescending : IconArrowsSort;
  return (
    <th
      scope="col"
      data-align={column.align}
      data-part={column.part}
      style={style}
      aria-sort={direction === "asc" ? "ascending" : direction === "desc" ? "descending" : "none"}
    >
      <UnstyledButton
        className={classes["sort"]}
        data-active={direction !== undefined || undefined}
        onClick={() => onSort({ key: column.key, direction: direction === "asc" ? "desc" : "asc" })}
      >
        {column.header}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
    </th>
  );
}

function SkeletonRows({ columns }: { columns: number }) {
  return (
    <tbody aria-hidden="true">
      {[0, 1, 2, 3, 4, 5].map((line) => (
        <tr key={line}>
          {Array.from({ length: columns }, (_, column) => (
            <td key={column}>
              <Skeleton height={14} width={`${50 + ((line * 7 + column * 13) % 40)}%`} radius="sm" />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
