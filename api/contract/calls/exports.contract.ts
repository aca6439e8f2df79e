import { z } from "zod";
import { booksPolicy } from "../rules/books.policy.ts";
import { civilDateSchema } from "../units/civil-date-schema.ts";
import { defineRoute } from "./route.contract.ts";

/** EXP-1; the file names are EXP-1's. */
export const EXPORT_FORMATS = {
  A: { path: "/exports/export-csv/", fileName: "accounting_export_a.csv" },
  B: { path: "/exports/export-csv-b/", fileName: "accounting_export_b.csv" },
  C: { path: "/exports/export-csv-c/", fileName: "accounting_export_c.csv" },
} as const;
export type ExportFormat = keyof typeof EXPORT_FORMATS;
/** Of one bank account it says which: `accounting_export_c_512200.csv`. */
export const exportFileName = (format: ExportFormat, account?: string): string => {
  const { fileName } = EXPORT_FORMATS[format];
  return account === undefined ? fileName : fileName.replace(".csv", `_${account}.csv`);
};

/** Of a period, and of one bank account alone, by its account in the books (BANK-35). */
const query = z.object({
  from: civilDateSchema.optional(),
  to: civilDateSchema.optional(),
  account: z
    .string()
    .regex(/^512[0-9]{3,5}$/, "Saisissez un compte 512 de 6 à 8 chiffres, par exemple 512100.")
    .meta({ examples: ["512100"] })
    .optional(),
});

const SUMMARIES: Record<ExportFormat, string> = {
  A: "Accounting export, format A: all entries, or those that move one bank account",
  B: "Accounting export, format B: all entries, or those that move one bank account",
  C: "Accounting export, format C: the statement of all bank accounts, or of one",
};
const exportRoute = <Format extends ExportFormat>(format: Format) =>
  defineRoute({
    method: "GET",
    path: EXPORT_FORMATS[format].path,
    summary: SUMMARIES[format],
    access: booksPolicy.exportBooks,
    query,
    binary: "text/csv",
  });
export const exportRoutes = { A: exportRoute("A"), B: exportRoute("B"), C: exportRoute("C") };
