import type { ReactNode } from "react";

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
  part?: RowPart;
}

/**
 * The place of a column where rows are stacked, which is on phones: a title with an amount beside it, a second line with a status
 * beside it, then what has no part, each with its header, then buttons; a tick stands before them all. `minor` is left out
 * there: the opened row tells it. Paper has no `actions`.
 */
export type RowPart = "title" | "amount" | "subtitle" | "status" | "choice" | "minor" | "actions";

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
  /** The row that is shown beside the table. */
  isCurrent?: (row: Row) => boolean;
  /** A line below the row that its chevron opens. */
  expanded?: (row: Row) => ReactNode;
  /** Names the row in the chevron's label: « Afficher le détail de Le Rex ». */
  rowName?: (row: Row) => string;
  /** Rows that come while somebody types in a field are drawn behind the letters: for a list with a search. */
  followsTyping?: boolean;
  /** New data is being fetched while the old one shows. */
  refreshing?: boolean;
  /** CSS height limit of the scrolling area. */
  maxHeight?: string;
}

/** What the rows of a long table take from it. */
export interface VirtualRowsProps<Row> {
  table: DataTableProps<Row>;
  rows: readonly Row[];
  scroller: { current: HTMLElement | null };
}
