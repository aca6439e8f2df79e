import { z } from "zod";
import { cinemasPolicy } from "../rules/cinemas.policy.ts";
import { CINEMAS } from "../rules/invalidated.ts";
import { defineRoute } from "./route.contract.ts";

/** Of the workbook as it is sent: 10,000 cinemas take about 2 MB. */
export const CINEMA_XLSX_MAX_BYTES = 10 * 1024 * 1024;
export const CINEMA_XLSX_TOO_LARGE = "Le fichier doit faire moins de 10\u00a0Mo.";
/** API-6 */
export const NO_CINEMA_FILE = "Veuillez sélectionner un fichier";

export const importedCinemaSchema = z.object({
  name: z.string(),
  /** Row of the workbook, from 1, as a spreadsheet shows it. */
  line_number: z.number().int(),
});

/** API-8 « Cinema import result »; a cinema that the list tells as it is already counts as updated. */
export const cinemaImportSchema = z.object({
  created: z.number().int(),
  updated: z.number().int(),
  /** One sentence per row that was left out, with its number. */
  errors: z.array(z.string()),
  /** What is to know of rows that were imported, with their numbers (CIN-8); since level 1.19. */
  notes: z.array(z.string()).optional(),
  created_cinemas: z.array(importedCinemaSchema),
  updated_cinemas: z.array(importedCinemaSchema),
});
export type CinemaImport = z.infer<typeof cinemaImportSchema>;
export type ImportedCinema = z.infer<typeof importedCinemaSchema>;

export const importCinemas = defineRoute({
  method: "POST",
  path: "/cinemas/import-from-xlsx/",
  invalidates: CINEMAS,
  summary:
    "Creates and updates cinemas from a workbook; a blank cell erases nothing, a row with an error is left out and told",
  access: cinemasPolicy.import,
  upload: "file",
  response: cinemaImportSchema,
});
