import type { Layout } from "../statement-columns.ts";
import type { FileRow } from "../tables/file-row.ts";
import { sumIn } from "./sum-rows.ts";

const MOST_TEXTS = 8;
const LONGEST = 300;
const OF_A_PAGE = /^(page|nombre|nb|dont|suite|fin)\b/i;

/** Looks at the rows of a table as they come. */
export interface RowWatcher {
  readonly operation: () => void;
  readonly headerAgain: () => void;
  /** A title, a row below one, or a row in error. */
  readonly gap: (row: FileRow) => void;
  /** Any other one that is no operation. */
  readonly other: (row: FileRow) => void;
}

/**
 * Rows of nothing but a text of the label, directly below an operation: the bank goes on with it there (BANK-29). Below the last one they
 * may be a notice of the bank: they count where other operations have some, too.
 */
export function continuedLabels(
  layout: Layout,
  tell: (texts: readonly string[]) => void,
): RowWatcher & { blank(): void; end(): void } {
  const columns = labelColumns(layout);
  let texts: string[] = [];
  let isBelow = false;
  let areUsual = false;
  /** What follows belongs to no operation above. */
  const gap = (): void => {
    isBelow = false;
  };
  return {
    operation() {
      if (texts.length > 0) {
        areUsual = true;
        tell(texts);
        texts = [];
      }
      isBelow = true;
    },
    other(row) {
      if (!isBelow) return;
      const text = textOf(row, columns);
      if (text === undefined) isBelow = false;
      else if (texts.length < MOST_TEXTS) texts.push(text);
    },
    headerAgain: gap,
    gap,
    blank: gap,
    end() {
      if (areUsual && texts.length > 0) tell(texts);
      texts = [];
    },
  };
}

/** Those in which a row below an operation may go on with its label. */
export const labelColumns = ({ labels, beside }: Layout): ReadonlySet<number> =>
  new Set([...labels, ...(beside?.more ?? [])]);

function textOf({ cells }: FileRow, columns: ReadonlySet<number>): string | undefined {
  const told: string[] = [];
  for (const [column, cell] of cells.entries()) {
    const text = cell.trim();
    if (text === "") continue;
    if (!columns.has(column)) return undefined;
    told.push(text);
  }
  const text = told.join(" ");
  return text === "" || text.length > LONGEST || OF_A_PAGE.test(text) || sumIn(text) ? undefined : text;
}
