import { ActionIcon } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { Fragment, type KeyboardEvent, memo, useDeferredValue, useState } from "react";
import type { DataTableProps } from "./data-table-props.ts";
import classes from "./data-table.module.css";

interface DataRowProps<Row> {
  table: DataTableProps<Row>;
  row: Row;
  index: number;
}

/**
 * One row of a table with the line that its chevron opens. It is drawn again when what it shows may have changed: never, while
 * one types, where the screen keeps its columns.
 */
export const DataRow = memo(TableRow, isSame) as typeof TableRow;

function isSame<Row>(old: DataRowProps<Row>, now: DataRowProps<Row>): boolean {
  return (
    old.row === now.row &&
    old.index === now.index &&
    old.table.isCurrent?.(old.row) === now.table.isCurrent?.(now.row) &&
    (["columns", "expanded", "onRowClick", "rowControl", "rowName"] as const).every(
      (name) => old.table[name] === now.table[name],
    )
  );
}

function TableRow<Row>({ table, row, index }: DataRowProps<Row>) {
  const { columns, expanded, onRowClick, rowControl = false, rowName } = table;
  const [open, setOpen] = useState(false);
  // The chevron turns at once; what it opens may take longer to draw.
  const isShown = useDeferredValue(open) && open;
  const interactive = onRowClick !== undefined;
  const name = rowName?.(row) ?? `la ligne ${index + 1}`;
  return (
    <Fragment>
      <tr
        data-index={index}
        data-clickable={interactive || undefined}
        aria-rowindex={index + 2}
        aria-current={table.isCurrent?.(row) || undefined}
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
          <td
            key={column.key}
            data-align={column.align}
            data-part={column.part}
            data-label={column.hiddenHeader ? undefined : column.header}
          >
            {column.cell(row)}
          </td>
        ))}
      </tr>
      {expanded && isShown ? (
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
