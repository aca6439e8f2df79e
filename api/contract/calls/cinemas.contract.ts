import { z } from "zod";
import { cinemasPolicy } from "../rules/cinemas.policy.ts";
import { FIELD_MESSAGES } from "../rules/field-messages.ts";
import { CINEMAS } from "../rules/invalidated.ts";
import {
  defineRoute,
  idParamsSchema,
  idSchema,
  listOf,
  noBodySchema,
  pageSchema,
  repeated,
  searchSchema,
  writtenIdSchema,
} from "./route.contract.ts";
import { cinemaScreenSchema, screenFieldsSchema } from "./screens.contract.ts";

export const CINEMA_STATUSES = ["active", "inactive", "closed"] as const;
export const cinemaStatusSchema = z.enum(CINEMA_STATUSES);

export const cinemaSchema = z.object({
  id: idSchema,
  name: z.string(),
  legal_name: z.string(),
  city: z.string(),
  group: z.string(),
  sub_group: z.string(),
  address: z.string(),
  address_line_2: z.string(),
  pin_code: z.string(),
  siren: z.string(),
  /** Of the company that is invoiced. */
  vat_number: z.string(),
  cnc_authorization: z.string(),
  invoicing_company_name: z.string(),
  invoicing_address: z.string(),
  invoicing_address_line_2: z.string(),
  invoicing_pin_code: z.string(),
  invoicing_city: z.string(),
  invoicing_siren: z.string(),
  phones: z.array(z.string()),
  default_invoice_emails: z.array(z.string()),
  default_reminder_emails: z.array(z.string()),
  short_name_code: z.string().nullable(),
  default_accounting_code: z.string(),
  classification: z.record(z.string(), z.unknown()),
  screens: z.array(cinemaScreenSchema),
  status: cinemaStatusSchema,
  is_validated: z.boolean(),
  /** CIN-9: of a distributor's files alone, known to nobody else, and not linked with it. */
  is_sandboxed: z.boolean(),
});
export type Cinema = z.infer<typeof cinemaSchema>;

export const CINEMA_ORDERINGS = [
  "name",
  "-name",
  "city",
  "-city",
  "group",
  "-group",
  "is_validated",
  "-is_validated",
] as const;

export const listCinemas = defineRoute({
  method: "GET",
  path: "/cinemas/",
  summary:
    "Cinemas of the distributor. A super admin's list is of the one in the filter; without it, whole it is of the chosen one, and by pages of every cinema. 100 a page with `page`",
  access: cinemasPolicy.read,
  query: z.object({
    page: pageSchema,
    search: searchSchema,
    ordering: z.enum(CINEMA_ORDERINGS).optional(),
    status: repeated(cinemaStatusSchema),
    distributors__id: writtenIdSchema().optional(),
  }),
  response: listOf(cinemaSchema),
});
export const getCinema = defineRoute({
  method: "GET",
  path: "/cinemas/:id/",
  summary: "One cinema",
  access: cinemasPolicy.read,
  params: idParamsSchema,
  response: cinemaSchema,
});

const text = (longest: number) => z.string().trim().max(longest);
/** How many phones, and how many addresses of one kind. */
export const CINEMA_LIST_MAX = 20;
export const CINEMA_SCREENS_MAX = 100;
const list = <T extends z.ZodType<string>>(item: T) => z.array(item).max(CINEMA_LIST_MAX);
/** Its form is judged when it is new (`checkedCinema`), so that an old card with a wrong one stays editable. */
const email = z.string().trim().max(254);

/** Labels of an exhibitor (CIN-7): each a yes or no, a word, or several. */
const classificationSchema = z
  .record(
    z.string().max(50),
    z.union([z.boolean(), z.string().max(200), z.array(z.string().max(100)).max(20)]),
  )
  .refine((labels) => Object.keys(labels).length <= 30, FIELD_MESSAGES.maxItems("30"));

/** CIN-6. Empty means none. */
const shortNameCodeSchema = z
  .string()
  .trim()
  .regex(/^([A-Z0-9]{2,12})?$/, "Saisissez un code court de 2 à 12 lettres majuscules ou chiffres.")
  .transform((code) => code || null)
  .nullable();

/**
 * Screens of a cinema as they are to be: those with an id are kept, those without are added, all others are deleted. One that has no name
 * yet may go without (`checkedCinema`).
 */
const writtenScreensSchema = z
  .array(screenFieldsSchema.extend({ id: idSchema.optional(), name: z.string().trim().max(100) }))
  .max(CINEMA_SCREENS_MAX)
  .superRefine((screens, context) => {
    const twice = (values: unknown[]): boolean => new Set(values).size < values.length;
    if (twice(screens.map((screen) => screen.authorization_number).filter(Boolean)))
      context.addIssue("Cette liste contient deux fois le même numéro d’autorisation.");
    if (twice(screens.flatMap((screen) => screen.id ?? [])))
      context.addIssue("Cette liste contient deux fois la même salle.");
  });

