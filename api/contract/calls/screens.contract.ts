import { z } from "zod";
import { cinemasPolicy } from "../rules/cinemas.policy.ts";
import {
  defineRoute,
  idParamsSchema,
  idSchema,
  listOf,
  pageSchema,
  writtenIdSchema,
} from "./route.contract.ts";

/** A screen as its cinema carries it. */
export const cinemaScreenSchema = z.object({
  id: idSchema,
  name: z.string(),
  authorization_number: z.string(),
});
export type CinemaScreen = z.infer<typeof cinemaScreenSchema>;

export const screenSchema = cinemaScreenSchema.extend({ cinema: idSchema });
export type Screen = z.infer<typeof screenSchema>;

/** What a person writes of a screen; a screen may wait for its authorisation. */
export const screenFieldsSchema = z.strictObject({
  name: z.string().trim().min(1).max(100),
  authorization_number: z.string().trim().max(20).optional(),
});
export type ScreenFields = z.infer<typeof screenFieldsSchema>;

export const listScreens = defineRoute({
  method: "GET",
  path: "/cinemas/screens/",
  summary:
    "Screens of the cinemas that one sees, or of one of them. Whole without `page`, 100 a page with it",
  access: cinemasPolicy.read,
  query: z.object({
    page: pageSchema,
    cinema: writtenIdSchema().optional(),
  }),
  response: listOf(screenSchema),
});
export const getScreen = defineRoute({
  method: "GET",
  path: "/cinemas/screens/:id/",
  summary: "One screen",
  access: cinemasPolicy.read,
  params: idParamsSchema,
  response: screenSchema,
});
export const createScreen = defineRoute({
  method: "POST",
  path: "/cinemas/screens/",
  invalidates: ["/cinemas/"],
  summary: "Adds a screen to a cinema",
  access: cinemasPolicy.change,
  body: screenFieldsSchema.extend({ cinema: idSchema }),
  response: screenSchema,
  status: 201,
});
export const updateScreen = defineRoute({
  method: "PATCH",
  path: "/cinemas/screens/:id/",
  invalidates: ["/cinemas/"],
  summary: "Changes a screen; what is absent stays",
  access: cinemasPolicy.change,
  params: idParamsSchema,
  body: screenFieldsSchema
    .partial()
    .refine((fields) => Object.keys(fields).length > 0, "Saisissez au moins un champ à modifier."),
  response: screenSchema,
});
export const deleteScreen = defineRoute({
  method: "DELETE",
  path: "/cinemas/screens/:id/",
  invalidates: ["/cinemas/"],
  summary: "Deletes a screen for good; its declarations and invoices stay as they are",
  access: cinemasPolicy.change,
  params: idParamsSchema,
  status: 204,
});
