import type { DataColumn } from "./data-table-props.ts";

/** Of the chevron that opens a row (data-table.module.css). */
const EXPANDER = "2.75rem";

/**
 * The columns of a table whose widths are all said, as each of its rows lays them out by itself: as wide as in a table of fixed layout, which is laid
 * out anew as a whole whenever one row comes or changes. Undefined where what is in the cells makes the widths.
 */
export function tracksOf(
  columns: readonly Pick<DataColumn<never>, "width">[],
  isExpandable: boolean,
): string | undefined {
  const widths: (number | string)[] = [];
  for (const { width } of columns) {
    if (width === undefined) return undefined;
    widths.push(width);
  }
  const fills = widths.includes("auto");
  return [...(isExpandable ? [EXPANDER] : []), ...widths.map((width) => trackOf(width, fills))].join(" ");
}

/** @param fills another column takes what is left; otherwise all grow alike */
function trackOf(width: number | string, fills: boolean): string {
  if (width === "auto") return "minmax(0, 1fr)";
  if (typeof width === "number") return fills ? `${width}px` : `minmax(${width}px, ${width}fr)`;
  return !fills && width.endsWith("%") ? `minmax(0, ${Number.parseFloat(width)}fr)` : width;
}
