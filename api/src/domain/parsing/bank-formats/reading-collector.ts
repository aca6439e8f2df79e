import { EmptyTable, NO_OPERATION, TOO_MANY_ROWS, UnreadableTable } from "../tables/file-row.ts";
import type { FormatReading, UnmarkedLine } from "./format-reading.ts";
import { atLine } from "./format-values.ts";

const MAX_BAD_LINES = 0.2;
const NBSP = "\u00a0";

/** Gathers what a reader finds, so that each row is counted once: as a line, as left out, or in error (BANK-5). */
export function readingCollector(most: number): {
  /** An operation that was understood. */
  line(found: UnmarkedLine): void;
  /** A row that is no operation, or one of nothing. */
  ignore(): void;
  /** An operation that cannot be read: the file is refused when there are many. */
  badLine(line: number, message: string): void;
  /** All operations so far. */
  lines(): readonly UnmarkedLine[];
  /** They were no operations, as the file itself says of them. */
  drop(gone: ReadonlySet<UnmarkedLine>): void;
  /** What is wrong with the file beside its operations. */
  tell(line: number, message: string): void;
  /** @throws UnreadableTable when nothing is in the file, or too little of it was understood */
  reading(
    rest: Pick<FormatReading, "bank" | "file_format" | "balances" | "notes" | "corrected">,
  ): FormatReading;
} {
  let lines: UnmarkedLine[] = [];
  const errors: string[] = [];
  let ignored = 0;
  let bad = 0;
  const limit = (): void => {
    if (lines.length + errors.length > most) throw new UnreadableTable(TOO_MANY_ROWS);
  };
  const tell = (line: number, message: string): void => {
    errors.push(atLine(line, message));
    limit();
  };
  return {
    line(found) {
      lines.push(found);
      limit();
    },
    ignore() {
      ignored += 1;
    },
    badLine(line, message) {
      bad += 1;
      tell(line, message);
    },
    lines: () => lines,
    drop(gone) {
      ignored += gone.size;
      if (gone.size > 0) lines = lines.filter((line) => !gone.has(line));
    },
    tell,
    reading(rest) {
      const [first = ""] = errors;
      if (bad > (lines.length + bad) * MAX_BAD_LINES)
        throw new UnreadableTable(
          `${bad} ${bad > 1 ? "opérations" : "opération"} sur ${lines.length + bad} ${bad > 1 ? "sont illisibles" : "est illisible"}${NBSP}: ${first.charAt(0).toLowerCase()}${first.slice(1)}`,
        );
      if (lines.length === 0 && errors.length === 0 && rest.balances.length === 0)
        throw new EmptyTable(NO_OPERATION);
      return { ...rest, rows_read: lines.length + ignored + errors.length, ignored, errors, lines };
    },
  };
}