/** What a super admin writes of a cinema, whatever the call; `checkedCinema` tells which values are right. */
const writtenFields = {
  legal_name: text(200),
  city: text(100),
  group: text(100),
  sub_group: text(100),
  address: text(200),
  address_line_2: text(200),
  pin_code: text(10),
  siren: text(20),
  vat_number: text(30),
  cnc_authorization: text(20),
  invoicing_company_name: text(200),
  invoicing_address: text(200),
  invoicing_address_line_2: text(200),
  invoicing_pin_code: text(10),
  invoicing_city: text(100),
  invoicing_siren: text(20),
  phones: list(z.string().trim().min(1).max(30)),
  default_invoice_emails: list(email),
  default_reminder_emails: list(email),
  short_name_code: shortNameCodeSchema,
  default_accounting_code: text(20),
  classification: classificationSchema,
  screens: writtenScreensSchema,
  status: cinemaStatusSchema,
};
const nameSchema = z.string().trim().min(1).max(200);
/** Also what a row of an imported list may say of its cinema. */
export const cinemaChangeSchema = z.strictObject({ ...writtenFields, name: nameSchema }).partial();
export type CinemaChange = z.output<typeof cinemaChangeSchema>;

/** What a distributor's people say of a cinema that they propose (CIN-10). */
export const cinemaProposalSchema = z.strictObject({
  name: nameSchema,
  city: writtenFields.city,
  address: writtenFields.address,
  pin_code: writtenFields.pin_code,
  legal_name: writtenFields.legal_name,
  siren: writtenFields.siren,
  cnc_authorization: writtenFields.cnc_authorization,
});
export type CinemaProposal = z.output<typeof cinemaProposalSchema>;

const writtenCinemaSchema = z
  .strictObject(writtenFields)
  .partial()
  .extend({ name: nameSchema, is_validated: z.boolean().optional() });

/** Lists of a cinema as a form was opened on them: what somebody else has added or changed meanwhile stays (CIN-2). */
const seenListsSchema = z
  .strictObject({
    phones: z.array(z.string()).max(100),
    default_invoice_emails: z.array(z.string()).max(100),
    default_reminder_emails: z.array(z.string()).max(100),
    screens: z.array(cinemaScreenSchema).max(1000),
  })
  .partial();
export type SeenLists = z.output<typeof seenListsSchema>;

export const CANNOT_UNVALIDATE = "La validation d’un cinéma ne s’annule pas.";

export const createCinema = defineRoute({
  method: "POST",
  path: "/cinemas/",
  idempotent: "in-transaction",
  invalidates: ["/cinemas/"],
  summary: "Creates a cinema, with its screens; it is given a short code when it has none",
  access: cinemasPolicy.create,
  body: writtenCinemaSchema,
  response: cinemaSchema,
  status: 201,
});
export const replaceCinema = defineRoute({
  method: "PUT",
  path: "/cinemas/:id/",
  invalidates: CINEMAS,
  summary: "Writes a cinema with its screens; what is absent stays",
  access: cinemasPolicy.change,
  params: idParamsSchema,
  body: writtenCinemaSchema,
  response: cinemaSchema,
});
export const updateCinema = defineRoute({
  method: "PATCH",
  path: "/cinemas/:id/",
  invalidates: CINEMAS,
  summary: "Changes fields of a cinema, or validates it (one way); its waiting invoices are issued",
  access: cinemasPolicy.change,
  params: idParamsSchema,
  body: cinemaChangeSchema
    .extend({
      is_validated: z.literal(true, CANNOT_UNVALIDATE).optional(),
      /** Of a list that is not here, its body is the whole of it. */
      seen: seenListsSchema.optional(),
    })
    .refine((fields) => Object.keys(fields).length > 0, "Saisissez au moins un champ à modifier."),
  response: cinemaSchema,
});
export const deleteCinema = defineRoute({
  method: "DELETE",
  path: "/cinemas/:id/",
  invalidates: ["/cinemas/"],
  summary: "Deletes a cinema for good; 409 when it has invoices or declarations",
  access: cinemasPolicy.remove,
  params: idParamsSchema,
  status: 204,
});
export const activateCinema = defineRoute({
  method: "POST",
  path: "/cinemas/:id/activate/",
  invalidates: ["/cinemas/"],
  summary: "Makes a cinema active",
  access: cinemasPolicy.change,
  params: idParamsSchema,
  body: noBodySchema,
  response: cinemaSchema,
});
export const deactivateCinema = defineRoute({
  method: "POST",
  path: "/cinemas/:id/deactivate/",
  invalidates: ["/cinemas/"],
  summary: "Makes a cinema inactive",
  access: cinemasPolicy.change,
  params: idParamsSchema,
  body: noBodySchema,
  response: cinemaSchema,
});
