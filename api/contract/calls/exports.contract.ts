import { z } from "zod";
import { booksPolicy } from "../rules/books.policy.ts";
import { civilDateSchema } from "../units/civil-date.ts";
import { defineRoute } from "./route.contract.ts";

const period = z.object({ from: civilDateSchema.optional(), to: civilDateSchema.optional() });

/** EXP-1; the file names are EXP-1's. */
export const EXPORT_FORMATS = {
  A: { path: "/exports/export-csv/", fileName: "accounting_export_a.csv" },
  B: { path: "/exports/export-csv-b/", fileName: "accounting_export_b.csv" },
  C: { path: "/exports/export-csv-c/", fileName: "accounting_export_c.csv" },
} as const;
export type ExportFormat = keyof typeof EXPORT_FORMATS;

/** The statement of one bank account alone, by its account in the books: the columns of C do not name it. */
const ofAccount = period.extend({
  account: z
    .string()
    .regex(/^512[0-9]{3,5}$/, "Saisissez un compte 512 de 6 à 8 chiffres, par exemple 512100.")
    .meta({ examples: ["512100"] })
    .optional(),
});

const exportRoute = (format: "A" | "B") =>
  defineRoute({
    method: "GET",
    path: EXPORT_FORMATS[format].path,
    summary: `Accounting export, format ${format}`,
    access: booksPolicy.exportBooks,
    query: period,
    binary: "text/csv",
  });
const exportStatement = defineRoute({
  method: "GET",
  path: EXPORT_FORMATS.C.path,
  summary: "Accounting export, format C: the statement of all bank accounts, or of one",
  access: booksPolicy.exportBooks,
  query: ofAccount,
  binary: "text/csv",
});
export const exportRoutes = { A: exportRoute("A"), B: exportRoute("B"), C: exportStatement };
