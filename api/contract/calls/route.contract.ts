import { z } from "zod";
import type { Access } from "../rules/people.policy.ts";
import type { CivilDate } from "../units/civil-date.ts";
import { civilDateSchema } from "../units/civil-date-schema.ts";

/** One call of the API: the server mounts it, the client is typed by it, tests and stubs read it. */
export interface RouteContract {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Under /api/v1, in Fastify's notation, with the slashes of API-5: `/invoices/invoices/:id/`. */
  readonly path: string;
  readonly summary: string;
  /** Who may at least call it; this and the finer rules are the domain's policy. */
  readonly access: Access;
  /** Also for staff who have yet to complete their profile: what the session and the account page need. */
  readonly beforeProfile?: true;
  /** Also for super admins whose session no second factor has opened yet: what enabling one needs (SEC-24). */
  readonly beforeSecondFactor?: true;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Name of the multipart field that carries the file, for uploads. */
  readonly upload?: string;
  /** What may be said beside the file: each a multipart field that holds JSON. */
  readonly uploadFields?: Readonly<Record<string, z.ZodType>>;
  /** Schema of the answer on success; undefined for 204 and for binary answers. */
  readonly response?: z.ZodType;
  readonly binary?: string;
  /** Gives the part of a binary answer that `Range` asks for (206, 416). */
  readonly ranged?: boolean;
  readonly status?: number;
  /** Answers 204 instead of `response` when there is nothing. */
  readonly orNothing?: boolean;
  /** Failures that calls of its kind do not have, by status: of a bank that is away, or in another form. */
  readonly failures?: Readonly<Record<number, z.ZodType>>;
  /**
   * Takes an `Idempotency-Key`: a POST that moves money, issues documents or makes a cinema, for which twice is a harm. `in-transaction`: its one
   * transaction answers what the call answers, and keeps the answer with the work. `by-itself`: it has several steps, of which each
   * finds what was done already (the file's fingerprint, the group's key, the open payment page), so that a crash between the last
   * one and the answer may run them again.
   */
  readonly idempotent?: "in-transaction" | "by-itself";
  /**
   * Whose answers may be others after this call: the calls whose path begins so. `:id` is the one of this call. Who shows such an
   * answer reads it again.
   */
  readonly invalidates?: readonly string[];
  /** What takes the place of session and CSRF token: a provider's signature over the raw body of its webhook, or a team's token (SEC-26). */
  readonly signed?: "by-provider" | "by-team";
}

/** Header of a call that is `idempotent`. */
export const IDEMPOTENCY_KEY = "Idempotency-Key";

export const defineRoute = <const R extends RouteContract>(route: R): R => route;

export type ParamsOf<R extends RouteContract> = R["params"] extends z.ZodType
  ? z.output<R["params"]>
  : undefined;
export type QueryOf<R extends RouteContract> = R["query"] extends z.ZodType
  ? z.output<R["query"]>
  : undefined;
export type BodyOf<R extends RouteContract> = R["body"] extends z.ZodType ? z.output<R["body"]> : undefined;
export type ResponseOf<R extends RouteContract> = R["response"] extends z.ZodType
  ? z.output<R["response"]>
  : undefined;

export const idSchema = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
/** An id as an address writes it: digits alone. @param message what is said of any other text */
export const writtenIdSchema = (message?: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,15}$/, message)
    .transform(Number);
/** Ids in a path are digits only; anything else does not exist (404), it is not a bad request. */
export const idParamsSchema = z.object({
  id: writtenIdSchema(),
});

/** Of a call that takes no body: none, or an empty form. Fields are refused by their name. */
export const noBodySchema = z.strictObject({}).optional();

/** The list form of API-4. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.object({
    count: z.number().int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  });

/** A query parameter given once or several times. */
export const repeated = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (value) => (value === undefined ? undefined : Array.isArray(value) ? value : [value]),
    z.array(item).max(50).optional(),
  );

export const pageSchema = z
  .string()
  .regex(/^[1-9]\d{0,6}$/, "Saisissez un numéro de page, à partir de 1.")
  .transform(Number)
  .optional();
export const searchSchema = z.string().max(200).optional();
/** The days of a list, both within; either may be left open (UI-24). */
export const periodFields = { from: civilDateSchema.optional(), to: civilDateSchema.optional() };
export interface Period {
  readonly from?: CivilDate | undefined;
  readonly to?: CivilDate | undefined;
}
const wholeAmountSchema = z
  .string()
  .regex(/^\d{1,10}(\.\d{1,2})?$/, "Saisissez un montant en euros, par exemple 118.97.");
/** Amounts of a list without their sign, both within; either may be left open (UI-26). */
export const amountFields = {
  amount_from: wholeAmountSchema.optional(),
  amount_to: wholeAmountSchema.optional(),
};
export interface AmountRange {
  readonly amount_from?: string | undefined;
  readonly amount_to?: string | undefined;
}
/** Of a list: what has this letter code, in whatever letters it is written (EXP-3, UI-26). */
export const lettersField = {
  letters: z
    .string()
    .regex(/^[A-Za-z]{3,8}$/, "Saisissez un lettrage d’au moins trois lettres, par exemple AAB.")
    .transform((text) => text.toUpperCase())
    .optional(),
};
