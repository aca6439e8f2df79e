import { counted } from "@bobine/contract/french";
import { normaliseText } from "../normalise-name.ts";
import type { Layout } from "../statement-columns.ts";
import { type FileRow, NO_OPERATION } from "../tables/file-row.ts";
import { labelColumns } from "./continued-labels.ts";
import type { RowReading } from "./table-row.ts";

const NBSP = "\u00a0";
const LONGEST_TITLE = 100;

const OF = "(?:(?:vos|mes|les|liste des|detail des) )?";
const WHAT =
  "(?:operations?|mouvements?|ecritures?|transactions?|virements|prelevements|paiements)(?: (?:bancaires?|cartes?|par cartes?|de cartes?|sur le compte))?";
/** « au 27/11/2026 », and how many they are. */
const WHEN = "(?: (?:au|du|le|depuis le|a partir du|jusqu au) \\d[\\da-z ]*)?(?: \\d+)?";
const PENDING = new RegExp(
  `^${OF}(?:${WHAT} )?(?:(?:non|non encore|pas encore) comptabilise(?:e|s|es)?|en (?:cours|attente|instance)(?: d[e]? (?:traitement|comptabilisation|enregistrement|execution|validation))?|a (?:venir|comptabiliser|valider)|prevu(?:e|s|es)?|previsionnel(?:s|le|les)?|(?:planifie|programme)(?:e|s|es)|provisoires?)${WHEN}$|^(?:pending|upcoming|scheduled|future)(?: (?:transactions?|payments?|operations?))?$`,
);
const BOOKED = new RegExp(
  `^${OF}${WHAT} (?:(?:comptabilise|passe|enregistre|effectue|realise|valide|traite|execute|termine)(?:e|s|es)?)${WHEN}$|^(?:booked|posted|completed|settled|past) (?:transactions?|payments?|operations?)$`,
);

/** Directly below an operation a text may go on with its label, unless it speaks of many. */
const OF_MANY = new RegExp(
  `^${OF}(?:operations|mouvements|ecritures|transactions|virements|prelevements|paiements) |(?:transactions|payments|operations)$`,
);

interface Title {
  readonly column: number;
  readonly words: string;
}

/** The text of a row that has nothing else. */
function titleOf({ cells }: FileRow): Title | undefined {
  let column = -1;
  for (let at = 0; at < cells.length; at += 1) {
    if (cells[at]?.trim() === "") continue;
    if (column !== -1) return undefined;
    column = at;
  }
  const words = normaliseText(cells[column]?.trim() ?? "");
  return /[a-z]/.test(words) ? { column, words } : undefined;
}

/** What a title says of the rows below it. */
function partBelow(words: string, mayGoOn: boolean): Part | undefined {
  if (words.length > LONGEST_TITLE || (mayGoOn && !OF_MANY.test(words))) return undefined;
  if (PENDING.test(words)) return "pending";
  return BOOKED.test(words) ? "booked" : undefined;
}
type Part = "pending" | "booked";

/** Operations below a title above the first header, which may be that of the whole file. */
interface Above {
  count: number;
  first: number;
  /** Whether something stands below them that may part them from others, and whether others came. */
  isEnded: boolean;
  hasOthers: boolean;
}

/**
 * Leaves out the operations below a title such as « Opérations en cours », up to any other title or a header that stands again: they come
 * once more when they are booked, under another label (BANK-24).
 * @param leaveOut takes back all operations so far, and says how many they were
 */
