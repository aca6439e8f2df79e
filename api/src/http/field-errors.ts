import { FIELD_MESSAGES } from "@bobine/contract/field-messages";
import { z } from "zod";

/** What zod tells of an issue, before it has a message. */
type RawIssue = z.core.$ZodRawIssue;

const typeSentence = (input: unknown): string =>
  input === undefined ? FIELD_MESSAGES.required : FIELD_MESSAGES.type;

const number = (limit: unknown): string => new Intl.NumberFormat("fr-FR").format(Number(limit));

/**
 * The French sentence of an issue for which the schema gives none of its own (API-2). zod's own are English, and show
 * patterns.
 */
function frenchSentence(issue: RawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return typeSentence(issue.input);
    case "unrecognized_keys":
      return FIELD_MESSAGES.unknown;
    case "too_small":
      if (issue.origin === "string")
        return Number(issue.minimum) <= 1 ? FIELD_MESSAGES.blank : FIELD_MESSAGES.minLength;
      if (issue.origin === "array" || issue.origin === "set")
        return FIELD_MESSAGES.minItems(number(issue.minimum));
      return issue.inclusive === false
        ? FIELD_MESSAGES.above(number(issue.minimum))
        : FIELD_MESSAGES.atLeast(number(issue.minimum));
    case "too_big":
      if (issue.origin === "string") return FIELD_MESSAGES.maxLength;
      if (issue.origin === "array" || issue.origin === "set")
        return FIELD_MESSAGES.maxItems(number(issue.maximum));
      return issue.inclusive === false
        ? FIELD_MESSAGES.below(number(issue.maximum))
        : FIELD_MESSAGES.atMost(number(issue.maximum));
    case "invalid_format":
      return issue.format === "email" ? FIELD_MESSAGES.email : FIELD_MESSAGES.format;
    case "invalid_value":
      return FIELD_MESSAGES.choice(issue.values.map(String).join(", "));
    default:
      return FIELD_MESSAGES.format;
  }
}

/** zod issues as DRF-like field errors: `{field: ["message"]}`. */
function fieldErrorsOf(error: z.ZodError): Record<string, string[]> {
  // Without a prototype: a caller may well name a field `constructor`.
  const fields = Object.create(null) as Record<string, string[]>;
  const add = (field: string, message: string): void => {
    const messages = (fields[field] ??= []);
    if (!messages.includes(message)) messages.push(message);
  };
  for (const issue of error.issues) {
    const field = issue.path.length > 0 ? String(issue.path[0]) : "non_field_errors";
    if (issue.code === "unrecognized_keys") for (const key of issue.keys) add(key, FIELD_MESSAGES.unknown);
    // The sentence of a format (« une adresse email valide ») would be no answer to a field that is not there.
    else add(field, issue.code === "invalid_type" ? typeSentence(issue.input) : issue.message);
  }
  return fields;
}

/** What a schema makes of fields, or what is wrong with them. */
export type FieldReading<T> = { readonly data: T } | { readonly wrong: Record<string, string[]> };

/**
 * Reads `input`: what the schema makes of it, or what is wrong with its fields, in French. The schema's own sentences win. A NUL
 * and half a character, which PostgreSQL keeps in no text, are refused in any field.
 */
export function readFields<T extends z.ZodType>(schema: T, input: unknown): FieldReading<z.output<T>> {
  const result = schema.safeParse(input, { reportInput: true, error: frenchSentence });
  if (!result.success) return { wrong: fieldErrorsOf(result.error) };
  const unstorable = unstorableFields(input);
  if (unstorable.length === 0) return { data: result.data };
  return { wrong: Object.fromEntries(unstorable.map((field) => [field, [FIELD_MESSAGES.unstorable]])) };
}

const unstorableFields = (input: unknown): string[] =>
  typeof input === "object" && input !== null
    ? Object.entries(input).flatMap(([field, value]) => (hasUnstorableText(value) ? [field] : []))
    : [];

const isUnstorable = (text: string): boolean => text.includes("\0") || !text.isWellFormed();

function hasUnstorableText(value: unknown): boolean {
  if (typeof value === "string") return isUnstorable(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, part]) => isUnstorable(key) || hasUnstorableText(part));
}
