import { z } from "zod";
import { cinemasPolicy } from "../rules/cinemas.policy.ts";
import { CINEMAS } from "../rules/invalidated.ts";
import { instantSchema } from "../units/civil-date-schema.ts";
import { distributorOptionSchema } from "./distributor-options.contract.ts";
import {
  defineRoute,
  idParamsSchema,
  idSchema,
  listOf,
  noBodySchema,
  pageSchema,
  writtenIdSchema,
} from "./route.contract.ts";

/** How a cinema came to a distributor. `earlier`: before that was kept. */
export const LINK_ORIGINS = ["earlier", "report", "list", "console", "request", "validation"] as const;
export type LinkOrigin = (typeof LINK_ORIGINS)[number];

export const LINK_ORIGIN_LABELS: Readonly<Record<LinkOrigin, string>> = {
  earlier: "Lien ancien",
  report: "Rapport de recettes",
  list: "Liste de factures",
  console: "Console",
  request: "Demande de rattachement",
  validation: "Validation du distributeur",
};

const IDENTIFIER_LABELS: Readonly<Record<string, string>> = {
  screen: "N° d’autorisation d’une salle",
  cnc: "N° CNC",
  siret: "SIRET",
  siren: "SIREN",
  short_code: "Code court",
  name: "Nom et ville",
  title: "Nom",
  created: "Cinéma créé",
};
/** What a file named a cinema by: one identifier, or several joined by `+`. */
export const identifierLabel = (identifier: string): string =>
  identifier
    .split("+")
    .map((part) => (Object.hasOwn(IDENTIFIER_LABELS, part) ? IDENTIFIER_LABELS[part] : undefined) ?? part)
    .join(", ");

const namedCinemaSchema = z.object({ id: idSchema, name: z.string(), city: z.string() });

/** A screen that a distributor's reports name in a cinema that others work with too. */
export const screenProposalSchema = z.object({
  id: idSchema,
  cinema: namedCinemaSchema,
  authorization_number: z.string(),
  name: z.string(),
  distributor: distributorOptionSchema,
  created_at: instantSchema,
});
export type ScreenProposal = z.infer<typeof screenProposalSchema>;

export const listScreenProposals = defineRoute({
  method: "GET",
  path: "/cinemas/screen-proposals/",
  summary: "Screens that reports name in existing cinemas and that nobody has decided on, newest first",
  access: cinemasPolicy.decideLinks,
  query: z.object({ page: pageSchema }),
  response: listOf(screenProposalSchema),
});
export const acceptScreenProposal = defineRoute({
  method: "POST",
  path: "/cinemas/screen-proposals/:id/accept/",
  invalidates: ["/cinemas/"],
  summary: "Makes a proposed screen one of its cinema; 409 when it was decided on already",
  access: cinemasPolicy.decideLinks,
  params: idParamsSchema,
  body: noBodySchema,
  status: 204,
});
export const refuseScreenProposal = defineRoute({
  method: "POST",
  path: "/cinemas/screen-proposals/:id/refuse/",
  invalidates: ["/cinemas/"],
  summary: "Refuses a proposed screen; its distributor's next reports do not propose it again",
  access: cinemasPolicy.decideLinks,
  params: idParamsSchema,
  body: noBodySchema,
  status: 204,
});

/** For how long a link is new. */
export const NEW_LINK_DAYS = 30;

export const newLinkSchema = z.object({
  cinema: namedCinemaSchema,
  distributor: distributorOptionSchema,
  origin: z.enum(LINK_ORIGINS),
  /** For `identifierLabel`; empty when no file named it. */
  identifier: z.string(),
  /** Who uploaded the file or decided; null is the system, or somebody who is gone. */
  linked_by: z.string().nullable(),
  created_at: instantSchema,
  /** When it ended; null while it is there. */
  released_at: instantSchema.nullable(),
  /** Ended by a super admin, not given back by the distributor. */
  is_cut: z.boolean(),
});
export type NewLink = z.infer<typeof newLinkSchema>;

/** A distributor that gained more cinemas in 24 hours than it usually would. */
export const linkAlertSchema = z.object({
  distributor: distributorOptionSchema,
  count: z.number().int(),
  limit: z.number().int(),
});
export type LinkAlert = z.infer<typeof linkAlertSchema>;

export const listNewLinks = defineRoute({
  method: "GET",
  path: "/cinemas/links/",
  summary: `Links of the last ${NEW_LINK_DAYS} days between cinemas and distributors, ended ones too, newest first, and unusual numbers of them`,
  access: cinemasPolicy.decideLinks,
  query: z.object({ page: pageSchema }),
  response: listOf(newLinkSchema).extend({ alerts: z.array(linkAlertSchema) }),
});

/** A cinema that a validated distributor's files name, and that no shared one surely is. */
export const linkRequestSchema = z.object({
  id: idSchema,
  name: z.string(),
  city: z.string(),
  cnc: z.string(),
  siren: z.string(),
  distributor: distributorOptionSchema,
  invoice_count: z.number().int(),
  declaration_count: z.number().int(),
  created_at: instantSchema,
  /** The shared cinema that it may be, found as a report would. */
  candidate: namedCinemaSchema.nullable(),
});
export type LinkRequest = z.infer<typeof linkRequestSchema>;

export const LINK_REQUESTS_PAGE_SIZE = 50;

export const listLinkRequests = defineRoute({
  method: "GET",
  path: "/cinemas/link-requests/",
  summary:
    "Cinemas that distributors work with and that wait to join the shared list, newest first, 50 a page",
  access: cinemasPolicy.decideLinks,
  query: z.object({ page: pageSchema }),
  response: listOf(linkRequestSchema),
});
export const acceptLinkRequest = defineRoute({
  method: "POST",
  path: "/cinemas/link-requests/:id/accept/",
  invalidates: CINEMAS,
  summary:
    "Makes it one with a shared cinema, which its distributor then works with, or lets it join the shared list; its invoices and declarations follow",
  access: cinemasPolicy.decideLinks,
  params: idParamsSchema,
  body: z.strictObject({ cinema: idSchema.nullable() }),
  status: 204,
});

export const cutLink = defineRoute({
  method: "DELETE",
  path: "/cinemas/:id/linked-distributors/:distributor/",
  invalidates: ["/cinemas/"],
  summary:
    "Cuts the link of a cinema with a distributor: a super admin always, its own people while it has invoiced nothing to it (409); 409 for a cinema of its sandbox, which has none",
  access: cinemasPolicy.cutLink,
  params: idParamsSchema.extend({
    distributor: writtenIdSchema(),
  }),
  status: 204,
});
