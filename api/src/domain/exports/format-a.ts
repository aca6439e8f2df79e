import { amount, BOM, compactDate, csvLine } from "./csv-cells.ts";
import { JOURNAL_LABELS, type LedgerEntry } from "./ledger-lines.ts";

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
 * Format A, the columns of the FEC as a CSV (DOMAIN §7.3): UTF-8 with BOM, only full lettering. Texts stay as they are,
 * without a guard against formulas: the file is read by accounting software and by the tax office.
 */
export function* formatA(entries: Iterable<LedgerEntry>): Generator<string> {
  yield BOM + csvLine(COLUMNS);
  for (const { number, journal, date, lines } of entries) {
    const day = compactDate(date);
    let text = "";
    for (const line of lines) {
      const letters = line.letters?.is_balanced ? line.letters : null;
      text += csvLine([
        journal,
        JOURNAL_LABELS[journal],
        String(number),
        day,
        line.account,
        line.account_label,
        line.client_account,
        line.client_name,
        line.piece,
        day,
        line.label,
        amount(line.debit),
        amount(line.credit),
        letters?.code ?? "",
        letters?.date ? compactDate(letters.date) : "",
        day,
        "",
        "",
      ]);
    }
    yield text;
  }
}
