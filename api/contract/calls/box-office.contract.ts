import { z } from "zod";
import { DUES } from "../rules/invalidated.ts";
import { booksPolicy } from "../rules/books.policy.ts";
import { civilDateSchema } from "../units/civil-date-schema.ts";
import { moneySchema } from "../units/money-schema.ts";
import { defineRoute } from "./route.contract.ts";

/** TXT-2 */
export const BOX_OFFICE_MAX_BYTES = 50 * 1024 * 1024;
export const BOX_OFFICE_TOO_LARGE = "File size must be less than 50MB";
/** API-6: the server's own wording. */
export const NO_FILE = "No file provided";
export const NOT_XML = "Le fichier doit être au format XML.";

/** Code of the question about a report of a week that is not over (BOX-10). */
export const WEEK_NOT_OVER = "week_not_over";

/** By its name; the type that browsers give is only a hint (API-6). */
export const looksLikeXml = (fileName: string, type: string): boolean =>
  /\.xml$/i.test(fileName) || /^(application|text)\/(.+\+)?xml\b/.test(type);

export const boxOfficeStatsSchema = z.object({
  declarations_found: z.number().int(),
  /** New declarations kept by this import. */
  imported: z.number().int(),
  films_found: z.number().int(),
  cinemas_found: z.number().int(),
  screens_found: z.number().int(),
  weeks: z.array(civilDateSchema),
  total_admissions: z.number().int(),
  total_gross_ttc: moneySchema,
  duplicates: z.number().int(),
  corrections: z.number().int(),
  set_aside: z.number().int(),
  other_distributors: z.number().int(),
  unknown_cinemas: z.number().int(),
  /** Invoices that the job will issue now, and weeks held until their cinema is validated. */
  invoices_expected: z.number().int(),
  invoices_held: z.number().int(),
  errors_count: z.number().int(),
  errors: z.array(z.string()),
  warnings_count: z.number().int(),
  warnings: z.array(z.string()),
});
export type BoxOfficeStats = z.infer<typeof boxOfficeStatsSchema>;

/** The kind is part of the address (`BOX_OFFICE_KIND`, `cnc` by default). */
export const uploadBoxOffice = defineRoute({
  method: "POST",
  path: "/box-office/upload-:kind-xml/",
  invalidates: [...DUES, "/cinemas/"],
  summary: "Imports a weekly box-office report; invoices are issued by a job",
  access: booksPolicy.importBoxOffice,
  idempotent: "by-itself",
  /** `unfinished=ask`: 409 instead of importing a week that is not over; without it, all is imported in one step. */
  query: z.object({ unfinished: z.literal("ask").optional() }),
  upload: "xml_file",
  response: z.object({
    message: z.string(),
    import_id: z.number().int(),
    preliminary_stats: boxOfficeStatsSchema,
  }),
});
