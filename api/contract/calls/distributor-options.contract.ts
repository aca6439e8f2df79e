import { z } from "zod";
import { cinemasPolicy } from "../rules/cinemas.policy.ts";
import { distributorsPolicy } from "../rules/distributors.policy.ts";
import { defineRoute, idParamsSchema, idSchema, listOf } from "./route.contract.ts";

// What the choice of a distributor needs, which is in the first load: the other calls of distributors and cinemas are not (FED-19).

export const distributorOptionSchema = z.object({ id: idSchema, name: z.string() });
export type DistributorOption = z.infer<typeof distributorOptionSchema>;

/** `linked`: shown as « Lié », before the others. Of the server's list it is the one that the reader belongs to. */
export const pickerOptionSchema = distributorOptionSchema.extend({
  linked: z.boolean().optional(),
  /** Nobody has validated it yet. */
  prospect: z.boolean().optional(),
});
export type PickerOption = z.infer<typeof pickerOptionSchema>;

export const listDistributorOptions = defineRoute({
  method: "GET",
  path: "/onboarding/admin/distributors/list/",
  summary: "Distributors for the picker",
  access: distributorsPolicy.list,
  response: z.array(pickerOptionSchema),
});
export const listLinkedDistributors = defineRoute({
  method: "GET",
  path: "/cinemas/:id/linked-distributors/",
  summary: "Distributors that work with a cinema; staff see their own only",
  access: cinemasPolicy.read,
  params: idParamsSchema,
  response: listOf(distributorOptionSchema),
});
