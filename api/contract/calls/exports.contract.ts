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

const exportRoute = (format: ExportFormat) =>
  defineRoute({
    method: "GET",
    path: EXPORT_FORMATS[format].path,
    summary: `Accounting export, format ${format}`,
    access: booksPolicy.exportBooks,
    query: period,
    binary: "text/csv",
  });
export const exportRoutes = { A: exportRoute("A"), B: exportRoute("B"), C: exportRoute("C") };
