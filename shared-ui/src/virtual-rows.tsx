import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { DataRow } from "./data-row.tsx";
import type { VirtualRowsProps } from "./data-table-props.ts";

const ROW_ESTIMATE_PX = 45;
/** Where rows are stacked: below 48em (data-table.module.css). */
const STACKED_ROW_ESTIMATE_PX = 124;
const STACKED_BELOW_PX = 768;

/** Rows of a long table: those in sight are in the page. Loaded with the first such table. */
export function VirtualRows<Row>({ table, rows, scroller }: VirtualRowsProps<Row>) {
  const isPrinting = usePrinting();
  useListTop(scroller);
  // The virtualizer mutates itself; nothing here is memoized on it.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (window.innerWidth <= STACKED_BELOW_PX ? STACKED_ROW_ESTIMATE_PX : ROW_ESTIMATE_PX),
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : table.rowKey(row);
    },
    overscan: 12,
    // Rows come while one scrolls and types: the next frame may draw them.
    useFlushSync: false,
  });
  if (isPrinting)
    return (
      <tbody>
        {rows.map((row, index) => (
          <DataRow key={table.rowKey(row)} table={table} row={row} index={index} />
        ))}
      </tbody>
    );
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

/** Where a list begins that scrolls by itself: it ends at the window's end, so that the page has nothing to scroll (data-table.module.css). */
function useListTop(scroller: { current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const measure = () => {
      const list = scroller.current;
      if (list)
        list.style.setProperty("--list-top", `${list.getBoundingClientRect().top + window.scrollY}px`);
    };
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, [scroller]);
}

function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tbody aria-hidden="true">
      <tr style={{ height }} />
    </tbody>
  );
}

/** On paper there is nothing to scroll: the browser takes the page as it stands after `beforeprint`, so all rows are there by then. */
function usePrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting;
}
