import type { FileRow } from "../tables/file-row.ts";

/** An IBAN, or a number of which the bank shows the end. */
const SURE_ACCOUNT = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b|\*{2,}\d{3,}/;
const DIGITS = /\b\d{10,20}\b/;
const NAMES_AN_ACCOUNT = /compte|account|carte|rib|n°/i;
/** `20261201103000`: the moment of the export. Taken for an account, it would make each export another one. */
const TIMESTAMP = /^20\d\d(0[1-9]|1[0-2])([0-2]\d|3[01])[0-2]\d[0-5]\d([0-5]\d)?$/;

/** The account that the lines above the operations name. */
export function accountIn(preamble: readonly FileRow[]): string | undefined {
  for (const row of preamble) {
    for (const text of row.cells) {
      const cell = text.slice(0, 200).trim();
      const sure = SURE_ACCOUNT.exec(cell)?.[0];
      if (sure !== undefined) return sure.replaceAll(" ", "");
      const digits = DIGITS.exec(cell)?.[0];
      if (digits !== undefined && !TIMESTAMP.test(digits) && (digits === cell || NAMES_AN_ACCOUNT.test(cell)))
        return digits;
    }
  }
  return undefined;
}
