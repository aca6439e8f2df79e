import { z } from "zod";
import { cinemasPolicy } from "../rules/cinemas.policy.ts";
import { CINEMAS } from "../rules/invalidated.ts";
import { CINEMA_LIST_MAX, cinemaSchema } from "./cinemas.contract.ts";
import {
  defineRoute,
  idParamsSchema,
  idSchema,
  listOf,
  pageSchema,
  writtenIdSchema,
} from "./route.contract.ts";

/** How one distributor works with one cinema (CIN-5). */
export const cinemaSettingsSchema = z.object({
  id: idSchema,
  distributor: idSchema,
  cinema: idSchema,
  additional_invoice_emails: z.array(z.string()),
  /** The additional addresses replace the cinema's own, instead of joining them. */
  invoice_email_override: z.boolean(),
  additional_reminder_emails: z.array(z.string()),
  reminder_email_override: z.boolean(),
  /** Euros before tax, per film and week; null is none (BILL-4). The one amount that is a number on the wire (CIN-4). */
  minimum_guarantee: z.number().nullable(),
  custom_accounting_code: z.string(),
  is_factor_guaranteed: z.boolean(),
});
export type CinemaSettings = z.infer<typeof cinemaSettingsSchema>;

/** CIN-5: what a cinema and distributor without settings go by, until somebody saves some. */
export const DEFAULT_CINEMA_SETTINGS = {
  additional_invoice_emails: [],
  invoice_email_override: false,
  additional_reminder_emails: [],
  reminder_email_override: false,
  minimum_guarantee: null,
  custom_accounting_code: "",
  is_factor_guaranteed: false,
} as const satisfies Omit<CinemaSettings, "id" | "distributor" | "cinema">;

const emails = z.array(z.string().trim().max(254).pipe(z.email())).max(CINEMA_LIST_MAX);

const GUARANTEE_MESSAGE = "Saisissez un montant positif ou nul, avec deux décimales.";
/** A number, to the cent; text as all other amounts have it is taken too. */
const guaranteeSchema = z.union(
  [
    z.string().regex(/^(0|[1-9]\d{0,11})\.\d{2}$/),
    z
      .number()
      .min(0)
      .max(999_999_999_999.99)
      .refine((euros) => Number(euros.toFixed(2)) === euros)
      .transform((euros) => euros.toFixed(2)),
  ],
  GUARANTEE_MESSAGE,
);

const settingsFieldsSchema = z
  .strictObject({
    additional_invoice_emails: emails,
    invoice_email_override: z.boolean(),
    additional_reminder_emails: emails,
    reminder_email_override: z.boolean(),
    minimum_guarantee: guaranteeSchema.nullable(),
    custom_accounting_code: z.string().trim().max(20),
    is_factor_guaranteed: z.boolean(),
  })
  .partial();
export type CinemaSettingsFields = z.output<typeof settingsFieldsSchema>;

/** Fields that are a list of addresses. */
export const ADDRESS_LISTS = ["additional_invoice_emails", "additional_reminder_emails"] as const;

/** Addresses as they were when their change began: what somebody else has added meanwhile stays (CIN-2). */
const seenAddressesSchema = z
  .strictObject({
    additional_invoice_emails: z.array(z.string()).max(100),
    additional_reminder_emails: z.array(z.string()).max(100),
  })
  .partial();
export type SeenAddresses = z.output<typeof seenAddressesSchema>;

const writtenSettingsSchema = settingsFieldsSchema.extend({ distributor: idSchema, cinema: idSchema });

export const getCinemaSettings = defineRoute({
  method: "GET",
  path: "/cinemas/:id/distributor-settings/",
  summary:
    "Settings of a cinema for a distributor: one's own, or the one that a super admin names. 404 means the defaults",
  access: cinemasPolicy.readSettings,
  params: idParamsSchema,
  query: z.object({
    distributor: writtenIdSchema().optional(),
  }),
  response: cinemaSettingsSchema,
});
export const createCinemaSettings = defineRoute({
  method: "POST",
  path: "/cinemas/:id/distributor-settings/",
  invalidates: CINEMAS,
  summary:
    "First settings of a cinema for a distributor; 409 when there are some. A super admin's also link the two",
  access: cinemasPolicy.writeSettings,
  params: idParamsSchema,
  body: writtenSettingsSchema,
  response: cinemaSettingsSchema,
  status: 201,
});
export const replaceCinemaSettings = defineRoute({
  method: "PUT",
  path: "/cinemas/:id/distributor-settings/",
  invalidates: CINEMAS,
  summary: "Changes the settings of a cinema for a distributor; what is absent stays",
  access: cinemasPolicy.writeSettings,
  params: idParamsSchema,
  body: writtenSettingsSchema.extend({
    /** Of a list that is not here, its body is the whole of it. */
    seen: seenAddressesSchema.optional(),
  }),
  response: cinemaSettingsSchema,
});

export const listLinkedCinemas = defineRoute({
  method: "GET",
  path: "/cinemas/distributors/:id/linked-cinemas/",
  summary: "Cinemas that a distributor works with; staff may ask for their own distributor's",
  access: cinemasPolicy.read,
  params: idParamsSchema,
  query: z.object({ page: pageSchema }),
  response: listOf(cinemaSchema),
});
