import { z } from "zod";
import type { User } from "./auth.contract.ts";
import {
  defineRoute,
  idParamsSchema,
  idSchema,
  listOf,
  pageSchema,
  repeated,
  searchSchema,
} from "./route.contract.ts";
import { cinemaScreenSchema } from "./screens.contract.ts";

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
});
export type Cinema = z.infer<typeof cinemaSchema>;

/** SPEC §6: super admins alone validate cinemas, and only one that is not validated yet. */
export const canValidateCinema = (
  user: Pick<User, "system_role">,
  cinema: Pick<Cinema, "is_validated">,
): boolean => user.system_role === "super_admin" && !cinema.is_validated;

const CINEMA_ORDERINGS = [
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
    "Cinemas of the distributor; all of them for a super admin without a chosen one. Whole without `page`, 100 a page with it",
  access: "signed-in",
  query: z.object({
    page: pageSchema,
    search: searchSchema,
    ordering: z.enum(CINEMA_ORDERINGS).optional(),
    status: repeated(cinemaStatusSchema),
    distributors__id: z
      .string()
      .regex(/^[1-9]\d{0,15}$/)
      .transform(Number)
      .optional(),
  }),
  response: listOf(cinemaSchema),
});
export const getCinema = defineRoute({
  method: "GET",
  path: "/cinemas/:id/",
  summary: "One cinema",
  access: "signed-in",
  params: idParamsSchema,
  response: cinemaSchema,
});
export const validateCinema = defineRoute({
  method: "PATCH",
  path: "/cinemas/:id/",
  summary: "Validates a cinema (one way); its waiting invoices are issued",
  access: "super-admin",
  params: idParamsSchema,
  body: z.strictObject({ is_validated: z.literal(true, "La validation d’un cinéma ne s’annule pas.") }),
  response: cinemaSchema,
});
