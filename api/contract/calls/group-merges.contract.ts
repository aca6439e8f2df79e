import { z } from "zod";
import { booksPolicy } from "../rules/books.policy.ts";
import { cinemasPolicy } from "../rules/cinemas.policy.ts";
import { CINEMAS } from "../rules/invalidated.ts";
import { defineRoute } from "./route.contract.ts";

/** Ways in which one group is written: they differ only in case, accents or blanks (CLI-5). */
export const groupMergeSchema = z.object({
  /** The one that most cinemas have. */
  proposed: z.string(),
  names: z.array(z.object({ name: z.string(), cinema_count: z.number().int() })),
});
export type GroupMerge = z.output<typeof groupMergeSchema>;

const MERGES = "/cinemas/group-merges/";

export const listGroupMerges = defineRoute({
  method: "GET",
  path: MERGES,
  summary: "The groups of the distributor's cinemas that are written in several ways",
  access: booksPolicy.readInvoices,
  response: z.object({ results: z.array(groupMergeSchema) }),
});

/** Cinemas that one call changes. */
export const MOST_MERGED = 500;

export const mergeGroups = defineRoute({
  method: "POST",
  path: MERGES,
  invalidates: CINEMAS,
  summary: `Writes a group in one way for all cinemas, of any distributor; ${MOST_MERGED} at once`,
  access: cinemasPolicy.change,
  body: z.strictObject({
    name: z
      .string()
      .trim()
      .min(1, "Indiquez le nom du groupe.")
      .max(100, "Saisissez 100 caractères au plus.")
      .meta({ examples: ["Ciné Nord"] }),
  }),
  response: z.object({ changed: z.number().int(), message: z.string() }),
});
