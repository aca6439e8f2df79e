import { z } from "zod";
import { cinemasPolicy } from "../rules/cinemas.policy.ts";
import { CINEMAS } from "../rules/invalidated.ts";
import { instantSchema } from "../units/civil-date-schema.ts";
import { importedCinemaSchema } from "./cinema-import.contract.ts";
import { cinemaProposalSchema } from "./cinemas.contract.ts";
import { distributorOptionSchema } from "./distributor-options.contract.ts";
import {
  defineRoute,
  idParamsSchema,
  idSchema,
  listOf,
  pageSchema,
  writtenIdSchema,
} from "./route.contract.ts";

/** CIN-11: cinemas of a list that is proposed, and sentences that are kept about its other rows. */
export const PROPOSED_LIST_MAX = 3000;
export const PROPOSED_LIST_ERRORS_MAX = 100;

/** CIN-10: how much may be written at once, and how many of a distributor's requests may wait or be sent. */
export const REQUEST_WORDS_MAX = 2000;
export const OPEN_REQUESTS_MAX = 20;
export const REQUESTS_A_DAY = 50;
export const CINEMA_REQUESTS_PAGE_SIZE = 50;

export const CINEMA_REQUEST_STATES = ["open", "done", "refused", "withdrawn"] as const;
export type CinemaRequestState = (typeof CINEMA_REQUEST_STATES)[number];

const wordsSchema = z.string().trim().max(REQUEST_WORDS_MAX);

/** What a distributor's people ask of the super admins about a cinema, and the answer. */
export const cinemaRequestSchema = z.object({
  id: idSchema,
  state: z.enum(CINEMA_REQUEST_STATES),
  /** The cinema as it was called when it was asked about. */
  subject: z.string(),
  /** What a correction is about, or what came of a proposal; null when it is gone, or is none yet. */
  cinema_id: idSchema.nullable(),
  /** The cinema that is proposed. Without it and without a list, a correction is asked for. */
  proposal: cinemaProposalSchema.strip().nullable(),
  /** The list of cinemas that is proposed (CIN-11). */
  list: z
    .object({
      file_name: z.string(),
      /** Its cinemas. */
      count: z.number().int(),
      /** A sentence for each row that was left out, 100 at most. */
      errors: z.array(z.string()),
    })
    .nullable(),
  words: z.string(),
  asked_by: z.string().nullable(),
  created_at: instantSchema,
  /** Empty while it is open, or when nothing was said. */
  answer: z.string(),
  decided_at: instantSchema.nullable(),
});
export type CinemaRequest = z.infer<typeof cinemaRequestSchema>;

export const listCinemaRequests = defineRoute({
  method: "GET",
  path: "/cinemas/requests/",
  summary: "What the distributor's people have asked about cinemas, newest first, 50 a page",
  access: cinemasPolicy.readRequests,
  query: z.object({
    page: pageSchema,
    /** Only those about this cinema. */
    cinema: writtenIdSchema().optional(),
  }),
  response: listOf(cinemaRequestSchema),
});

export const requestCorrection = defineRoute({
  method: "POST",
  path: "/cinemas/requests/",
  invalidates: ["/cinemas/requests/"],
  summary:
    "Asks the super admins to correct or complete a cinema; the same words again, while they wait, are the same request. 409 for a distributor that is not validated, or has too many open ones",
  access: cinemasPolicy.request,
  body: z.strictObject({ cinema: idSchema, words: wordsSchema.min(1) }),
  response: cinemaRequestSchema,
  status: 201,
});

export const proposeCinema = defineRoute({
  method: "POST",
  path: "/cinemas/requests/proposals/",
  invalidates: ["/cinemas/requests/"],
  summary:
    "Proposes a cinema, which a super admin creates or tells which one it is; the same again, while it waits, is the same request",
  access: cinemasPolicy.request,
  body: cinemaProposalSchema.extend({ words: wordsSchema }),
  response: cinemaRequestSchema,
  status: 201,
});

