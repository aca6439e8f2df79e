import { ActionIcon, Skeleton, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconArrowsSort, IconChevronRight, IconSortAscending, IconSortDescending } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { Fragment, type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import classes from "./data-table.module.css";
import { EmptyState } from "./empty-state.tsx";
import { ErrorCard } from "./error-card.tsx";

export interface DataColumn<Row> {
  key: string;
  header: string;
  /** The header is for screen readers: what is below shows by itself what it is. */
  hiddenHeader?: boolean;
  cell: (row: Row) => ReactNode;
  /** Amounts and numbers go right, digits aligned. */
  align?: "left" | "right";
  /** The header becomes a sort button. */
  sortable?: boolean;
  width?: number | string;
}

export interface Sort {
  key: string;
  direction: "asc" | "desc";
}

export interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  label: string;
  columns: readonly DataColumn<Row>[];
  /** Undefined while the first load is under way: skeleton rows show. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string | number;
  emptyText: string;
  emptyHint?: string;
  emptyAction?: ReactNode;
  /** The load failed: a card with « Réessayer » shows instead of the rows. */
  error?: string | undefined;
  onRetry?: () => void;
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
  onRowClick?: (row: Row) => void;
  /** A control in the row does the same as the click on the row: the keyboard stops at that control only. */
  rowControl?: boolean;
  /** A line below the row that its chevron opens. */
  expanded?: (row: Row) => ReactNode;
  /** Names the row in the chevron's label: « Afficher le détail de Le Rex ». */
  rowName?: (row: Row) => string;
  /** New data is being fetched while the old one shows. */
  refreshing?: boolean;
  /** CSS height limit of the scrolling area. */
  maxHeight?: string;
}

/** From here on only the visible rows are in the page. */
const VIRTUAL_FROM = 200;
const ROW_ESTIMATE_PX = 45;

/** The one table of the product: loading, empty, error, sort, expandable rows, keyboard, thousands of rows. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, error, onRetry, sort, onSort, expanded, refreshing = false } = props;
  const scroller = useRef<HTMLElement>(null);
  if (error !== undefined) return <ErrorCard title={error} {...(onRetry ? { onRetry } : {})} />;
  const span = columns.length + (expanded ? 1 : 0);
  return (
    <section
      ref={scroller}
      className={classes["scroller"]}
      style={{ maxHeight: props.maxHeight ?? "calc(100dvh - 12rem)" }}
      aria-label={label}
      // A scrolling area must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <table
        className={classes["table"]}
        aria-label={label}
        aria-busy={rows === undefined || refreshing}
        aria-rowcount={rows ? rows.length + 1 : -1}
      >
        <thead>
          <tr>
            {expanded ? (
              <th scope="col" className={classes["expander"]}>
                <VisuallyHidden>Détail</VisuallyHidden>
              </th>
            ) : null}
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
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
        ) : rows.length < VIRTUAL_FROM ? (
          <tbody>
            {rows.map((row, index) => (
              <DataRow key={props.rowKey(row)} table={props} row={row} index={index} />
            ))}
          </tbody>
        ) : (
          <VirtualRows table={props} rows={rows} scroller={scroller} />
        )}
      </table>
    </section>
  );
}

function HeaderCell<Row>({
  column,
  sort,
  onSort,
}: {
  column: DataColumn<Row>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}) {
  const style = column.width === undefined ? {} : { width: column.width };
  if (!column.sortable || !onSort) {
    return (
      <th scope="col" data-align={column.align} style={style}>
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

function DataRow<Row>({
  table,
  row,
  index,
  measure,
}: {
  table: DataTableProps<Row>;
  row: Row;
  index: number;
  measure?: (element: HTMLElement | null) => void;
}) {
  const { columns, expanded, onRowClick, rowControl = false, rowName } = table;
  const [open, setOpen] = useState(false);
  const interactive = onRowClick !== undefined;
  const name = rowName?.(row) ?? `la ligne ${index + 1}`;
  return (
    <Fragment>
      <tr
        ref={measure}
        data-index={index}
        data-clickable={interactive || undefined}
        aria-rowindex={index + 2}
        {...(interactive
          ? {
              onClick: () => onRowClick(row),
              ...(rowControl
                ? { onKeyDown: walkRows }
                : { tabIndex: 0, onKeyDown: (event) => onRowKey(event, () => onRowClick(row)) }),
            }
          : {})}
      >
        {expanded ? (
          <td className={classes["expander"]}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-expanded={open}
              aria-label={`${open ? "Masquer" : "Afficher"} le détail de ${name}`}
              onClick={(event) => {
                event.stopPropagation();
                setOpen(!open);
              }}
            >
              <IconChevronRight
                size={16}
                aria-hidden
                className={classes["chevron"]}
                data-open={open || undefined}
              />
            </ActionIcon>
          </td>
        ) : null}
        {columns.map((column) => (
          <td key={column.key} data-align={column.align}>
            {column.cell(row)}
          </td>
        ))}
      </tr>
      {expanded && open ? (
        <tr className={classes["detail"]}>
          <td colSpan={columns.length + 1}>{expanded(row)}</td>
        </tr>
      ) : null}
    </Fragment>
  );
}

/** Enter and Space act, arrows walk from row to row. Keys pressed in a control of the row are that control's. */
function onRowKey(event: KeyboardEvent<HTMLTableRowElement>, act: () => void) {
  if (event.target !== event.currentTarget) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    act();
  } else walkRows(event);
}

/** Arrows go to the next row, or to its control where that is what the keyboard stops at. */
function walkRows(event: KeyboardEvent<HTMLTableRowElement>) {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  event.preventDefault();
  const row = event.currentTarget;
  // Among thousands of rows each one has a tbody of its own.
  const rows = [...(row.closest("table")?.querySelectorAll<HTMLElement>("tr[data-clickable]") ?? [])];
  const next = rows[rows.indexOf(row) + (event.key === "ArrowDown" ? 1 : -1)];
  (row.hasAttribute("tabindex") ? next : next?.querySelector<HTMLElement>("input, button"))?.focus();
}

function VirtualRows<Row>({
  table,
  rows,
  scroller,
}: {
  table: DataTableProps<Row>;
  rows: readonly Row[];
  scroller: { current: HTMLElement | null };
}) {
  // The virtualizer mutates itself; nothing here is memoized on it.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_ESTIMATE_PX,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : table.rowKey(row);
    },
    overscan: 12,
  });
  const items = virtualizer.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  // One tbody per row: an opened detail line is measured with its row.
  return (
    <>
      <Spacer height={above} />
      {items.map((item) => {
        const row = rows[item.index];
        return row === undefined ? null : (
          <tbody key={item.key} ref={virtualizer.measureElement} data-index={item.index}>
            <DataRow table={table} row={row} index={item.index} />
          </tbody>
        );
      })}
      <Spacer height={below} />
    </>
  );
}

function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tbody aria-hidden="true">
      <tr style={{ height }} />
    </tbody>
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
