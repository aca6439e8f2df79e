import { frenchDate } from "@bobine/contract/civil-date";
import { amountOrEmpty, csvLine, dateCell, guarded } from "./csv-cells.ts";
import type { LedgerEntry } from "./ledger-lines.ts";
import { inWindows1252, toWindows1252 } from "./windows-1252.ts";

const COLUMNS = [
  "Journal",
  "Date",
  "Compte",
  "Compte auxiliaire",
  "Libellé",
  "Pièce",
  "Débit",
  "Crédit",
  "Échéance",
  "Lettrage",
  "Date lettrage",
];

/** Common limit of the software that reads it: Sage, EBP, ACD, Cegid. */
const LABEL_LENGTH = 35;
/** EXP-11: before the label of what no lot has posted yet. */
const PROVISIONAL = "Prov. ";

/** Format B, generic import of entries (EXP-5): windows-1252 bytes, empty instead of zero. */
export function* formatB(entries: Iterable<LedgerEntry>): Generator<Buffer> {
  yield toWindows1252(csvLine(COLUMNS));
  for (const { journal, date, lines, posting } of entries) {
    const day = frenchDate(date);
    const prefix = posting?.number === null ? PROVISIONAL : "";
    let text = "";
    for (const line of lines) {
      text += csvLine([
        journal,
        day,
        line.account,
        safeText(line.client_account),
        safeText(prefix + line.label).slice(0, LABEL_LENGTH),
        safeText(line.piece),
        amountOrEmpty(line.debit),
        amountOrEmpty(line.credit),
        dateCell(line.due_date),
        line.letters?.code ?? "",
        dateCell(line.letters?.date ?? null),
      ]);
    }
    yield toWindows1252(text);
  }
}

/** Guarded last: a full-width sign becomes the one that starts a formula. */
const safeText = (text: string): string => guarded(inWindows1252(text));
