import { z } from "zod";

/** What went wrong, for a person, with a code for programs (API-2). */
export const detailErrorSchema = z.object({ detail: z.string(), code: z.string() });
/** Field errors of a form: the first message of each field is shown under it. */
export const fieldErrorsSchema = z.record(z.string(), z.array(z.string()));
/** Upload calls answer `{error}` (API-2). */
export const uploadErrorSchema = z.object({ error: z.string(), code: z.string().optional() });