export const proposeCinemaList = defineRoute({
  method: "POST",
  path: "/cinemas/requests/lists/",
  invalidates: ["/cinemas/requests/"],
  summary:
    "Proposes the cinemas of a workbook, which a super admin creates and links; a row with an error is left out and told. The same file again, while it waits, is the same request",
  access: cinemasPolicy.request,
  upload: "file",
  uploadFields: { words: wordsSchema },
  response: cinemaRequestSchema,
  status: 201,
});

export const withdrawCinemaRequest = defineRoute({
  method: "POST",
  path: "/cinemas/requests/:id/withdraw/",
  invalidates: ["/cinemas/requests/"],
  summary: "Takes a request back while it waits; 409 when it was answered",
  access: cinemasPolicy.request,
  params: idParamsSchema,
  response: cinemaRequestSchema,
});

/** A request as the console shows it. */
export const consoleRequestSchema = cinemaRequestSchema.extend({
  distributor: distributorOptionSchema,
  /** The cinema is one of the distributor's sandbox: it has no form, and waits among the requests of links (CIN-9). */
  is_sandboxed: z.boolean().optional(),
  decided_by: z.string().nullable(),
  /** Of an open proposal: the cinema that it may be, found as a report would. */
  candidate: z.object({ id: idSchema, name: z.string(), city: z.string() }).nullable(),
});
export type ConsoleRequest = z.infer<typeof consoleRequestSchema>;

export const listAllCinemaRequests = defineRoute({
  method: "GET",
  path: "/cinemas/requests/all/",
  summary: "What distributors ask about cinemas, open ones first, newest first, 50 a page",
  access: cinemasPolicy.answerRequests,
  query: z.object({
    page: pageSchema,
    state: z.enum(CINEMA_REQUEST_STATES, "Choisissez un état de la liste.").optional(),
  }),
  response: listOf(consoleRequestSchema).extend({ open_count: z.number().int() }),
});

/** What a proposed list would bring now (CIN-11). */
export const proposedListSchema = z.object({
  created: z.array(importedCinemaSchema),
  /** Cinemas that are there: they are linked as they are. */
  known: z.array(
    importedCinemaSchema.extend({
      cinema_id: idSchema,
      /** What the list says otherwise, in the words of its columns. */
      differs: z.array(z.string()),
    }),
  ),
  /** A sentence for each row that is left out. */
  errors: z.array(z.string()),
});
export type ProposedList = z.infer<typeof proposedListSchema>;

export const previewCinemaList = defineRoute({
  method: "GET",
  path: "/cinemas/requests/:id/list/",
  summary:
    "Which cinemas of a proposed list would be created, which are known; 404 for a request that is no open list",
  access: cinemasPolicy.answerRequests,
  params: idParamsSchema,
  response: proposedListSchema,
});

export const REFUSAL_NEEDS_REASON = "Indiquez la raison du refus.";

export const answerCinemaRequest = defineRoute({
  method: "POST",
  path: "/cinemas/requests/:id/answer/",
  invalidates: CINEMAS,
  summary:
    "Marks a request as done or refused, with an answer that its distributor reads. Done, a proposed cinema is created, validated and linked, or is the one that is named; of a list, cinemas that are new are created and all are linked. 409 when it was answered already",
  access: cinemasPolicy.answerRequests,
  params: idParamsSchema,
  body: z
    .strictObject({
      state: z.enum(["done", "refused"], "Choisissez «\u00a0Traitée\u00a0» ou «\u00a0Refusée\u00a0»."),
      answer: wordsSchema,
      /** Of a proposal that is done: the cinema that it is; null creates it. */
      cinema: idSchema.nullable(),
    })
    .refine(({ state, answer }) => state === "done" || answer !== "", {
      path: ["answer"],
      message: REFUSAL_NEEDS_REASON,
    }),
  response: consoleRequestSchema,
});