export function bookedPart(
  layout: Layout,
  leaveOut: () => number,
): {
  /** @param preamble the rows above the first header */
  begin(preamble: readonly FileRow[]): void;
  /** What a row is under the titles above it. */
  readingOf(row: FileRow, reading: RowReading, isHeader: boolean): RowReading;
  blank(): void;
  /** Why there is no operation, when none is left. */
  whyEmpty(): string;
  notes(): readonly string[];
} {
  const labels = labelColumns(layout);
  let part: Part | "above" = "booked";
  let above: Above = { count: 0, first: 0, isEnded: false, hasOthers: false };
  /** Where the title of those that are pending stands. */
  let titleColumn = -1;
  let isBelowTitle = false;
  /** Or below what goes on with its label. */
  let isBelowLine = false;
  let hasOtherTexts = false;
  let count = 0;
  let first = 0;
  const endAbove = (): void => {
    if (part === "above") above = { ...above, isEnded: above.count > 0 };
  };
  const enter = (below: Part, column: number): RowReading => {
    if (part === "above" && below === "booked") {
      first = above.first;
      count = leaveOut();
      above = { ...above, count: 0, hasOthers: false };
    }
    endAbove();
    if (part !== "above" || below === "booked") part = below;
    titleColumn = column;
    isBelowTitle = true;
    isBelowLine = false;
    return LEFT_OUT;
  };
  /** A text that is none of the titles that are known. */
  const other = ({ column }: Title, reading: RowReading): RowReading => {
    hasOtherTexts ||= part === "pending";
    if (isBelowLine && labels.has(column) && (part === "booked" || column !== titleColumn)) return reading;
    endAbove();
    isBelowTitle ||= part !== "booked";
    part = "booked";
    isBelowLine = false;
    return isBelowTitle && reading.kind === "error" && reading.isBare ? LEFT_OUT : reading;
  };
  const line = (row: FileRow, reading: RowReading): RowReading => {
    isBelowTitle = false;
    isBelowLine = true;
    if (above.isEnded) above.hasOthers = true;
    else if (part === "above") {
      above.count += 1;
      above.first ||= row.line;
    }
    if (part !== "pending") return reading;
    count += 1;
    first ||= row.line;
    return LEFT_OUT;
  };
  return {
    begin(preamble) {
      const last = preamble.flatMap((row) => titleOf(row) ?? []).at(-1);
      if (!last || partBelow(last.words, false) !== "pending") return;
      part = "above";
      titleColumn = last.column;
    },
    readingOf(row, reading, isHeader) {
      if (reading.kind === "line") return line(row, reading);
      if (isHeader) {
        endAbove();
        // The header of these operations themselves says nothing else of them.
        if (!isBelowTitle && part === "pending") part = "booked";
        isBelowTitle = false;
        isBelowLine = false;
        return reading;
      }
      const title = titleOf(row);
      if (title) {
        const below = partBelow(title.words, isBelowLine && labels.has(title.column));
        return below === undefined ? other(title, reading) : enter(below, title.column);
      }
      isBelowTitle = false;
      return part === "pending" && reading.kind === "error" ? LEFT_OUT : reading;
    },
    blank() {
      isBelowLine = false;
    },
    whyEmpty: () => (count === 0 ? NO_OPERATION : hasOtherTexts ? NOTHING_BOOKED : ONLY_PENDING),
    notes: () => [
      ...(above.hasOthers ? [noteOfRead(above)] : []),
      ...(count > 0 ? [noteOfLeftOut(count, first)] : []),
    ],
  };
}

const noteOfLeftOut = (count: number, first: number): string =>
  `${counted(count, "opération en cours ou à venir n’est pas importée", "opérations en cours ou à venir ne sont pas importées")} (à partir de la ligne ${first})${NBSP}: ${count === 1 ? "elle le sera une fois comptabilisée" : "elles le seront une fois comptabilisées"}.`;

const noteOfRead = ({ count, first }: Above): string =>
  count === 1
    ? `1 opération (ligne ${first}) est sous un titre d’opérations en cours ou à venir et est importée${NBSP}: vérifiez qu’elle est comptabilisée.`
    : `${counted(count, "opération", "opérations")} (à partir de la ligne ${first}) sont sous un titre d’opérations en cours ou à venir et sont importées${NBSP}: vérifiez qu’elles sont comptabilisées.`;

const LEFT_OUT: RowReading = { kind: "ignored" };

const NOTHING_BOOKED = "Le fichier ne contient aucune opération comptabilisée.";
const ONLY_PENDING =
  "Le fichier ne contient que des opérations en cours ou à venir. Importez-les une fois comptabilisées.";
