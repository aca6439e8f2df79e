import { z } from "zod";
import { FIELD_MESSAGES } from "../rules/field-messages.ts";
import { savedFiltersPolicy } from "../rules/saved-filters.policy.ts";
import { defineRoute, idParamsSchema, idSchema } from "./route.contract.ts";

/** Lists whose filters are saved under a name (UI-28). */
export const FILTERED_LISTS = [
  "invoices",
  "credits",
  "aged_balance",
  "bank_lines",
  "entries",
  "user_actions",
  "reports",
  "declarations",
  "cinemas",
  "audit_log",
] as const;
export type FilteredList = (typeof FILTERED_LISTS)[number];

/** How long a name and the filters under it are, and how many one person has of one list. */
export const FILTER_NAME_MAX = 60;
export const FILTER_QUERY_MAX = 2000;
export const FILTERS_OF_LIST = 30;

const listSchema = z.enum(FILTERED_LISTS);
const nameSchema = z
  .string()
  .trim()
  .min(1, FIELD_MESSAGES.blank)
  .max(FILTER_NAME_MAX, FIELD_MESSAGES.maxLength);

export const savedFilterSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** As it stands in the address of the list, without its page. */
  query: z.string(),
  /** The list opens with it when its address says no filter. */
  is_default: z.boolean(),
});
export type SavedFilter = z.infer<typeof savedFilterSchema>;

export const listSavedFilters = defineRoute({
  method: "GET",
  path: "/saved-filters/",
  summary: "The filters of a list that whoever asks has saved for this distributor, by name",
  access: savedFiltersPolicy.keepOwn,
  query: z.object({ list: listSchema }),
  response: z.object({ results: z.array(savedFilterSchema) }),
});

export const saveFilter = defineRoute({
  method: "POST",
  path: "/saved-filters/",
  invalidates: ["/saved-filters/"],
  summary:
    "Saves the filters of a list under a name, in place of those that have it already. 409 beyond thirty of a list",
  access: savedFiltersPolicy.keepOwn,
  body: z.strictObject({
    list: listSchema,
    name: nameSchema,
    query: z
      .string()
      .min(1, FIELD_MESSAGES.blank)
      .max(FILTER_QUERY_MAX, FIELD_MESSAGES.maxLength)
      // What URLSearchParams writes, and nothing that begins another part of an address.
      .regex(/^[\w*.%+&=-]+$/, "Indiquez les filtres comme ils sont dans l’adresse de la liste.")
      .meta({ examples: ["status=UNPAID"] }),
  }),
  response: savedFilterSchema,
});

export const changeSavedFilter = defineRoute({
  method: "PATCH",
  path: "/saved-filters/:id/",
  invalidates: ["/saved-filters/"],
  summary:
    "Renames one's own filter, or has its list open with it, in place of the one before, or without it again",
  access: savedFiltersPolicy.keepOwn,
  params: idParamsSchema,
  body: z.strictObject({ name: nameSchema.optional(), is_default: z.boolean().optional() }),
  response: savedFilterSchema,
});

export const deleteSavedFilter = defineRoute({
  method: "DELETE",
  path: "/saved-filters/:id/",
  invalidates: ["/saved-filters/"],
  summary: "Deletes one's own filter",
  access: savedFiltersPolicy.keepOwn,
  params: idParamsSchema,
  status: 204,
});
