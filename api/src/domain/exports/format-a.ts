import type { CivilDate } from "@bobine/contract/civil-date";
import { amount, BOM, compactDate, csvLine, guarded } from "./csv-cells.ts";
import { journalLabel, type LedgerEntry } from "./ledger-lines.ts";

/** The 18 columns of art. A47 A-1 LPF. */
const COLUMNS = [
  "JournalCode",
  "JournalLib",
  "EcritureNum",
  "EcritureDate",
  "CompteNum",
  "CompteLib",
  "CompAuxNum",
  "CompAuxLib",
  "PieceRef",
  "PieceDate",
  "EcritureLib",
  "Debit",
  "Credit",
  "EcritureLet",
  "DateLet",
  "ValidDate",
  "Montantdevise",
  "Idevise",
];

/**
 * Format A, the columns of the FEC as a CSV (EXP-4): UTF-8 with BOM, only full lettering. Accountants open it in
 * spreadsheets too: free text is guarded against formulas, as in the others.
 */
export function* formatA(entries: Iterable<LedgerEntry>): Generator<string> {
  yield BOM + csvLine(COLUMNS);
  for (const { number, journal, date, lines, posting } of entries) {
    const day = compactDate(date);
    // EXP-11: an entry that no lot has posted yet has no day of validation.
    const validDay = posting ? dayOrEmpty(posting.valid_date) : day;
    let text = "";
    for (const line of lines) {
      const letters = line.letters?.is_balanced ? line.letters : null;
      text += csvLine([
        journal,
        journalLabel(journal),
        posting?.number ?? String(number),
        day,
        line.account,
        guarded(line.account_label),
        guarded(line.client_account),
        guarded(line.client_name),
        guarded(line.piece),
        posting ? compactDate(posting.piece_date) : day,
        guarded(line.label),
        amount(line.debit),
        amount(line.credit),
        letters?.code ?? "",
        letters?.date ? compactDate(letters.date) : "",
        validDay,
        "",
        "",
      ]);
    }
    yield text;
  }
}

const dayOrEmpty = (date: CivilDate | null): string => (date === null ? "" : compactDate(date));
