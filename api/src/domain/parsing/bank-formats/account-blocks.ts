import type { Layout } from "../statement-columns.ts";
import { type FileRow, UnreadableTable } from "../tables/file-row.ts";
import { accountIn } from "./account-in-rows.ts";
import type { RowWatcher } from "./continued-labels.ts";

const NBSP = "\u00a0";
const IBAN = /^[A-Z]{2}\d{2}/;
const STARS = /^\*+/;

const MOST_BETWEEN = 20;

/** Watches for operations of another account below a header that stands again (BANK-15). */
export function accountBlocks(above: readonly FileRow[], layout: Layout): RowWatcher {
  /** Those that have a text for a day: others may be parts of a label, with a payer's account. */
  let between: readonly FileRow[] = [];
  const other = (row: FileRow): void => {
    if (/^\D/.test(row.cells[layout.date]?.trim() ?? "")) between = [...between, row].slice(-MOST_BETWEEN);
  };
  return {
    operation() {
      if (between.length > 0) between = [];
    },
    other,
    gap: other,
    /** @throws UnreadableTable when the rows since the last operation name another account than those above all */
    headerAgain() {
      if (layout.account === undefined) refuseOtherAccount(above, between);
    },
  };
}

/**
 * Below a header that stands again, rows would land on the account of those above (BANK-15).
 * @param between rows from the last operation to that header
 * @throws UnreadableTable when these name another account than the rows above the first header
 */
function refuseOtherAccount(above: readonly FileRow[], between: readonly FileRow[]): void {
  const [one, other] = [accountIn(above), accountIn(between)];
  if (one === undefined || other === undefined || isSame(one, other)) return;
  // A phone number or a client's may look like the number of an account; where another one stands, the words are the same.
  const areSure = IBAN.test(one) && IBAN.test(other);
  if (!areSure && wordsAround(above, one) !== wordsAround(between, other)) return;
  throw new UnreadableTable(
    `Ce fichier contient les opérations de plusieurs comptes (${quoted(one)}, ${quoted(other)})${NBSP}: enregistrez celles de chaque compte dans un fichier à part, puis importez-les l’un après l’autre.`,
  );
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [one.replace(STARS, ""), other.replace(STARS, "")];
  return a.includes(b) || b.includes(a);
}

function wordsAround(rows: readonly FileRow[], account: string): string | undefined {
  const cell = rows.flatMap(({ cells }) => cells).find((text) => text.replaceAll(" ", "").includes(account));
  return cell?.trim().replace(/\d/g, "0");
}

const quoted = (account: string): string => `«${NBSP}${account}${NBSP}»`;
